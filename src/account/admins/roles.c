/* Roles of admins: made, changed, deleted, and given permissions. */
#include "account/text.h"
#include "permissions.h"

struct role_change {
	struct account_call *call;
	struct json_object *data;
	int64_t id;
	const int64_t *ids;
	size_t count;
	bool single;
	struct json_object **answer;
};

static const char *const role_names[] = {"name", "description", NULL};

/* ---- roles as they are shown ---- */

static bool show_role(const struct content_call *content, const struct registry *registry, int64_t id,
                      struct json_object **role, struct error *error)
{
	static const char *const names[] = {"name", "code", "description", "createdAt", "updatedAt"};
	const struct content_type *type = registry->admin_role;
	struct query *query = query_create(content->arena, type);
	struct content_result *result;
	query->fields = arena_array(content->arena, COUNT_OF(names), sizeof *query->fields);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		query->fields[query->field_count++] = model_attribute(type, slice_of(names[i]));
	*role = NULL;
	if (!content_find_one(content, query, id, false, &result, error))
		return false;
	if (content_result_count(result))
		*role = content_entry_json(result, 0);
	content_free(result);
	return true;
}

static bool refuse_missing(struct error *error)
{
	return error_set(error, 404, "NotFoundError", "role.notFound");
}

/* Refuses what concerns a role that is not there, or the super admin's. */
static bool check_role(const struct content_call *content, const struct registry *registry, int64_t id,
                       const char *super, struct error *error)
{
	struct json_object *role;
	if (!show_role(content, registry, id, &role, error))
		return false;
	if (!role)
		return refuse_missing(error);
	const bool is_super = slice_is(json_string(json_member(role, "code")), SUPER_ADMIN_CODE);
	json_object_put(role);
	return !is_super || account_refuse(error, super);
}

static bool check_name(const struct content_call *content, const struct registry *registry, struct json_object *data,
                       int64_t own, struct error *error)
{
	const struct slice name = json_string(json_member(data, "name"));
	struct query_root root = {.query = query_create(content->arena, registry->admin_role), .locale = LOCALE_ALL};
	int64_t other;
	if (!name.len)
		return true;
	root.query->filter = query_compare(content->arena, model_attribute(registry->admin_role, SLICE("name")),
	                                   QUERY_EQ, value_text(name));
	return content_find_id(content, &root, &other, error) &&
	       (!other || other == own ||
	        account_refuse(error,
	                       arena_format(content->arena,
	                                    "The name must be unique and a role with name `%.*s` already exists.",
	                                    slice_shown_length(name, 255), name.ptr)));
}

/* ---- making and changing ---- */

/* Strapi adds the time in base 36, so that no code comes twice. */
static const char *make_code(struct arena *arena, struct slice name)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	char time[16], *at = time + sizeof time;
	int64_t now = datetime_now();
	*--at = '\0';
	do
		*--at = digits[now % 36];
	while (now /= 36);
	return arena_format(arena, "%s-%s", text_role_code(arena, name), at);
}

static bool store_new(void *context, struct store_session *session, struct error *error)
{
	struct role_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	int64_t id;
	return check_name(&content, registry, change->data, 0, error) &&
	       content_insert(&content, registry->admin_role, change->data, &id, error) &&
	       show_role(&content, registry, id, change->answer, error);
}

static bool check_body(struct account_call *call, struct json_object *json, bool creation, struct error *error)
{
	struct input input;
	if (!input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "name", INPUT_NOT_EMPTY | (creation ? INPUT_REQUIRED : 0));
	input_check_text(&input, "description", INPUT_NULLABLE);
	input_check_names(&input, role_names);
	return input_end(&input, error);
}

bool account_create_admin_role(struct account_call *call, struct json_object *json, struct json_object **role,
                               struct error *error)
{
	struct role_change change = {.call = call, .data = json, .answer = role};
	*role = NULL;
	if (!check_body(call, json, true, error))
		return false;
	const char *code = make_code(call->arena, json_string(json_member(json, "name")));
	json_object_object_add(json, "code", json_object_new_string(code));
	return account_write(call, store_new, &change, error);
}

static bool store_changed(void *context, struct store_session *session, struct error *error)
{
	struct role_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	return check_role(&content, registry, change->id, "Super admin can't be edited.", error) &&
	       check_name(&content, registry, change->data, change->id, error) &&
	       content_change_entry(&content, registry->admin_role, change->data, change->id, error) &&
	       show_role(&content, registry, change->id, change->answer, error);
}

