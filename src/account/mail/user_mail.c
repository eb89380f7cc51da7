/* Mails to users, from the templates of the settings. */
#include "user_mail.h"
#include "mail.h"
#include "template.h"

static const char *fill_in(const struct account_call *call, const char *template, const struct template_values *values,
                           bool html)
{
	struct buffer text = {0};
	template_write(&text, slice_of(template), values, html);
	const char *copy = arena_copy(call->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

void account_mail(const struct account_call *call, const struct mail_template *template, const char *url,
                  const char *code, struct json_object *user)
{
	const struct config *config = call->accounts->config;
	struct template_values values = {
	    .url = url, .server_url = config->public_url, .admin_url = config->admin_url, .code = code, .user = user};
	struct json_object *email;
	if (!json_object_object_get_ex(user, "email", &email))
		return;
	struct mail mail = {
	    .to = json_object_get_string(email),
	    .reply_to = template->reply_to,
	    .text = fill_in(call, template->body, &values, false),
	    .html = fill_in(call, template->body, &values, true),
	};
	if (template->from_email && *template->from_email)
		mail.from = arena_format(call->arena, "%s <%s>", template->from_name ? template->from_name : "",
		                         template->from_email);
	/* Codes have no place in a subject. */
	values.code = NULL;
	mail.subject = fill_in(call, template->subject ? template->subject : "", &values, false);
	if (mail.to)
		mailer_send(call->accounts->mailer, &mail);
}
