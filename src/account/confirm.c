/* Proving that an address is one's own. */
#include "account_state.h"
#include "text.h"

enum { RESET_BYTES = 64, CONFIRMATION_BYTES = 20, RESET_SECONDS = 3600, CONFIRMATION_SECONDS = 3 * 24 * 3600 };

/* ---- sending codes ---- */

struct code_change {
	struct account_call *call;
	int64_t id;
	bool confirmation;
	char hash[CODE_HASH_SIZE];
	struct json_object *user;
};

static bool store_code(void *context, struct store_session *session, struct error *error)
{
	struct code_change *this = context;
	struct content_call content = account_content(this->call, session);
	struct json_object *data = json_object_new_object();
	struct content_change change = user_change(this->call, data, NULL, NULL);
	struct content_result *result;
	change.unchecked = true;
	json_object_object_add(data, this->confirmation ? "confirmationToken" : "resetPasswordToken",
	                       json_object_new_string(this->hash));
	bool done = content_update(&content, &change, this->id, &result, error);
	if (done)
		content_free(result);
	json_object_put(data);
	return done && user_as_json(this->call, session, this->id, &this->user, error);
}

bool account_send_code(struct account_call *call, const struct settings_of_accounts *settings, int64_t user_id,
                       bool confirmation, struct error *error)
{
	const struct config *config = call->accounts->config;
	struct code_change this = {.call = call, .id = user_id, .confirmation = confirmation};
	int64_t expiry = datetime_now() / 1000 + (confirmation ? CONFIRMATION_SECONDS : RESET_SECONDS);
	const char *code;
	if (!code_create(call->arena, confirmation ? CONFIRMATION_BYTES : RESET_BYTES, expiry, &code, this.hash))
		return error_internal(error, "there is no randomness for a code");
	if (!account_write(call, store_code, &this, error))
		return false;
	account_mail(call, confirmation ? &settings->confirmation : &settings->reset,
	             confirmation
	                 ? arena_format(call->arena, "%s%s/auth/email-confirmation", config->public_url, config->prefix)
	                 : settings->reset_url,
	             code, this.user);
	json_object_put(this.user);
	return true;
}

static void send_confirmation(struct account_call *call, const char *email)
{
	struct settings_of_accounts settings;
	struct account_user user = {.id = 0};
	struct store_session *session;
	struct error error;
	bool done = account_begin(call, &session, &error);
	if (done) {
		done = settings_read_accounts(session, call->arena, &settings, &error) &&
		       user_find(call, session, user_is(call, "email", slice_of(email)), &user, &error);
		store_end(session);
	}
	if (done && user.id && !user.confirmed && !user.blocked)
		done = account_send_code(call, &settings, user.id, true, &error);
	if (!done)
		log_message(LOG_ERROR, "No mail was sent to confirm an address: %s", error.message);
}

bool account_send_confirmation(struct account_call *call, struct json_object *json, struct account_answer *answer,
                               struct error *error)
{
	struct input input;
	*answer = (struct account_answer){0};
	if (!account_limit_address(call, "send-email-confirmation", error) ||
	    !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "email", INPUT_REQUIRED | INPUT_EMAIL);
	if (!input_end(&input, error))
		return false;
	struct slice given = input_text(&input, "email"), email = text_lower_case(call->arena, given);
	answer->email = arena_copy(call->arena, given);
	return account_limit_mails(call, "send-email-confirmation", email, error) &&
	       account_defer(call, send_confirmation, email, error);
}

/* ---- coming with one ---- */

struct confirmation {
	struct account_call *call;
	char hash[CODE_HASH_SIZE];
	bool with_token;
	const struct query *shown;
	struct account_answer *answer;
};

static bool refuse(struct error *error)
{
	return error_validation(error, "Invalid token");
}

/* As in the reference, the answer shows the user as it was. */
static bool store_confirmation(void *context, struct store_session *session, struct error *error)
{
	struct confirmation *this = context;
	struct content_call content = account_content(this->call, session);
	struct json_object *data = json_object_new_object();
	struct content_change change = user_change(this->call, data, NULL, NULL);
	struct content_result *result = NULL;
	struct account_user user;
	change.unchecked = true;
	json_object_object_add(data, "confirmed", json_object_new_boolean(true));
	json_object_object_add(data, "confirmationToken", NULL);
	bool done =
	    user_find(this->call, session, user_is(this->call, "confirmationToken", slice_of(this->hash)), &user, error) &&
	    (user.id || refuse(error)) && user_show(this->call, session, user.id, this->shown, this->answer, error) &&
	    content_update(&content, &change, user.id, &result, error) &&
	    (!this->with_token || user_issue_jwt(this->call, session, user.id, this->answer, error));
	content_free(result);
	json_object_put(data);
	return done;
}

bool account_confirm_email(struct account_call *call, struct json_object *json, bool with_token,
                           const struct query *shown, struct account_answer *answer, struct error *error)
{
	struct settings_of_accounts settings;
	struct confirmation this = {.call = call, .with_token = with_token, .shown = shown, .answer = answer};
	struct input input;
	*answer = (struct account_answer){0};
	if (!account_limit_address(call, "email-confirmation", error) || !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "confirmation", INPUT_REQUIRED);
	if (!input_end(&input, error) || !account_read_settings(call, &settings, error))
		return false;
	if (!code_hash(input_text(&input, "confirmation"), datetime_now() / 1000, this.hash))
		return refuse(error);
	if (!account_write(call, store_confirmation, &this, error))
		return false;
	answer->redirect = settings.redirect && *settings.redirect ? settings.redirect : "/";
	return true;
}
