/* Signing in and out, the first admin, invitations and forgotten passwords. */
#include "admin.h"

#include <json-c/json.h>

static bool answer_signed_in(struct admin_call *call, bool done, struct account_admin_answer *answer)
{
	if (!done) {
		json_object_put(answer->user);
		return false;
	}
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "token", json_object_new_string(answer->jwt));
	if (answer->user)
		json_object_object_add(data, "user", answer->user);
	return admin_call_answer(call, data);
}

bool admin_login(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_sign_in_admin(&call->account, call->body, &answer, call->error);
	return answer_signed_in(call, done, &answer);
}

bool admin_renew_token(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_renew_admin(&call->account, call->request->session, call->body, &answer, call->error);
	return answer_signed_in(call, done, &answer);
}

bool admin_logout(struct admin_call *call)
{
	return admin_call_answer(call, json_object_new_object());
}

bool admin_register_first(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_register_first_admin(&call->account, call->body, &answer, call->error);
	return answer_signed_in(call, done, &answer);
}

static bool refuse_missing(struct admin_call *call)
{
	static const char details[] =
	    "{\"errors\":[{\"path\":[\"registrationToken\"],\"message\":\"registrationToken is a required field\","
	    "\"name\":\"ValidationError\"}]}";
	error_validation(call->error, "registrationToken is a required field");
	call->error->details = details;
	return false;
}

bool admin_registration_info(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct param *params;
	struct json_object *found;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return false;
	const struct param *token = param_get(params, "registrationToken");
	if (!token || token->kind != PARAM_TEXT || !token->text.len)
		return refuse_missing(call);
	return account_find_invitation(&content, call->shared->registry, token->text, &found, call->error) &&
	       admin_call_answer(call, found);
}

bool admin_register(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_register_admin(&call->account, call->body, &answer, call->error);
	return answer_signed_in(call, done, &answer);
}

bool admin_forgot_password(struct admin_call *call)
{
	call->response->status = 204;
	return account_forgot_admin_password(&call->account, call->body, call->error);
}

bool admin_reset_password(struct admin_call *call)
{
	struct account_admin_answer answer = {0};
	bool done = account_reset_admin_password(&call->account, call->body, &answer, call->error);
	return answer_signed_in(call, done, &answer);
}
