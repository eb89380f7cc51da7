#include "role_write.h"
#include "user.h"

static const struct registry *registry_of(const struct role_write *write)
{
	return write->call->accounts->registry;
}

static bool may_find_all(const void *context, const struct content_type *type)
{
	(void)context;
	(void)type;
	return true;
}

/* As Strapi stores them: without asking the model's rules. */
static struct content_change change_of(const struct role_write *write, const struct content_type *type,
                                       struct json_object *data)
{
	struct query *nothing = query_create(write->call->arena, type);
	nothing->fields = arena_array(write->call->arena, 1, sizeof *nothing->fields);
	return (struct content_change){
	    .type = type, .data = data, .rights = {may_find_all, NULL}, .answer = nothing, .unchecked = true};
}

/* Strapi sends no notices of roles. */
static struct content_call silent_content(const struct role_write *write, struct store_session *session)
{
	struct content_call content = account_content(write->call, session);
	content.silent = true;
	return content;
}

static bool create_entry(const struct role_write *write, struct store_session *session, const struct content_type *type,
                         struct json_object *data, int64_t *id, struct error *error)
{
	struct content_call content = silent_content(write, session);
	struct content_change change = change_of(write, type, data);
	struct content_result *result;
	if (!content_create(&content, &change, &result, error))
		return false;
	*id = content_result_id(result, 0);
	content_free(result);
	return true;
}

static bool update_entry(const struct role_write *write, struct store_session *session, const struct content_type *type,
                         int64_t id, struct json_object *data, struct error *error)
{
	struct content_call content = silent_content(write, session);
	struct content_change change = change_of(write, type, data);
	struct content_result *result;
	if (!content_update(&content, &change, id, &result, error))
		return false;
	content_free(result);
	return true;
}

static bool delete_entry(const struct role_write *write, struct store_session *session, const struct content_type *type,
                         int64_t id, struct error *error)
{
	struct content_call content = silent_content(write, session);
	struct content_result *result;
	if (!content_delete(&content, query_create(write->call->arena, type), id, &result, error))
		return false;
	content_free(result);
	return true;
}

static bool role_not_found(struct error *error)
{
	return error_set(error, 404, "NotFoundError", "Role not found");
}

/* ---- storing ---- */

static bool grant(const struct role_write *write, struct store_session *session, struct slice action,
                  struct error *error)
{
	struct json_object *data = json_object_new_object();
	int64_t id;
	json_object_object_add(data, "action", json_object_new_string_len(action.ptr, (int)action.len));
	json_object_object_add(data, "role", json_object_new_int64(write->id));
	bool done = create_entry(write, session, registry_of(write)->permission, data, &id, error);
	json_object_put(data);
	return done;
}

bool role_create(void *context, struct store_session *session, struct error *error)
{
	struct role_write *write = context;
	if (!create_entry(write, session, registry_of(write)->role, write->data, &write->id, error))
		return false;
	for (size_t i = 0; i < write->permissions.count; i++)
		if (!grant(write, session, write->permissions.actions[i], error))
			return false;
	return true;
}

/* The permissions that the role has: their actions and ids. */
static bool read_granted(const struct role_write *write, struct store_session *session, struct slice **actions,
                         int64_t **ids, size_t *count, struct error *error)
{
	struct arena *arena = write->call->arena;
	const struct content_type *type = registry_of(write)->permission;
	const struct attribute *relation = model_attribute(registry_of(write)->role, SLICE("permissions"));
	struct query *query = query_create(arena, type);
	const struct store_select select = {.query = query,
	                                    .via = relation,
	                                    .owner = registry_of(write)->role,
	                                    .parents = &write->id,
	                                    .parent_count = 1};
	size_t capacity = 0, id_capacity = 0;
	struct store_cursor *cursor;
	struct cell cell;
	bool row, done;
	query->fields = arena_array(arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = model_attribute(type, SLICE("action"));
	*actions = NULL;
	*ids = NULL;
	*count = 0;
	if (!store_select(session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		store_cell(cursor, 0, &cell);
		*actions = arena_grow(arena, *actions, *count, &capacity, sizeof **actions);
		*ids = arena_grow(arena, *ids, *count, &id_capacity, sizeof **ids);
		(*actions)[*count] =
		    cell.kind == CELL_TEXT ? arena_copy_slice(arena, cell.text) : (struct slice){NULL, 0};
		(*ids)[(*count)++] = store_id(cursor);
	}
	store_close_cursor(cursor);
	return done;
}

static bool has(const struct slice *actions, size_t count, struct slice action)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(actions[i], action))
			return true;
	return false;
}

