/* Signing in, and going on being signed in. */
#include "account/limits.h"
#include "account/text.h"
#include "admin_row.h"

static bool read_row(struct account_call *call, struct slice email, struct admin_row *row, struct error *error)
{
	struct store_session *session;
	if (!account_begin(call, &session, error))
		return false;
	const struct content_call content = admin_row_content(call, session);
	bool done = admin_row_find(&content, call->accounts->registry, "email", email, row, error);
	store_end(session);
	return done;
}

/* The password takes its time: meanwhile it may have been changed. */
static bool answer_with(struct account_call *call, const struct admin_row *row, struct account_admin_answer *answer,
                        struct error *error)
{
	struct store_session *session;
	struct admin_row now;
	if (!account_begin(call, &session, error))
		return false;
	const struct content_call content = admin_row_content(call, session);
	bool done = admin_row_find_id(&content, call->accounts->registry, row->id, &now, error);
	if (done && (!now.active || !slice_equals(now.password, row->password)))
		done = account_refuse(error, "Invalid credentials");
	done = done && admin_row_answer(call, session, row->id, false, true, answer, error);
	store_end(session);
	return done;
}

bool account_sign_in_admin(struct account_call *call, struct json_object *json, struct account_admin_answer *answer,
                           struct error *error)
{
	struct admin_row row;
	const struct slice email = json_string(json_member(json, "email"));
	const struct slice password = json_string(json_member(json, "password"));
	*answer = (struct account_admin_answer){0};
	if (!account_limit_admin(call, "sign-in", email, error))
		return false;
	if (!email.len || !password.len)
		return account_refuse(error, "Missing credentials");
	if (!read_row(call, text_lower_case(call->arena, email), &row, error))
		return false;
	/* The time is taken by the password alone, whether there is an account or not. */
	if (!access_check_password(password, row.password) || !row.id)
		return account_refuse(error, "Invalid credentials");
	if (!row.active)
		return account_refuse(error, "User not active");
	return answer_with(call, &row, answer, error);
}

bool account_renew_admin(struct account_call *call, struct store_session *session, struct json_object *json,
                         struct account_admin_answer *answer, struct error *error)
{
	static const char *const names[] = {"token", NULL};
	const struct access *access = call->accounts->access;
	struct input input;
	struct admin admin;
	*answer = (struct account_admin_answer){0};
	if (!input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "token", INPUT_REQUIRED);
	input_check_names(&input, names);
	if (!input_end(&input, error))
		return false;
	if (!access_identify_admin_token(access, session, input_text(&input, "token"), call->arena, &admin, error))
		return error->status == 401 ? error_validation(error, "Invalid token") : false;
	answer->jwt = access_issue_admin_jwt(access, call->arena, admin.id, &admin.tokens);
	return answer->jwt || error_internal(error, "auth.options.expiresIn is no time: no admin can sign in");
}
