#include "access_state.h"

#include "admin.h"
#include "token.h"

#include <json-c/json.h>

static bool refuse(struct error *error)
{
	return error_unauthorized(error, "Missing or invalid credentials");
}

bool access_has_admins(const struct access *access)
{
	return access->admin_secret.len && !slice_equals(access->admin_secret, access->jwt_secret);
}

const char *access_issue_admin_jwt(const struct access *access, struct arena *arena, int64_t admin_id)
{
	const int64_t now = datetime_now() / 1000;
	return access_has_admins(access)
	           ? jwt_write(arena, access->admin_secret, admin_id, now, now + access->admin_lifetime)
	           : NULL;
}

bool access_read_admin_jwt(const struct access *access, struct slice token, int64_t *admin_id)
{
	struct jwt jwt;
	if (!access_has_admins(access) || !jwt_read(token, access->admin_secret, &jwt) ||
	    !jwt_is_current(&jwt, datetime_now() / 1000))
		return false;
	*admin_id = jwt.user_id;
	return true;
}

/* ---- reading ---- */

static struct query *query_fields(struct arena *arena, const struct content_type *type, const char *const *names,
                                  size_t count)
{
	struct query *query = query_create(arena, type);
	query->with_private = true;
	query->fields = arena_array(arena, count, sizeof *query->fields);
	for (size_t i = 0; i < count; i++) {
		const struct attribute *field = model_attribute(type, slice_of(names[i]));
		assert(field);
		query->fields[query->field_count++] = field;
	}
	return query;
}

static bool cell_is_true(const struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell((struct store_cursor *)(uintptr_t)cursor, field, &cell);
	return cell.kind == CELL_INTEGER && cell.integer != 0;
}

static bool find_active(const struct access *access, struct store_session *session, struct arena *arena, int64_t id,
                        bool *active, struct error *error)
{
	static const char *const names[] = {"isActive", "blocked"};
	const struct store_select select = {
	    .query = query_fields(arena, access->registry->admin_user, names, COUNT_OF(names)),
	    .parents = &id,
	    .parent_count = 1};
	struct store_cursor *cursor;
	bool row;
	if (!store_select(session, &select, &cursor, error))
		return false;
	bool done = store_next(cursor, &row, error);
	*active = done && row && cell_is_true(cursor, 0) && !cell_is_true(cursor, 1);
	store_close_cursor(cursor);
	return done;
}

static bool find_roles(const struct access *access, struct store_session *session, struct arena *arena,
                       struct admin *admin, struct error *error)
{
	static const char *const names[] = {"code"};
	const struct registry *registry = access->registry;
	const struct store_select select = {
	    .query = query_fields(arena, registry->admin_role, names, COUNT_OF(names)),
	    .via = model_attribute(registry->admin_user, SLICE("roles")),
	    .owner = registry->admin_user,
	    .parents = &admin->id,
	    .parent_count = 1,
	};
	struct store_cursor *cursor;
	int64_t *roles = NULL;
	size_t capacity = 0;
	bool row, done;
	if (!store_select(session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		roles = arena_grow(arena, roles, admin->role_count, &capacity, sizeof *roles);
		roles[admin->role_count++] = store_id(cursor);
	}
	admin->roles = roles;
	store_close_cursor(cursor);
	return done;
}

static struct slice text_of(struct arena *arena, struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell(cursor, field, &cell);
	return cell.kind == CELL_TEXT ? arena_copy_slice(arena, cell.text) : (struct slice){NULL, 0};
}

static int compare_permissions(const void *a, const void *b)
{
	const struct admin_permission *first = a, *second = b;
	return (first->id > second->id) - (first->id < second->id);
}

bool access_read_admin_permissions(const struct access *access, struct store_session *session, struct arena *arena,
                                   const int64_t *roles, size_t role_count, const struct admin_permission **permissions,
                                   size_t *count, struct error *error)
{
	static const char *const names[] = {"action", "subject", "actionParameters", "properties", "conditions"};
	const struct registry *registry = access->registry;
	const struct store_select select = {
	    .query = query_fields(arena, registry->admin_permission, names, COUNT_OF(names)),
	    .via = model_attribute(registry->admin_role, SLICE("permissions")),
	    .owner = registry->admin_role,
	    .parents = roles,
	    .parent_count = role_count,
	};
	struct admin_permission *items = NULL;
	struct store_cursor *cursor;
	size_t capacity = 0;
	bool row, done;
	*permissions = NULL;
	*count = 0;
	if (!role_count)
		return true;
	if (!store_select(session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		items = arena_grow(arena, items, *count, &capacity, sizeof *items);
		items[(*count)++] = (struct admin_permission){
		    .id = store_id(cursor),
		    .role = store_parent(cursor),
		    .action = text_of(arena, cursor, 0),
		    .subject = text_of(arena, cursor, 1),
		    .parameters = text_of(arena, cursor, 2),
		    .properties = text_of(arena, cursor, 3),
		    .conditions = text_of(arena, cursor, 4),
		};
	}
	store_close_cursor(cursor);
	if (*count)
		qsort(items, *count, sizeof *items, compare_permissions);
	*permissions = items;
	return done;
}

bool access_identify_admin(const struct access *access, struct store_session *session, struct slice authorization,
                           struct arena *arena, struct admin *admin, struct error *error)
{
	struct slice token;
	bool active;
	*admin = (struct admin){0};
	if (!token_from_header(authorization, &token) || !access_read_admin_jwt(access, token, &admin->id))
		return refuse(error);
	if (!find_active(access, session, arena, admin->id, &active, error))
		return false;
	if (!active)
		return refuse(error);
	return find_roles(access, session, arena, admin, error) &&
	       access_read_admin_permissions(access, session, arena, admin->roles, admin->role_count,
	                                     &admin->permissions, &admin->permission_count, error);
}

/* ---- what they may do ---- */

/* Whether the permission is for that field; empty: for any at all. Without a list it is for all. */
static bool is_for_field(const struct admin_permission *permission, struct slice field)
{
	struct json_object *json, *fields;
	if (!permission->properties.len || slice_is(permission->properties, "{}"))
		return true;
	json = json_parse_stored(permission->properties);
	bool is = true;
	if (json_find(json, "fields", &fields) && json_object_is_type(fields, json_type_array)) {
		const size_t count = json_object_array_length(fields);
		is = !field.len && count;
		for (size_t i = 0; !is && i < count; i++)
			is = slice_equals(json_string(json_object_array_get_idx(fields, i)), field);
	}
	json_object_put(json);
	return is;
}

bool access_admin_may_field(const struct admin *admin, struct slice action, struct slice subject, struct slice field)
{
	for (size_t i = 0; i < admin->permission_count; i++) {
		const struct admin_permission *permission = &admin->permissions[i];
		if (slice_equals(permission->action, action) && slice_equals(permission->subject, subject) &&
		    is_for_field(permission, field))
			return true;
	}
	return false;
}

bool access_admin_may(const struct admin *admin, struct slice action, struct slice subject)
{
	return access_admin_may_field(admin, action, subject, SLICE(""));
}
