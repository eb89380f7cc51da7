/* Administrators, as who may manage them sees and changes them. */
#include "admin.h"
#include "list.h"

#include <json-c/json.h>

static bool answer_user(struct admin_call *call, bool done, struct json_object *user, const char *missing)
{
	if (done && !user)
		return error_set(call->error, 404, "NotFoundError", "%s", missing);
	if (done)
		return admin_call_answer(call, user);
	json_object_put(user);
	return false;
}

/* Addresses, which are private, are searched, too: who sees this list sees them. Passwords and tokens are not
 * searchable. */
static void search_all(struct arena *arena, struct query *query)
{
	const struct content_type *type = query->type;
	const struct attribute **searched = arena_array(arena, type->attribute_count, sizeof *searched);
	for (size_t i = 0; i < type->attribute_count; i++)
		searched[i] = &type->attributes[i];
	query->searched = searched;
	query->searched_count = type->attribute_count;
}

bool admin_users(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	const struct registry *registry = call->shared->registry;
	struct buffer *body = &call->response->body;
	struct json_object *users;
	struct query_root root;
	int64_t total;
	if (!admin_list_read(call, registry->admin_user, &root))
		return false;
	search_all(content.arena, root.query);
	if (!account_find_admins(&content, registry, &root, true, &users, &total, call->error))
		return false;
	buffer_text(body, "{\"data\":{\"results\":");
	json_write_value(body, users);
	admin_list_write_pagination(body, &root, total);
	buffer_text(body, "}}");
	json_object_put(users);
	return true;
}

bool admin_user(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct json_object *user = NULL;
	int64_t id;
	if (!admin_call_id(call, "User does not exist", &id))
		return false;
	bool done = account_show_admin(&content, call->shared->registry, id, true, &user, call->error);
	return answer_user(call, done, user, "User does not exist");
}

bool admin_invite_user(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_invite_admin(&call->account, call->body, &answer, call->error);
	if (done)
		call->response->status = 201;
	return answer_user(call, done, answer.user, "User does not exist");
}

bool admin_change_user(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_change_admin(&call->account, admin_call_id_or_none(call), call->body, &answer, call->error);
	return answer_user(call, done, answer.user, "User does not exist");
}

bool admin_delete_user(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	struct json_object *user = NULL;
	int64_t id;
	if (!admin_call_id(call, "User not found", &id))
		return false;
	bool done = account_delete_admins(&call->account, &id, 1, &answer, call->error);
	if (done && json_object_array_length(answer.user))
		user = json_object_get(json_object_array_get_idx(answer.user, 0));
	json_object_put(answer.user);
	return answer_user(call, done, user, "User not found");
}

bool admin_delete_users(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	int64_t *ids;
	size_t count;
	if (!account_read_ids(&call->account, call->body, &ids, &count, call->error))
		return false;
	bool done = account_delete_admins(&call->account, ids, count, &answer, call->error);
	return answer_user(call, done, answer.user, "User not found");
}
