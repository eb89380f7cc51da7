/* Roles and their permissions. */
#include "roles.h"
#include "permissions.h"

static struct query_root all_of(struct rest_call *call, const struct content_type *type)
{
	return (struct query_root){.query = query_create(call->http->arena, type), .locale = LOCALE_ALL};
}

static struct condition *of_role(struct arena *arena, const struct content_type *type, int64_t role)
{
	struct condition *related = arena_alloc(arena, sizeof *related);
	related->kind = CONDITION_RELATED;
	related->attribute = model_attribute(type, SLICE("role"));
	related->children = query_compare(arena, &related->attribute->target->id, QUERY_EQ, value_integer(role));
	return related;
}

/* How many users each role has: one statement for all roles. */
static bool count_users(struct rest_call *call, const int64_t *roles, size_t count, int64_t *users)
{
	const struct content_type *role = call->rest->registry->role;
	return store_count_of_each(call->request->session, role, model_attribute(role, SLICE("users")), roles, count,
	                           users, call->error);
}

bool endpoint_roles(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct buffer *body = &call->response->body;
	struct query_root root = all_of(call, call->route.type);
	struct content_result *result;
	int64_t total;
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	size_t count = content_result_count(result);
	int64_t *roles = arena_array(content.arena, count, sizeof *roles);
	int64_t *users = arena_array(content.arena, count, sizeof *users);
	for (size_t i = 0; i < count; i++)
		roles[i] = content_result_id(result, i);
	bool done = count_users(call, roles, count, users);
	buffer_text(body, "{\"roles\":[");
	for (size_t i = 0; done && i < count; i++) {
		if (i)
			buffer_byte(body, ',');
		content_begin_entry(body, result, i);
		buffer_text(body, ",\"nb_users\":");
		buffer_int(body, users[i]);
		buffer_byte(body, '}');
	}
	buffer_text(body, "]}");
	content_free(result);
	return done;
}

struct granted {
	struct slice *items;
	size_t count, capacity;
};

/* The actions that a role was granted, in the order in which they were. */
static bool read_granted(struct rest_call *call, int64_t role, struct granted *granted)
{
	struct arena *arena = call->http->arena;
	const struct content_type *permission = call->rest->registry->permission;
	struct query *query = query_create(arena, permission);
	const struct store_select select = {.query = query};
	struct store_cursor *cursor;
	struct cell cell;
	bool row, done;
	query->fields = arena_array(arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = model_attribute(permission, SLICE("action"));
	query_add_condition(arena, query, of_role(arena, permission, role));
	*granted = (struct granted){0};
	if (!store_select(call->request->session, &select, &cursor, call->error))
		return false;
	while ((done = store_next(cursor, &row, call->error)) && row) {
		store_cell(cursor, 0, &cell);
		if (cell.kind != CELL_TEXT)
			continue;
		granted->items =
		    arena_grow(arena, granted->items, granted->count, &granted->capacity, sizeof *granted->items);
		granted->items[granted->count++] = arena_copy_slice(arena, cell.text);
	}
	store_close_cursor(cursor);
	return done;
}

bool endpoint_role(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct buffer *body = &call->response->body;
	struct content_result *result;
	struct granted granted;
	int64_t id;
	if (!call_entry_id(call, &id))
		return error_set(call->error, 404, "NotFoundError", "Role not found");
	if (!read_granted(call, id, &granted) ||
	    !content_find_one(&content, query_create(content.arena, call->route.type), id, false, &result, call->error))
		return false;
	bool found = content_result_count(result) > 0;
	if (found) {
		buffer_text(body, "{\"role\":");
		content_begin_entry(body, result, 0);
		buffer_text(body, ",\"permissions\":");
		permissions_write(body, call->rest->registry, granted.items, granted.count, content.arena);
		buffer_text(body, "}}");
	}
	content_free(result);
	return found || error_set(call->error, 404, "NotFoundError", "Role not found");
}

bool endpoint_permissions(struct rest_call *call)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"permissions\":");
	permissions_write(body, call->rest->registry, NULL, 0, call->http->arena);
	buffer_byte(body, '}');
	return true;
}
