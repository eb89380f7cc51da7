/* Services for routes of the administration that the project's code has: who calls them. */
#include "admins.h"

#include "account/account.h"
#include "answer.h"
#include "code.h"
#include "host.h"

static void write_roles(struct buffer *value, const struct admin *admin)
{
	buffer_text(value, ",\"roles\":[");
	for (size_t i = 0; i < admin->role_count; i++)
		buffer_format(value, i ? ",%lld" : "%lld", (long long)admin->roles[i]);
	buffer_byte(value, ']');
}

static void write_json(struct buffer *value, const char *name, struct slice json, const char *none)
{
	json_write_name(value, slice_of(name));
	if (!json.len || !json_write_compact(value, json))
		buffer_text(value, none);
}

static void write_permission(struct buffer *value, const struct admin_permission *permission)
{
	buffer_format(value, "{\"id\":%lld,\"action\":", (long long)permission->id);
	json_write_string(value, permission->action);
	json_write_name(value, SLICE("subject"));
	if (permission->subject.len)
		json_write_string(value, permission->subject);
	else
		buffer_text(value, "null");
	write_json(value, "properties", permission->properties, "{}");
	write_json(value, "conditions", permission->conditions, "[]");
	buffer_byte(value, '}');
}

/* The header Authorization → {id, isSuper, roles, permissions}. 401 where it is of no admin. */
static bool identify(struct service_call *call, struct error *error)
{
	const struct access *access = call->code ? host_code_access(call->code) : NULL;
	const struct slice authorization = json_string(service_argument(call, 0));
	struct admin admin;
	if (!access || !call->config->admin.enabled)
		return error_unauthorized(error, "Missing or invalid credentials");
	if (!access_identify_admin(access, call->content.session, authorization, call->content.arena, &admin, error))
		return false;
	buffer_format(&call->value, "{\"id\":%lld,\"isSuper\":%s", (long long)admin.id,
	              admin.is_super ? "true" : "false");
	write_roles(&call->value, &admin);
	buffer_text(&call->value, ",\"permissions\":[");
	for (size_t i = 0; i < admin.permission_count; i++) {
		if (i)
			buffer_byte(&call->value, ',');
		write_permission(&call->value, &admin.permissions[i]);
	}
	buffer_text(&call->value, "]}");
	return true;
}

/* The actions and conditions of permissions that code has registered → whether the actions are others than before. */
static bool take_actions(struct service_call *call, struct error *error)
{
	(void)error;
	bool differs = access_register_actions(call->registry->admin_registered, service_argument(call, 0));
	access_register_conditions(call->registry->admin_registered, service_argument(call, 1));
	buffer_text(&call->value, differs && call->config->admin.enabled ? "true" : "false");
	return true;
}

/* The super admin gets permissions for them. */
static bool grant_actions(struct service_call *call, struct error *error)
{
	buffer_text(&call->value, "null");
	return account_reset_super_admin(&call->content, call->registry, error);
}

static bool is_known(const struct registry *registry, struct json_object *permission)
{
	const struct admin_action *action =
	    access_admin_action(registry, json_string(json_member(permission, "action")));
	struct slice subject = json_string(json_member(permission, "subject"));
	const struct content_type *type = subject.ptr ? model_type(registry, subject) : NULL;
	return action &&
	       (action->section != ADMIN_SECTION_CONTENT_TYPES || (type && access_admin_action_is_for(action, type)));
}

static bool is_internal(const struct registry *registry, struct json_object *id)
{
	const struct admin_action *action = access_admin_action(registry, json_string(id));
	return action && action->section == ADMIN_SECTION_INTERNAL;
}

/* Answers, for each item of the list that is the first argument, whether the test holds of it. */
static bool test_each(struct service_call *call,
                      bool (*test)(const struct registry *registry, struct json_object *item))
{
	struct json_object *list = service_argument(call, 0);
	const size_t count = json_object_is_type(list, json_type_array) ? json_count(list) : 0;
	buffer_byte(&call->value, '[');
	for (size_t i = 0; i < count; i++) {
		json_next(&call->value);
		buffer_text(&call->value, test(call->registry, json_item(list, i)) ? "true" : "false");
	}
	buffer_byte(&call->value, ']');
	return true;
}

/* [{action, subject}, …] → for each whether there is such an action, of such a type. */
static bool know_permissions(struct service_call *call, struct error *error)
{
	(void)error;
	return test_each(call, is_known);
}

/* [id of an action, …] → for each whether the panel shows it nowhere. */
static bool are_internal(struct service_call *call, struct error *error)
{
	(void)error;
	return test_each(call, is_internal);
}

static void write_question(struct buffer *head, const struct admin *admin)
{
	bool first = true;
	buffer_format(head, "{\"ask\":\"adminConditions\",\"admin\":%lld,\"permissions\":[", (long long)admin->id);
	for (size_t i = 0; i < admin->permission_count; i++) {
		if (!access_permission_asks(&admin->permissions[i]))
			continue;
		buffer_text(head, first ? "" : ",");
		write_permission(head, &admin->permissions[i]);
		first = false;
	}
	buffer_text(head, "]}");
}

bool host_ask_conditions(void *context, struct arena *arena, const struct admin *admin, struct json_object **answers,
                         struct error *error)
{
	struct host_answer answer;
	struct buffer head = {0}, body = {0};
	write_question(&head, admin);
	const struct host_ask ask = {.head = buffer_as_slice(&head), .at_once = true};
	bool done = host_converse(context, &ask, NULL, NULL, &answer, &body);
	buffer_free(&head);
	buffer_free(&body);
	if (!done) {
		host_answer_refuse(&answer, error);
		json_object_put(answer.value);
		return false;
	}
	*answers = answer.value ? json_keep(arena, answer.value) : NULL;
	return json_object_is_type(answer.value, json_type_array) ||
	       error_internal(error, "the project's code says nothing of its conditions");
}

const struct service admin_services[] = {
    {"admin.identify", false, identify},         {"admin.setActions", false, take_actions},
    {"admin.grantActions", true, grant_actions}, {"admin.knowPermissions", false, know_permissions},
    {"admin.areInternal", false, are_internal},
};
const size_t admin_service_count = COUNT_OF(admin_services);
