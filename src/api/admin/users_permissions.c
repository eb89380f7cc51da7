/* The settings of users-permissions: roles, e-mails, what may be registered, providers. */
#include "admin.h"
#include "list.h"
#include "settings.h"

#include <json-c/json.h>

static const char advanced_setting[] = "plugin_users-permissions_advanced";
static const char email_setting[] = "plugin_users-permissions_email";
static const char grant_setting[] = "plugin_users-permissions_grant";

static bool answer_ok(struct admin_call *call, bool done)
{
	if (done)
		buffer_text(&call->response->body, "{\"ok\":true}");
	return done;
}

/* ---- roles ---- */

/* [{…, "nb_users": 2}] */
static bool write_roles(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	const struct registry *registry = call->shared->registry;
	const struct query_root root = {.query = query_create(content.arena, registry->role), .locale = LOCALE_ALL};
	struct buffer *body = &call->response->body;
	struct content_result *result;
	int64_t total;
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	const size_t count = content_result_count(result);
	int64_t *roles = arena_array(content.arena, count, sizeof *roles);
	int64_t *users = arena_array(content.arena, count, sizeof *users);
	for (size_t i = 0; i < count; i++)
		roles[i] = content_result_id(result, i);
	bool done = admin_count_related(call, registry->role, "users", roles, count, users);
	buffer_byte(body, '[');
	for (size_t i = 0; done && i < count; i++) {
		json_next(body);
		content_begin_entry(body, result, i);
		buffer_format(body, ",\"nb_users\":%lld}", (long long)users[i]);
	}
	buffer_byte(body, ']');
	content_free(result);
	return done;
}

bool admin_list_user_roles(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"roles\":");
	if (!write_roles(call))
		return false;
	buffer_byte(body, '}');
	return true;
}

static bool read_granted(struct admin_call *call, int64_t role, struct slice **actions, size_t *count)
{
	const struct content_call content = admin_call_content(call);
	const struct content_type *type = call->shared->registry->permission;
	struct query_root root = {.query = query_create(content.arena, type), .locale = LOCALE_ALL};
	struct condition *related = arena_alloc(content.arena, sizeof *related);
	struct content_result *result;
	int64_t total;
	*related = (struct condition){
	    .kind = CONDITION_RELATED,
	    .attribute = model_attribute(type, SLICE("role")),
	    .children = query_compare(content.arena, &call->shared->registry->role->id, QUERY_EQ, value_integer(role)),
	};
	root.query->filter = related;
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	*count = content_result_count(result);
	*actions = arena_array(content.arena, *count, sizeof **actions);
	for (size_t i = 0; i < *count; i++) {
		struct json_object *row = content_entry_json(result, i);
		(*actions)[i] = arena_copy_slice(content.arena, json_string(json_member(row, "action")));
		json_object_put(row);
	}
	content_free(result);
	return true;
}

bool admin_show_user_role(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	const struct registry *registry = call->shared->registry;
	struct buffer *body = &call->response->body;
	struct content_result *result;
	struct slice *actions;
	size_t count;
	int64_t id;
	if (!admin_call_id(call, "Role not found", &id) || !read_granted(call, id, &actions, &count) ||
	    !content_find_one(&content, query_create(content.arena, registry->role), id, false, &result, call->error))
		return false;
	const bool found = content_result_count(result) > 0;
	if (found) {
		buffer_text(body, "{\"role\":");
		content_begin_entry(body, result, 0);
		buffer_text(body, ",\"permissions\":");
		rest_write_permissions(body, registry, actions, count, content.arena);
		buffer_text(body, "}}");
	}
	content_free(result);
	return found || error_set(call->error, 404, "NotFoundError", "Role not found");
}

bool admin_create_user_role(struct admin_call *call)
{
	return answer_ok(call, account_create_role(&call->account, call->body, call->error));
}

/* The path names it as :role, not as :id. */
static bool role_id(struct admin_call *call, int64_t *id)
{
	return slice_to_int64(admin_route_part(&call->match, ":role"), id) ||
	       error_set(call->error, 404, "NotFoundError", "Role not found");
}

bool admin_change_user_role(struct admin_call *call)
{
	int64_t id;
	return role_id(call, &id) && answer_ok(call, account_update_role(&call->account, id, call->body, call->error));
}

bool admin_delete_user_role(struct admin_call *call)
{
	int64_t id;
	return role_id(call, &id) && answer_ok(call, account_delete_role(&call->account, id, call->error));
}

