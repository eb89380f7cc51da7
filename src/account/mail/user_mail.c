/* Mails to users, from the templates of the settings. */
#include "user_mail.h"
#include "mail.h"
#include "template.h"

static const char *fill_in(const struct account_call *call, const char *mail_template,
                           const struct template_values *values, bool html)
{
	struct buffer text = {0};
	template_write(&text, slice_of(mail_template), values, html);
	const char *copy = arena_copy(call->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

void account_mail(const struct account_call *call, const struct mail_template *mail_template, const char *url,
                  const char *code, struct json_object *user)
{
	const struct config *config = call->accounts->config;
	const struct template_values values = {
	    .url = url, .server_url = config->public_url, .admin_url = config->admin_url, .code = code, .user = user};
	struct json_object *email;
	if (!json_find(user, "email", &email))
		return;
	struct mail mail = {
	    .to = json_object_get_string(email),
	    .reply_to = mail_template->reply_to,
	    .text = fill_in(call, mail_template->body, &values, false),
	    .html = fill_in(call, mail_template->body, &values, true),
	};
	if (mail_template->from_email && *mail_template->from_email)
		mail.from =
		    arena_format(call->arena, "%s <%s>", mail_template->from_name ? mail_template->from_name : "",
		                 mail_template->from_email);
	/* As in Strapi a subject knows of the user alone. */
	const struct template_values user_alone = {.user = user};
	mail.subject = fill_in(call, mail_template->subject ? mail_template->subject : "", &user_alone, false);
	if (mail.to)
		mailer_send(call->accounts->mailer, &mail);
}
