/* Signing in, with a name or an address and a password. */
#include "account/limits.h"
#include "account/text.h"
#include "user.h"

static bool refuse(struct error *error)
{
	return error_validation(error, "Invalid identifier or password");
}

static bool find_account(struct account_call *call, struct slice identifier, struct settings_of_accounts *settings,
                         struct account_user *user, struct error *error)
{
	struct store_session *session;
	struct condition *name = user_any(call, user_is(call, "email", text_lower_case(call->arena, identifier)),
	                                  user_is(call, "username", identifier));
	name->next = user_is(call, "provider", SLICE("local"));
	struct condition both = {.kind = CONDITION_AND, .children = name};
	if (!account_begin(call, &session, error))
		return false;
	bool done = settings_read_accounts(session, call->arena, settings, error) &&
	            user_find(call, session, &both, user, error);
	store_end(session);
	return done;
}

/* The time is taken by the password alone, whether there is an account or not. */
static bool check(const struct account_user *user, const struct settings_of_accounts *settings, struct slice password,
                  struct error *error)
{
	if (!access_check_password(password, user->password) || !user->id)
		return refuse(error);
	if (settings->confirm_email && !user->confirmed)
		return account_refuse(error, "Your account email is not confirmed");
	if (user->blocked)
		return account_refuse(error, "Your account has been blocked by an administrator");
	return true;
}

/* Passwords take their time: meanwhile it may have been changed, which ends all that was begun with the old one. */
static bool check_again(struct account_call *call, struct store_session *session, const struct account_user *user,
                        struct error *error)
{
	struct account_user now;
	if (!user_find(call, session, user_has_id(call, user->id), &now, error))
		return false;
	return (now.id && !now.blocked && slice_equals(now.password, user->password)) || refuse(error);
}

static bool answer_with(struct account_call *call, const struct account_user *user, const struct query *shown,
                        struct account_answer *answer, struct error *error)
{
	struct store_session *session;
	if (!account_begin(call, &session, error))
		return false;
	bool done = check_again(call, session, user, error) && user_issue_jwt(call, session, user->id, answer, error) &&
	            user_show(call, session, user->id, shown, answer, error);
	store_end(session);
	return done;
}

bool account_sign_in(struct account_call *call, struct json_object *json, const struct query *shown,
                     struct account_answer *answer, struct error *error)
{
	struct settings_of_accounts settings;
	struct account_user user;
	struct input input;
	*answer = (struct account_answer){0};
	if (!account_limit_sign_in(call, error) || !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "identifier", INPUT_REQUIRED);
	input_check_text(&input, "password", INPUT_REQUIRED);
	if (!input_end(&input, error))
		return false;
	struct slice identifier = input_text(&input, "identifier");
	if (!account_limit_name(call, "sign-in", identifier, error) ||
	    !find_account(call, identifier, &settings, &user, error))
		return false;
	if (!settings.local_sign_in)
		return account_refuse(error, "This provider is disabled");
	return check(&user, &settings, input_text(&input, "password"), error) &&
	       answer_with(call, &user, shown, answer, error);
}
