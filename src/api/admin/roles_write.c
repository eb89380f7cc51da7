/* Changes to the roles of admins. */
#include "admin.h"

#include <json-c/json.h>

/* Answers with what was made, or releases it. */
static bool answer_json(struct admin_call *call, bool done, struct json_object *json)
{
	if (done)
		return admin_call_answer(call, json);
	json_object_put(json);
	return false;
}

bool admin_create_role(struct admin_call *call)
{
	struct json_object *role;
	bool done = account_create_admin_role(&call->account, call->body, &role, call->error);
	if (done)
		call->response->status = 201;
	return answer_json(call, done, role);
}

bool admin_change_role(struct admin_call *call)
{
	struct json_object *role;
	bool done =
	    account_change_admin_role(&call->account, admin_call_id_or_none(call), call->body, &role, call->error);
	return answer_json(call, done, role);
}

/* No role of that id is no error: the answer is null. */
bool admin_delete_role(struct admin_call *call)
{
	struct json_object *roles, *role = NULL;
	const int64_t id = admin_call_id_or_none(call);
	bool done = account_delete_admin_roles(&call->account, &id, 1, true, &roles, call->error);
	if (done && json_object_array_length(roles))
		role = json_object_get(json_object_array_get_idx(roles, 0));
	json_object_put(roles);
	return done && admin_call_answer(call, role);
}

bool admin_delete_roles(struct admin_call *call)
{
	struct json_object *roles;
	int64_t *ids;
	size_t count;
	if (!account_read_ids(&call->account, call->body, &ids, &count, call->error))
		return false;
	bool done = account_delete_admin_roles(&call->account, ids, count, false, &roles, call->error);
	return answer_json(call, done, roles);
}

bool admin_set_role_permissions(struct admin_call *call)
{
	static const char *const shown[] = {"id", "action", "actionParameters", "subject", "properties", "conditions"};
	struct json_object *permissions, *list;
	int64_t id;
	if (!admin_call_id(call, "role.notFound", &id))
		return false;
	if (!account_set_admin_permissions(&call->account, id, call->body, &permissions, call->error)) {
		json_object_put(permissions);
		return false;
	}
	list = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(permissions); i++) {
		struct json_object *permission = json_object_array_get_idx(permissions, i);
		struct json_object *item = json_object_new_object();
		for (size_t j = 0; j < COUNT_OF(shown); j++)
			json_object_object_add(item, shown[j], json_object_get(json_member(permission, shown[j])));
		json_object_array_add(list, item);
	}
	json_object_put(permissions);
	return admin_call_answer(call, list);
}
