/* Mails that the project's code sends where no provider of its own is installed. */
#include "mails.h"

#include "account/account.h"
#include "code.h"

static const char *text(const struct service_call *call, struct json_object *mail, const char *name)
{
	const struct slice value = json_string(json_member(mail, name));
	return value.len ? arena_copy(call->content.arena, value) : NULL;
}

/* [{to, from, replyTo, subject, text, html}]: one address each. */
static bool send(struct service_call *call, struct error *error)
{
	struct json_object *argument = service_argument(call, 0);
	const struct account_mail mail = {
	    .to = text(call, argument, "to"),
	    .from = text(call, argument, "from"),
	    .reply_to = text(call, argument, "replyTo"),
	    .subject = text(call, argument, "subject"),
	    .text = text(call, argument, "text"),
	    .html = text(call, argument, "html"),
	};
	if (!call->code)
		return error_set(error, 503, "ServiceUnavailableError", "The server does not serve yet, try again");
	if (!accounts_send_mail(host_code_accounts(call->code), &mail, error))
		return false;
	buffer_text(&call->value, "null");
	return true;
}

const struct service mail_services[] = {{"email.send", false, send}};
const size_t mail_service_count = COUNT_OF(mail_services);
