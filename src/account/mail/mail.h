/* Inside the room `account`: mails, sent by a thread of their own. */
#ifndef LECTERN_ACCOUNT_MAIL_H
#define LECTERN_ACCOUNT_MAIL_H

#include "config/config.h"

struct mailer;

/* The mailer copies all of it. Addresses as "a@b.co" or "Name <a@b.co>". */
struct mail {
	const char *to;                /* who gets it */
	const char *shown_to, *copies; /* lists with commas for the headers To and Cc; NULL: `to`, and none */
	const char *from, *reply_to;   /* empty or NULL: the configured ones, or none */
	const char *subject;
	const char *text, *html;
};

/* NULL when there can be no thread. `config` must outlive the mailer. */
struct mailer *mailer_start(const struct config_mail *config);

/* Sends what waits, as far as that is done within some seconds, and frees. NULL is fine. */
void mailer_stop(struct mailer *mailer);

/* Queues a mail. The log has the result, without the content of the mail. */
void mailer_send(struct mailer *mailer, const struct mail *mail);

/* ---- parts ---- */

/* The address alone of "Name <a@b.co>", terminated; false for what no mail may go to: control characters, white space
 * or angle brackets in it. */
bool mail_read_address(const char *text, char *address, size_t size);

/* Writes a header's text in one line: what is not ASCII in the words of RFC 2047, line ends as spaces. */
void mail_write_text(struct buffer *buffer, struct slice text);

/* Writes "Name" <a@b.co> for a header; false as mail_read_address. */
bool mail_write_address(struct buffer *buffer, const char *text);

#endif