bool role_update(void *context, struct store_session *session, struct error *error)
{
	struct role_write *write = context;
	const struct registry *registry = registry_of(write);
	struct slice *granted;
	int64_t *ids;
	size_t count;
	if (!update_entry(write, session, registry->role, write->id, write->data, error))
		return error->status == 404 ? role_not_found(error) : false;
	if (!read_granted(write, session, &granted, &ids, &count, error))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!permission_input_has(&write->permissions, granted[i]) &&
		    !delete_entry(write, session, registry->permission, ids[i], error))
			return false;
	for (size_t i = 0; i < write->permissions.count; i++)
		if (!has(granted, count, write->permissions.actions[i]) &&
		    !grant(write, session, write->permissions.actions[i], error))
			return false;
	return true;
}

/* The ids of the role's users, a page at a time. */
static bool read_users(const struct role_write *write, struct store_session *session, int64_t *ids, size_t most,
                       size_t *count, struct error *error)
{
	const struct registry *registry = registry_of(write);
	const struct attribute *relation = model_attribute(registry->role, SLICE("users"));
	struct query *query = query_create(write->call->arena, registry->user);
	const struct store_select select = {
	    .query = query, .via = relation, .owner = registry->role, .parents = &write->id, .parent_count = 1};
	struct store_cursor *cursor;
	bool row, done;
	query->fields = arena_array(write->call->arena, 1, sizeof *query->fields);
	query->limit = (int64_t)most;
	*count = 0;
	if (!store_select(session, &select, &cursor, error))
		return false;
	while (*count < most && (done = store_next(cursor, &row, error)) && row)
		ids[(*count)++] = store_id(cursor);
	done = *count == most || done;
	store_close_cursor(cursor);
	return done;
}

static bool move_users(const struct role_write *write, struct store_session *session, int64_t role, struct error *error)
{
	enum { PAGE = 500 };
	int64_t *ids = arena_array(write->call->arena, PAGE, sizeof *ids);
	size_t count;
	do {
		if (!read_users(write, session, ids, PAGE, &count, error))
			return false;
		for (size_t i = 0; i < count; i++) {
			struct json_object *data = json_object_new_object();
			json_object_object_add(data, "role", json_object_new_int64(role));
			bool done = update_entry(write, session, registry_of(write)->user, ids[i], data, error);
			json_object_put(data);
			if (!done)
				return false;
		}
	} while (count == PAGE);
	return true;
}

bool role_delete(void *context, struct store_session *session, struct error *error)
{
	struct role_write *write = context;
	const struct registry *registry = registry_of(write);
	struct slice *granted;
	int64_t *ids, public_role;
	size_t count;
	if (!user_role_id(write->call, session, "public", &public_role, error))
		return false;
	if (!public_role)
		return account_refuse(error, "There is no public role that its users could get");
	if (write->id == public_role)
		return account_refuse(error, "Cannot delete public role");
	if (!read_granted(write, session, &granted, &ids, &count, error) ||
	    !move_users(write, session, public_role, error))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!delete_entry(write, session, registry->permission, ids[i], error))
			return false;
	if (delete_entry(write, session, registry->role, write->id, error))
		return true;
	return error->status == 404 ? role_not_found(error) : false;
}
