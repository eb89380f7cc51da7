/* What administrators see and change of mails. */
#include "account/mail/mail.h"
#include "account/settings.h"
#include "admin_row.h"

enum { MOST_RECIPIENTS = 20 };

/* ---- templates of the mails to users ---- */

static struct json_object *template_json(const char *display, const char *icon, const struct mail_template *mail)
{
	struct json_object *template = json_object_new_object(), *options = json_object_new_object();
	struct json_object *from = json_object_new_object();
	json_object_object_add(from, "name", json_object_new_string(mail->from_name));
	json_object_object_add(from, "email", json_object_new_string(mail->from_email));
	json_object_object_add(options, "from", from);
	json_object_object_add(options, "response_email", json_object_new_string(mail->reply_to));
	json_object_object_add(options, "object", json_object_new_string(mail->subject));
	json_object_object_add(options, "message", json_object_new_string(mail->body));
	json_object_object_add(template, "display", json_object_new_string(display));
	json_object_object_add(template, "icon", json_object_new_string(icon));
	json_object_object_add(template, "options", options);
	return template;
}

bool account_email_templates(struct store_session *session, struct json_object **templates, struct error *error)
{
	struct settings_of_accounts settings;
	if (!settings_read_object(session, "plugin_users-permissions_email", templates, error))
		return false;
	if (*templates)
		return true;
	struct arena *arena = arena_create();
	bool done = settings_read_accounts(session, arena, &settings, error);
	if (done) {
		*templates = json_object_new_object();
		json_object_object_add(*templates, "reset_password",
		                       template_json("Email.template.reset_password", "sync", &settings.reset));
		json_object_object_add(
		    *templates, "email_confirmation",
		    template_json("Email.template.email_confirmation", "check-square", &settings.confirmation));
	}
	arena_destroy(arena);
	return done;
}

/* The length of what stands between `open` and `close` at the beginning of the text; SIZE_MAX: it does not begin so. */
static size_t placed(struct slice text, const char *open, const char *close, struct slice *inner)
{
	const size_t before = strlen(open), behind = strlen(close);
	if (!slice_starts_with(text, slice_of(open)))
		return SIZE_MAX;
	for (size_t end = before; end + behind <= text.len; end++)
		if (memcmp(text.ptr + end, close, behind) == 0) {
			*inner = (struct slice){text.ptr + before, end - before};
			return end + behind;
		}
	return SIZE_MAX;
}

static bool is_known(struct slice name)
{
	static const char *const names[] = {"URL",  "ADMIN_URL",  "SERVER_URL",    "CODE",
	                                    "USER", "USER.email", "USER.username", "TOKEN"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_is(slice_trim(name), names[i]))
			return true;
	return false;
}

/* As Strapi: no code, nothing but the values that there are. */
bool account_is_email_template(struct slice text)
{
	for (size_t at = 0; at < text.len; at++) {
		const struct slice rest = {text.ptr + at, text.len - at};
		struct slice inner;
		if (placed(rest, "<%", "%>", &inner) != SIZE_MAX && (!inner.len || inner.ptr[0] != '='))
			return false;
		if (placed(rest, "<%=", "%>", &inner) != SIZE_MAX && !is_known(inner))
			return false;
		if (placed(rest, "${", "}", &inner) != SIZE_MAX)
			return false;
	}
	return true;
}

/* ---- sending ---- */

static bool check_sends(const struct account_call *call, struct error *error)
{
	return call->accounts->config->mail.provider != MAIL_NONE ||
	       error_set(error, 503, "ServiceUnavailableError",
	                 "lectern sends no mails: config/plugins.json names no provider that it has "
	                 "(email.config.provider \"nodemailer\")");
}

static const char *member_text(struct account_call *call, struct json_object *json, const char *name)
{
	struct json_object *value = json_member_of_type(json, name, json_type_string);
	return value ? arena_copy(call->arena, json_string(value)) : NULL;
}

static bool send_to(struct account_call *call, struct mail *mail, struct slice to, struct error *error)
{
	char address[320];
	const char *copy = arena_copy(call->arena, slice_trim(to));
	if (!mail_read_address(copy, address, sizeof address) || !content_is_email(slice_of(address)))
		return error_validation(error, "%.200s is no e-mail address", copy);
	mail->to = copy;
	mailer_send(call->accounts->mailer, mail);
	return true;
}

/* Each recipient of a list with commas gets a mail, which shows to whom else it goes. */
static bool send_to_all(struct account_call *call, struct mail *mail, struct slice list, struct error *error)
{
	for (unsigned i = 0; list.len && i < MOST_RECIPIENTS; i++) {
		const size_t end = slice_find(list, ',');
		if (!send_to(call, mail, (struct slice){list.ptr, end}, error))
			return false;
		list =
		    end < list.len ? (struct slice){list.ptr + end + 1, list.len - end - 1} : (struct slice){NULL, 0};
	}
	return !list.len || error_validation(error, "a mail goes to %d addresses at most", MOST_RECIPIENTS);
}

bool account_send_mail(struct account_call *call, struct json_object *json, struct error *error)
{
	static const char *const to_names[] = {"to", "cc", "bcc"};
	const char *text = member_text(call, json, "text"), *html = member_text(call, json, "html");
	struct mail mail = {
	    .from = member_text(call, json, "from"),
	    .reply_to = member_text(call, json, "replyTo"),
	    .shown_to = member_text(call, json, "to"),
	    .copies = member_text(call, json, "cc"),
	    .subject = member_text(call, json, "subject"),
	    .text = text ? text : html,
	    .html = html ? html : text,
	};
	if (!mail.subject)
		mail.subject = "";
	if (!json_string(json_member(json, "to")).len)
		return account_refuse(error, "No recipient(s) are given");
	if (!mail.text)
		return account_refuse(error, "No text is given: text or html");
	if (!check_sends(call, error))
		return false;
	for (size_t i = 0; i < COUNT_OF(to_names); i++)
		if (!send_to_all(call, &mail, json_string(json_member(json, to_names[i])), error))
			return false;
	return true;
}

bool account_test_mail(struct account_call *call, struct slice to, struct error *error)
{
	const char *provider = call->accounts->config->mail.provider_name;
	const char *text = arena_format(
	    call->arena,
	    "Great! You have correctly configured the Strapi email plugin with the %s provider. \r\nFor documentation "
	    "on "
	    "how to use the email plugin checkout: https://docs.strapi.io/developer-docs/latest/plugins/email.html",
	    provider);
	if (!to.len)
		return account_refuse(error, "No recipient(s) are given");
	struct mail mail = {
	    .subject = arena_format(call->arena, "Strapi test mail to: %.*s", slice_shown_length(to, 320), to.ptr),
	    .text = text,
	    .html = text,
	};
	return check_sends(call, error) && send_to(call, &mail, to, error);
}
