/* Passwords that are forgotten, reset and changed. */
#include "account/limits.h"
#include "account/text.h"
#include "code_mail.h"
#include "user.h"

/* ---- forgotten ---- */

bool account_forgot_password(struct account_call *call, struct json_object *json, struct error *error)
{
	static const char *const names[] = {"email", NULL};
	struct input input;
	if (!account_limit_address(call, "forgot-password", error) || !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "email", INPUT_REQUIRED | INPUT_EMAIL);
	input_check_names(&input, names);
	if (!input_end(&input, error))
		return false;
	struct slice email = text_lower_case(call->arena, input_text(&input, "email"));
	return account_request_code(call, CODE_RESET, email, error);
}

/* ---- a new password ---- */

struct new_password {
	struct account_call *call;
	int64_t id;
	const char *code_hash;   /* the user must still have it; or */
	struct slice known_hash; /* of the password that was shown to be known: the user must still have that */
	struct json_object *data;
	const struct content_password *passwords;
	struct account_answer *answer;
};

static bool refuse_code(struct error *error)
{
	return error_validation(error, "Incorrect code provided");
}

static bool refuse_password(struct error *error)
{
	return error_validation(error, "The provided current password is invalid");
}

/* Two may come at once with the same code or the same old password: only the first finds it. */
static bool check_again(const struct new_password *new_password, struct store_session *session, struct error *error)
{
	struct account_user user;
	struct condition *filter = new_password->code_hash ? user_is(new_password->call, "resetPasswordToken",
	                                                             slice_of(new_password->code_hash))
	                                                   : user_has_id(new_password->call, new_password->id);
	if (!user_find(new_password->call, session, filter, &user, error))
		return false;
	if (new_password->code_hash)
		return user.id == new_password->id || refuse_code(error);
	return (user.id && slice_equals(user.password, new_password->known_hash)) || refuse_password(error);
}

/* The hook of this room ends the user's tokens; one issued then is good. */
static bool store_password(void *context, struct store_session *session, struct error *error)
{
	struct new_password *new_password = context;
	struct content_call content = account_content(new_password->call, session);
	struct content_change change =
	    user_change(new_password->call, new_password->data, new_password->passwords, NULL);
	struct content_result *result;
	if (!check_again(new_password, session, error) ||
	    !content_update(&content, &change, new_password->id, &result, error))
		return false;
	content_free(result);
	return user_issue_jwt(new_password->call, session, new_password->id, new_password->answer, error);
}

static bool set_password(struct new_password *new_password, struct slice password, struct error *error)
{
	const struct accounts *accounts = new_password->call->accounts;
	new_password->data = json_object_new_object();
	json_object_object_add(new_password->data, "password",
	                       json_object_new_string_len(password.ptr, (int)password.len));
	new_password->passwords = content_hash_passwords(accounts->content, new_password->call->arena,
	                                                 accounts->registry->user, new_password->data, false);
	bool done = account_write(new_password->call, store_password, new_password, error);
	json_object_put(new_password->data);
	return done;
}

/* As in Strapi, the answer shows the user as it was. */
static bool find_by_code(struct account_call *call, const char *hash, const struct query *shown, int64_t *id,
                         struct account_answer *answer, struct error *error)
{
	struct store_session *session;
	struct account_user user;
	if (!account_begin(call, &session, error))
		return false;
	bool done = user_find(call, session, user_is(call, "resetPasswordToken", slice_of(hash)), &user, error) &&
	            (user.id || refuse_code(error)) && user_show(call, session, user.id, shown, answer, error);
	store_end(session);
	*id = done ? user.id : 0;
	return done;
}

bool account_reset_password(struct account_call *call, struct json_object *json, const struct query *shown,
                            struct account_answer *answer, struct error *error)
{
	static const char *const names[] = {"password", "passwordConfirmation", "code", NULL};
	char hash[CODE_HASH_SIZE];
	struct input input;
	int64_t id;
	*answer = (struct account_answer){0};
	if (!account_limit_address(call, "reset-password", error) || !input_begin(&input, call->arena, json, error))
		return false;
	input_check_passwords(&input, false);
	input_check_text(&input, "code", INPUT_REQUIRED);
	input_check_names(&input, names);
	if (!input_end(&input, error))
		return false;
	struct slice password = input_text(&input, "password");
	if (!slice_equals(password, input_text(&input, "passwordConfirmation")))
		return error_validation(error, "Passwords do not match");
	if (!code_hash(input_text(&input, "code"), datetime_now() / 1000, hash))
		return refuse_code(error);
	if (!find_by_code(call, hash, shown, &id, answer, error))
		return false;
	struct new_password new_password = {.call = call, .id = id, .code_hash = hash, .answer = answer};
	return set_password(&new_password, password, error);
}

/* ---- changed by who knows the old one ---- */

static bool find_caller(struct account_call *call, const struct query *shown, struct account_user *user,
                        struct account_answer *answer, struct error *error)
{
	struct store_session *session;
	if (!account_begin(call, &session, error))
		return false;
	bool done = user_find(call, session, user_has_id(call, call->caller.user_id), user, error) &&
	            (user->id || error_unauthorized(error, "Invalid credentials")) &&
	            user_show(call, session, user->id, shown, answer, error);
	store_end(session);
	return done;
}

static struct slice caller_name(const struct account_call *call)
{
	return slice_of(arena_format(call->arena, "%lld", (long long)call->caller.user_id));
}

bool account_change_password(struct account_call *call, struct json_object *json, const struct query *shown,
                             struct account_answer *answer, struct error *error)
{
	static const char *const names[] = {"password", "passwordConfirmation", "currentPassword", NULL};
	struct account_user user;
	struct input input;
	*answer = (struct account_answer){0};
	if (call->caller.kind != CALLER_USER)
		return error_set(error, 400, "ApplicationError", "You must be authenticated to reset your password");
	if (!account_limit_address(call, "change-password", error) ||
	    !account_limit_name(call, "change-password", caller_name(call), error) ||
	    !input_begin(&input, call->arena, json, error))
		return false;
	input_check_passwords(&input, true);
	input_check_text(&input, "currentPassword", INPUT_REQUIRED);
	input_check_names(&input, names);
	if (!input_end(&input, error) || !find_caller(call, shown, &user, answer, error))
		return false;
	struct slice current = input_text(&input, "currentPassword"), password = input_text(&input, "password");
	if (!access_check_password(current, user.password))
		return refuse_password(error);
	if (slice_equals(current, password))
		return error_validation(error, "Your new password must be different than your current password");
	struct new_password new_password = {.call = call, .id = user.id, .known_hash = user.password, .answer = answer};
	return set_password(&new_password, password, error);
}