bool account_change_admin_role(struct account_call *call, int64_t id, struct json_object *json,
                               struct json_object **role, struct error *error)
{
	struct role_change change = {.call = call, .data = json, .id = id, .answer = role};
	*role = NULL;
	if (!check_body(call, json, false, error))
		return false;
	if (!json)
		change.data = json_keep(call->arena, json_object_new_object());
	return account_write(call, store_changed, &change, error);
}

/* ---- deleting ---- */

static bool refuse_deletion(const struct role_change *change, const char *message, struct error *error)
{
	struct input input;
	if (!input_begin(&input, change->call->arena, NULL, error))
		return false;
	input_refuse(&input, change->single ? "\"id\"" : "\"ids\"", message);
	return input_end(&input, error);
}

static bool count_users(const struct content_call *content, const struct registry *registry, int64_t role,
                        int64_t *count, struct error *error)
{
	struct condition *related = arena_alloc(content->arena, sizeof *related);
	struct query_root root = {.query = query_create(content->arena, registry->admin_user), .locale = LOCALE_ALL};
	*related = (struct condition){
	    .kind = CONDITION_RELATED,
	    .attribute = model_attribute(registry->admin_user, SLICE("roles")),
	    .children = query_compare(content->arena, &registry->admin_role->id, QUERY_EQ, value_integer(role)),
	};
	root.query->filter = related;
	return content_count(content, &root, count, error);
}

static bool check_deletion(const struct role_change *change, const struct content_call *content,
                           const struct registry *registry, struct error *error)
{
	int64_t super, users;
	if (!admin_row_super_role(content, registry, &super, error))
		return false;
	for (size_t i = 0; i < change->count; i++)
		if (super && change->ids[i] == super)
			return refuse_deletion(change, "You cannot delete the super admin role", error);
	for (size_t i = 0; i < change->count; i++) {
		if (!count_users(content, registry, change->ids[i], &users, error))
			return false;
		if (users)
			return refuse_deletion(change, "Some roles are still assigned to some users", error);
	}
	return true;
}

static bool delete_permissions(const struct content_call *content, const struct registry *registry, int64_t role,
                               struct error *error)
{
	struct json_object *list;
	bool done = permissions_read(content, registry, role, &list, error);
	for (size_t i = 0; done && i < json_object_array_length(list); i++) {
		struct json_object *id = json_member(json_object_array_get_idx(list, i), "id");
		done = content_remove(content, registry->admin_permission, json_object_get_int64(id), error);
	}
	json_object_put(list);
	return done;
}

static bool store_deletion(void *context, struct store_session *session, struct error *error)
{
	struct role_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	struct json_object *role;
	if (!check_deletion(change, &content, registry, error))
		return false;
	for (size_t i = 0; i < change->count; i++) {
		if (!show_role(&content, registry, change->ids[i], &role, error))
			return false;
		if (!role)
			continue;
		json_object_array_add(*change->answer, role);
		if (!delete_permissions(&content, registry, change->ids[i], error) ||
		    !content_remove(&content, registry->admin_role, change->ids[i], error))
			return false;
	}
	return true;
}

bool account_delete_admin_roles(struct account_call *call, const int64_t *ids, size_t count, bool single,
                                struct json_object **roles, struct error *error)
{
	struct role_change change = {.call = call, .ids = ids, .count = count, .single = single, .answer = roles};
	*roles = json_object_new_array();
	return account_write(call, store_deletion, &change, error);
}

/* ---- permissions ---- */

static bool store_permissions(void *context, struct store_session *session, struct error *error)
{
	struct role_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	struct permission_assignment assignment = {.role = change->id, .spares = true};
	bool differs;
	if (!check_role(&content, registry, change->id, "Super admin permissions can't be edited.", error) ||
	    !permissions_check(change->call->arena, registry, change->data, &assignment.wanted, error))
		return false;
	bool done = permissions_assign(&content, registry, &assignment, change->answer, &differs, error);
	json_object_put(assignment.wanted);
	return done;
}

bool account_set_admin_permissions(struct account_call *call, int64_t role, struct json_object *json,
                                   struct json_object **permissions, struct error *error)
{
	struct role_change change = {.call = call, .data = json, .id = role, .answer = permissions};
	*permissions = NULL;
	return account_write(call, store_permissions, &change, error);
}
