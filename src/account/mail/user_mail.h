/* Inside the room `account`: mails to users. */
#ifndef LECTERN_ACCOUNT_MAIL_USER_MAIL_H
#define LECTERN_ACCOUNT_MAIL_USER_MAIL_H

#include "account/account_state.h"

/* Sends a user the mail that `mail_template` makes: `url` replaces URL in it, `code` TOKEN and CODE, `user` (JSON) USER
 * and its members. It is sent by the mailer's thread. */
void account_mail(const struct account_call *call, const struct mail_template *mail_template, const char *url,
                  const char *code, struct json_object *user);

#endif
