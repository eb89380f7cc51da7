/* Passwords of admins that are forgotten, and set anew. The database has a hash of the code, in Strapi's column. */
#include "account/deferred.h"
#include "account/limits.h"
#include "account/mail/mail.h"
#include "account/mail/template.h"
#include "account/users/code.h"
#include "admin_row.h"

enum { CODE_BYTES = 20, CODE_SECONDS = 3600 };

static const char subject[] = "Reset password";
static const char text[] = "We heard that you lost your password. Sorry about that!\n\n"
			   "But don’t worry! You can use the following link to reset your password:\n\n"
			   "<%= url %>\n\nThanks.";
static const char html[] = "<p>We heard that you lost your password. Sorry about that!</p>\n\n"
			   "<p>But don’t worry! You can use the following link to reset your password:</p>\n\n"
			   "<p><%= url %></p>\n\n<p>Thanks.</p>";

/* ---- forgotten ---- */

struct forgotten {
	struct account_call *call;
	struct slice email;
	struct admin_row row; /* id 0: there is no such admin */
	char hash[CODE_HASH_SIZE];
};

static bool store_code(void *context, struct store_session *session, struct error *error)
{
	struct forgotten *forgotten = context;
	const struct registry *registry = forgotten->call->accounts->registry;
	const struct content_call content = admin_row_content(forgotten->call, session);
	if (!admin_row_find(&content, registry, "email", forgotten->email, &forgotten->row, error))
		return false;
	if (!forgotten->row.id || !forgotten->row.active) {
		forgotten->row.id = 0;
		return true;
	}
	struct json_object *data = json_keep(forgotten->call->arena, json_object_new_object());
	json_object_object_add(data, "resetPasswordToken", json_object_new_string(forgotten->hash));
	return content_change_with_lifecycles(&content, registry->admin_user, "roles", data, forgotten->row.id, error);
}

static void add_text(struct json_object *user, const char *name, struct slice value)
{
	json_object_object_add(user, name, value.ptr ? json_object_new_string_len(value.ptr, (int)value.len) : NULL);
}

static const char *fill_in(struct account_call *call, const char *mail_template, const char *usual,
                           const struct template_values *values, bool escaped)
{
	struct buffer written = {0};
	template_write(&written, slice_of(mail_template ? mail_template : usual), values, escaped);
	const char *copy = arena_copy(call->arena, buffer_as_slice(&written));
	buffer_free(&written);
	return copy;
}

static void send_mail(struct account_call *call, const struct admin_row *row, const char *code)
{
	const struct config *config = call->accounts->config;
	const struct config_admin *admin = &config->admin;
	struct json_object *user = json_keep(call->arena, json_object_new_object());
	add_text(user, "email", row->email);
	add_text(user, "firstname", row->firstname);
	add_text(user, "lastname", row->lastname);
	add_text(user, "username", row->username);
	const struct template_values values = {
	    .url = arena_format(call->arena, "%s/auth/reset-password?code=%s", config->admin_url, code),
	    .user = user,
	    .lower_case = true,
	};
	/* The code has no place in a subject. */
	const struct template_values without_code = {.user = user, .lower_case = true};
	const struct mail mail = {
	    .to = arena_copy(call->arena, row->email),
	    .from = admin->mail_from,
	    .reply_to = admin->mail_reply_to,
	    .subject = fill_in(call, admin->mail_subject, subject, &without_code, false),
	    .text = fill_in(call, admin->mail_text, text, &values, false),
	    .html = fill_in(call, admin->mail_html, html, &values, true),
	};
	mailer_send(call->accounts->mailer, &mail);
}

/* Nobody waits for it, so that nobody sees from the time whether there is such an admin. */
static void send_code(struct account_call *call, const char *email)
{
	struct forgotten forgotten = {.call = call, .email = slice_of(email)};
	const char *code;
	struct error error;
	bool done = code_create(call->arena, CODE_BYTES, datetime_now() / 1000 + CODE_SECONDS, &code, forgotten.hash) ||
	            error_internal(&error, "there is no randomness for a code");
	done = done && account_write(call, store_code, &forgotten, &error);
	if (done && forgotten.row.id)
		send_mail(call, &forgotten.row, code);
	if (!done)
		log_message(LOG_ERROR, "No mail was sent for an admin's forgotten password: %s", error.message);
}

bool account_forgot_admin_password(struct account_call *call, struct json_object *json, struct error *error)
{
	static const char *const names[] = {"email", NULL};
	struct input input;
	if (!input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "email", INPUT_EMAIL | INPUT_LOWER_CASE | INPUT_REQUIRED);
	input_check_names(&input, names);
	const struct slice email = input_text(&input, "email");
	return input_end(&input, error) && account_limit_admin(call, "forgot-password", email, error) &&
	       account_defer(call, send_code, email, error);
}

/* ---- set anew ---- */

struct reset {
	struct account_call *call;
	char code_hash[CODE_HASH_SIZE];
	struct json_object *data;
	struct account_admin_answer *answer;
};

static bool refuse(struct error *error)
{
	return account_refuse(error, "An application error occured");
}

static bool find(struct reset *reset, struct store_session *session, struct admin_row *row, struct error *error)
{
	const struct content_call content = admin_row_content(reset->call, session);
	return admin_row_find(&content, reset->call->accounts->registry, "resetPasswordToken",
	                      slice_of(reset->code_hash), row, error) &&
	       ((row->id && row->active) || refuse(error));
}

static bool store_password(void *context, struct store_session *session, struct error *error)
{
	struct reset *reset = context;
	const struct registry *registry = reset->call->accounts->registry;
	const struct content_call content = admin_row_content(reset->call, session);
	struct admin_row row;
	return find(reset, session, &row, error) &&
	       content_change_with_lifecycles(&content, registry->admin_user, "roles", reset->data, row.id, error) &&
	       admin_row_answer(reset->call, session, row.id, true, true, reset->answer, error);
}

static bool check_code(struct reset *reset, struct error *error)
{
	struct store_session *session;
	struct admin_row row;
	if (!account_begin(reset->call, &session, error))
		return false;
	bool done = find(reset, session, &row, error);
	store_end(session);
	return done;
}

bool account_reset_admin_password(struct account_call *call, struct json_object *json,
                                  struct account_admin_answer *answer, struct error *error)
{
	static const char *const names[] = {"resetPasswordToken", "password", NULL};
	struct reset reset = {.call = call, .answer = answer};
	struct input input;
	char hash[ACCESS_PASSWORD_SIZE];
	*answer = (struct account_admin_answer){0};
	if (!account_limit_admin(call, "reset-password", SLICE(""), error) ||
	    !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "resetPasswordToken", INPUT_REQUIRED);
	input_check_text(&input, "password", INPUT_ADMIN_PASSWORD | INPUT_REQUIRED);
	input_check_names(&input, names);
	if (!input_end(&input, error))
		return false;
	if (!code_hash(input_text(&input, "resetPasswordToken"), datetime_now() / 1000, reset.code_hash))
		return refuse(error);
	if (!check_code(&reset, error) || !admin_row_hash(input_text(&input, "password"), hash, error))
		return false;
	reset.data = json_keep(call->arena, json_object_new_object());
	json_object_object_add(reset.data, "password", json_object_new_string(hash));
	json_object_object_add(reset.data, "resetPasswordToken", NULL);
	return account_write(call, store_password, &reset, error);
}
