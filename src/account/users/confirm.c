/* Proving that an address is one's own. */
#include "account/limits.h"
#include "account/text.h"
#include "code_mail.h"
#include "user.h"

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
	struct slice sent = input_text(&input, "email"), email = text_lower_case(call->arena, sent);
	answer->email = arena_copy(call->arena, sent);
	return account_request_code(call, CODE_CONFIRMATION, email, error);
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

/* As in Strapi, the answer shows the user as it was. */
static bool store_confirmation(void *context, struct store_session *session, struct error *error)
{
	struct confirmation *confirmation = context;
	struct content_call content = account_content(confirmation->call, session);
	struct json_object *data = json_object_new_object();
	struct content_change change = user_change(confirmation->call, data, NULL, NULL);
	struct content_result *result = NULL;
	struct account_user user;
	change.unchecked = true;
	json_object_object_add(data, "confirmed", json_object_new_boolean(true));
	json_object_object_add(data, "confirmationToken", NULL);
	bool done =
	    user_find(confirmation->call, session,
	              user_is(confirmation->call, "confirmationToken", slice_of(confirmation->hash)), &user, error) &&
	    (user.id || refuse(error)) &&
	    user_show(confirmation->call, session, user.id, confirmation->shown, confirmation->answer, error) &&
	    content_update(&content, &change, user.id, &result, error) &&
	    (!confirmation->with_token ||
	     user_issue_jwt(confirmation->call, session, user.id, confirmation->answer, error));
	content_free(result);
	json_object_put(data);
	return done;
}

bool account_confirm_email(struct account_call *call, struct json_object *json, bool with_token,
                           const struct query *shown, struct account_answer *answer, struct error *error)
{
	struct settings_of_accounts settings;
	struct confirmation confirmation = {.call = call, .with_token = with_token, .shown = shown, .answer = answer};
	struct input input;
	*answer = (struct account_answer){0};
	if (!account_limit_address(call, "email-confirmation", error) || !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "confirmation", INPUT_REQUIRED);
	if (!input_end(&input, error) || !account_read_settings(call, &settings, error))
		return false;
	if (!code_hash(input_text(&input, "confirmation"), datetime_now() / 1000, confirmation.hash))
		return refuse(error);
	if (!account_write(call, store_confirmation, &confirmation, error))
		return false;
	answer->redirect = settings.redirect && *settings.redirect ? settings.redirect : "/";
	return true;
}
