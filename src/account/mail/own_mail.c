/* Mails that are not about accounts. */
#include "account/account_state.h"
#include "mail.h"

enum { LONGEST_ADDRESS = 1024 };

static bool check(const char *address, const char *problem, struct error *error)
{
	char alone[LONGEST_ADDRESS];
	if (!address || mail_read_address(address, alone, sizeof alone))
		return true;
	return error_set(error, 400, "ApplicationError", "%s: no mail can have this address: %.200s", problem, address);
}

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

bool accounts_send_mail(struct accounts *accounts, const struct account_mail *mail, struct error *error)
{
	const struct mail whole = {
	    .to = mail->to,
	    .from = mail->from,
	    .reply_to = mail->reply_to,
	    .subject = or_empty(mail->subject),
	    .text = or_empty(mail->text),
	    .html = or_empty(mail->html),
	};
	if (accounts->config->mail.provider == MAIL_NONE)
		return error_set(
		    error, 501, "NotImplementedError",
		    "no mail can be sent: the provider of email is not installed, and config/plugins names "
		    "no SMTP server");
	if (!mail->to)
		return error_set(error, 400, "ApplicationError", "to: the mail has no address to go to");
	if (!check(mail->to, "to", error) || !check(mail->from, "from", error) ||
	    !check(mail->reply_to, "replyTo", error))
		return false;
	mailer_send(accounts->mailer, &whole);
	return true;
}
