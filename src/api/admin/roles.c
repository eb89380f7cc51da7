/* The roles of admins. */
#include "admin.h"
#include "list.h"
#include "permissions.h"

#include <json-c/json.h>

static const char *const shown[] = {"name", "code", "description", "createdAt", "updatedAt"};

static struct query *shown_role(struct admin_call *call)
{
	struct arena *arena = call->http->arena;
	struct query *query = query_create(arena, call->shared->registry->admin_role);
	query->fields = arena_array(arena, COUNT_OF(shown), sizeof *query->fields);
	for (size_t i = 0; i < COUNT_OF(shown); i++)
		query->fields[query->field_count++] = model_attribute(query->type, slice_of(shown[i]));
	return query;
}

/* The roles that the query finds, each with the count of its users. */
static bool write_roles(struct admin_call *call, struct query *query, struct buffer *body, size_t *count)
{
	const struct content_call content = admin_call_content(call);
	const struct query_root root = {.query = query, .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	*count = content_result_count(result);
	int64_t *roles = arena_array(content.arena, *count, sizeof *roles);
	int64_t *users = arena_array(content.arena, *count, sizeof *users);
	for (size_t i = 0; i < *count; i++)
		roles[i] = content_result_id(result, i);
	bool done = admin_count_related(call, query->type, "users", roles, *count, users);
	for (size_t i = 0; done && i < *count; i++) {
		if (i)
			buffer_byte(body, ',');
		content_begin_entry(body, result, i);
		buffer_format(body, ",\"usersCount\":%lld}", (long long)users[i]);
	}
	content_free(result);
	return done;
}

/* Few: the list is not paged. */
bool admin_list_roles(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct query *query = shown_role(call);
	struct query_root root;
	size_t count;
	if (!admin_list_read(call, query->type, &root))
		return false;
	root.query->fields = query->fields;
	root.query->field_count = query->field_count;
	root.query->limit = -1;
	root.query->offset = 0;
	buffer_text(body, "{\"data\":[");
	if (!write_roles(call, root.query, body, &count))
		return false;
	buffer_text(body, "]}");
	return true;
}

static bool refuse(struct admin_call *call)
{
	return error_set(call->error, 404, "NotFoundError", "role.notFound");
}

bool admin_show_role(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct query *query = shown_role(call);
	int64_t id;
	size_t count;
	if (!admin_call_id(call, "role.notFound", &id))
		return false;
	query->filter = query_compare(call->http->arena, &query->type->id, QUERY_EQ, value_integer(id));
	buffer_text(body, "{\"data\":");
	if (!write_roles(call, query, body, &count))
		return false;
	buffer_byte(body, '}');
	return count || refuse(call);
}

bool admin_list_role_permissions(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	const struct admin_permission *permissions;
	struct query *query = shown_role(call);
	int64_t id, found;
	size_t count;
	if (!admin_call_id(call, "role.notFound", &id))
		return false;
	query->filter = query_compare(call->http->arena, &query->type->id, QUERY_EQ, value_integer(id));
	if (!store_count(call->request->session, query, &found, call->error))
		return false;
	if (!found)
		return refuse(call);
	if (!access_read_admin_permissions(call->shared->access, call->request->session, call->http->arena, &id, 1,
	                                   &permissions, &count, call->error))
		return false;
	buffer_text(body, "{\"data\":");
	admin_write_permissions(body, permissions, count);
	buffer_byte(body, '}');
	return true;
}
