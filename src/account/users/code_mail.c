/* Codes that are mailed, to reset a password or to confirm an address. */
#include "code_mail.h"
#include "account/deferred.h"
#include "account/limits.h"
#include "account/mail/user_mail.h"
#include "user.h"

enum { HOUR = 3600 };

static const struct kind {
	const char *request;   /* as its limit and the log name it */
	const char *attribute; /* of the user: it keeps the hash */
	size_t bytes;
	int64_t seconds; /* that it is good for */
} kinds[] = {
    [CODE_RESET] = {"forgot-password", "resetPasswordToken", 64, HOUR},
    [CODE_CONFIRMATION] = {"send-email-confirmation", "confirmationToken", 20, 3 * 24 * HOUR},
};

struct code_change {
	struct account_call *call;
	int64_t id;
	const char *attribute;
	char hash[CODE_HASH_SIZE];
	struct json_object *user;
};

static bool store_code(void *context, struct store_session *session, struct error *error)
{
	struct code_change *code_change = context;
	struct content_call content = account_content(code_change->call, session);
	struct json_object *data = json_object_new_object();
	struct content_change change = user_change(code_change->call, data, NULL, NULL);
	struct content_result *result;
	change.unchecked = true;
	json_object_object_add(data, code_change->attribute, json_object_new_string(code_change->hash));
	bool done = content_update(&content, &change, code_change->id, &result, error);
	if (done)
		content_free(result);
	json_object_put(data);
	return done && user_as_json(code_change->call, session, code_change->id, &code_change->user, error);
}

static void mail_code(struct account_call *call, const struct settings_of_accounts *settings, enum account_code kind,
                      const char *code, struct json_object *user)
{
	const struct config *config = call->accounts->config;
	const char *confirm =
	    arena_format(call->arena, "%s%s/auth/email-confirmation", config->public_url, config->prefix);
	if (kind == CODE_RESET)
		account_mail(call, &settings->reset, settings->reset_url, code, user);
	else
		account_mail(call, &settings->confirmation, confirm, code, user);
}

bool account_send_code(struct account_call *call, const struct settings_of_accounts *settings, enum account_code kind,
                       int64_t user_id, struct error *error)
{
	struct code_change code_change = {.call = call, .id = user_id, .attribute = kinds[kind].attribute};
	int64_t expiry = datetime_now() / 1000 + kinds[kind].seconds;
	const char *code;
	if (!code_create(call->arena, kinds[kind].bytes, expiry, &code, code_change.hash))
		return error_internal(error, "there is no randomness for a code");
	bool done = account_write(call, store_code, &code_change, error);
	if (done)
		mail_code(call, settings, kind, code, code_change.user);
	json_object_put(code_change.user);
	return done;
}

/* ---- on demand ---- */

static bool may_get(const struct account_user *user, enum account_code kind)
{
	return user->id && !user->blocked && !(kind == CODE_CONFIRMATION && user->confirmed);
}

/* Nobody waits for it, so that nobody sees from the time whether there is an account. */
static void send_code(struct account_call *call, enum account_code kind, const char *email)
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
	if (done && may_get(&user, kind))
		done = account_send_code(call, &settings, kind, user.id, &error);
	if (!done)
		log_message(LOG_ERROR, "No mail was sent for %s: %s", kinds[kind].request, error.message);
}

static void send_reset(struct account_call *call, const char *email)
{
	send_code(call, CODE_RESET, email);
}

static void send_confirmation(struct account_call *call, const char *email)
{
	send_code(call, CODE_CONFIRMATION, email);
}

bool account_request_code(struct account_call *call, enum account_code kind, struct slice email, struct error *error)
{
	return account_limit_mails(call, kinds[kind].request, email, error) &&
	       account_defer(call, kind == CODE_RESET ? send_reset : send_confirmation, email, error);
}
