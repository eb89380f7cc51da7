/* Inside the room `account`: one mail to an SMTP server, or into the outbox. */
#ifndef LECTERN_ACCOUNT_MAIL_SMTP_H
#define LECTERN_ACCOUNT_MAIL_SMTP_H

#include "mail.h"

enum mail_result { MAIL_SENT, MAIL_REFUSED, MAIL_TRY_AGAIN };

/* Each fills `reason` (of MAIL_REASON_SIZE) when it is not sent. It holds nothing of what the mail says. */
enum { MAIL_REASON_SIZE = 256 };

/* When to give up in the middle, at the latest after a minute; asked about once a second. */
struct mail_limit {
	bool (*is_over)(const void *context);
	const void *context;
};

enum mail_result mail_to_smtp(const struct config_mail *config, const struct mail *mail, const struct mail_limit *limit,
                              char *reason);

/* A file of JSON in the outbox: to, from, replyTo, subject, text, html. */
enum mail_result mail_to_outbox(const struct config_mail *config, const struct mail *mail, char *reason);

#endif
