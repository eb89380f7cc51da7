/* The admin who calls. */
#include "admin.h"
#include "permissions.h"

#include <json-c/json.h>

bool admin_me(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct json_object *user;
	return account_show_admin(&content, call->shared->registry, call->admin.id, true, &user, call->error) &&
	       admin_call_answer(call, user);
}

bool admin_change_me(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_change_own_admin(&call->account, call->admin.id, call->admin.issued_at, call->body, &answer,
	                                     call->error);
	if (!done) {
		json_object_put(answer.user);
		return false;
	}
	return admin_call_answer(call, answer.user);
}

bool admin_my_permissions(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"data\":");
	admin_write_permissions(body, call->admin.permissions, call->admin.permission_count);
	buffer_byte(body, '}');
	return true;
}