bool admin_list_user_permissions(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"permissions\":");
	rest_write_permissions(body, call->shared->registry, NULL, 0, call->http->arena);
	buffer_byte(body, '}');
	return true;
}

bool admin_list_user_policies(struct admin_call *call)
{
	buffer_text(&call->response->body, "{\"policies\":[]}");
	return true;
}

bool admin_list_user_routes(struct admin_call *call)
{
	buffer_text(&call->response->body, "{\"routes\":");
	admin_write_routes(call);
	buffer_byte(&call->response->body, '}');
	return true;
}

/* ---- what is sent is kept as it is ---- */

static bool refuse_empty(struct admin_call *call)
{
	return (call->body && json_object_object_length(call->body)) ||
	       error_validation(call->error, "Request body cannot be empty");
}

/* ---- e-mails ---- */

bool admin_email_templates(struct admin_call *call)
{
	struct json_object *templates;
	if (!account_email_templates(call->request->session, &templates, call->error))
		return false;
	json_write_value(&call->response->body, templates);
	json_object_put(templates);
	return true;
}

bool admin_set_email_templates(struct admin_call *call)
{
	struct json_object *templates = json_member_of_type(call->body, "email-templates", json_type_object);
	if (!refuse_empty(call))
		return false;
	if (!templates)
		return error_validation(call->error, "email-templates must be an object");
	json_object_object_foreach(templates, name, one)
	{
		struct json_object *message = json_member(json_member(one, "options"), "message");
		(void)name;
		if (!json_object_is_type(message, json_type_string) || !account_is_email_template(json_string(message)))
			return error_validation(call->error, "Invalid template");
	}
	return answer_ok(call, admin_set_setting(call, email_setting, templates));
}

/* ---- who may register, and how ---- */

bool admin_advanced(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct slice json;
	if (!store_setting(call->request->session, advanced_setting, &json, call->error))
		return false;
	buffer_text(body, "{\"settings\":");
	if (!json.len || !json_write_compact(body, json))
		buffer_text(body, "null");
	buffer_text(body, ",\"roles\":");
	if (!write_roles(call))
		return false;
	buffer_byte(body, '}');
	return true;
}

static void check_address(struct input *input, const char *name)
{
	struct json_object *value = json_member(input->object, name);
	if (value && !json_object_is_type(value, json_type_string))
		input_refuse(input, arena_format(input->arena, "\"%s\"", name),
		             arena_format(input->arena, "%s must be a `string` type", name));
}

/* Strapi takes anything; what the server can't use is refused here, as it would have to guess. */
bool admin_set_advanced(struct admin_call *call)
{
	static const char *const flags[] = {"unique_email", "allow_register", "email_confirmation"};
	struct input input;
	if (!refuse_empty(call) || !input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	for (size_t i = 0; i < COUNT_OF(flags); i++)
		input_check_flag(&input, flags[i]);
	check_address(&input, "email_reset_password");
	check_address(&input, "email_confirmation_redirection");
	check_address(&input, "default_role");
	return input_end(&input, call->error) && answer_ok(call, admin_set_setting(call, advanced_setting, call->body));
}

/* ---- providers ---- */

bool admin_providers(struct admin_call *call)
{
	const struct config *config = call->shared->config;
	struct slice json;
	if (!store_setting(call->request->session, grant_setting, &json, call->error))
		return false;
	struct json_object *providers = json.len ? json_parse_stored(json) : NULL;
	if (json_object_is_type(providers, json_type_object)) {
		json_object_object_foreach(providers, name, provider)
		{
			if (strcmp(name, "email") == 0 || !json_object_is_type(provider, json_type_object))
				continue;
			const char *uri = arena_format(call->http->arena, "%s%s/connect/%s/callback",
			                               config->public_url, config->prefix, name);
			json_object_object_add(provider, "redirectUri", json_object_new_string(uri));
		}
	}
	json_write_value(&call->response->body, providers);
	json_object_put(providers);
	return true;
}

bool admin_set_providers(struct admin_call *call)
{
	struct json_object *providers = json_member_of_type(call->body, "providers", json_type_object);
	if (!refuse_empty(call))
		return false;
	if (!providers)
		return error_validation(call->error, "providers must be an object");
	json_object_object_foreach(providers, name, provider) if (
	    !json_object_is_type(provider,
	                         json_type_object)) return error_validation(call->error,
	                                                                    "providers.%.100s must be an object", name);
	return answer_ok(call, admin_set_setting(call, grant_setting, providers));
}
