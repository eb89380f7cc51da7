/* Inside the room `account`: the codes that confirm an address or reset a password, by mail. */
#ifndef LECTERN_ACCOUNT_USERS_CODE_MAIL_H
#define LECTERN_ACCOUNT_USERS_CODE_MAIL_H

#include "account/account_state.h"

enum account_code { CODE_RESET, CODE_CONFIRMATION };

/* Makes a new code for the address of a user, keeps its hash in the user's row and mails it. */
bool account_send_code(struct account_call *call, const struct settings_of_accounts *settings, enum account_code kind,
                       int64_t user_id, struct error *error);

/* The same for the user with the address (in lower case), if there is one, after the request was answered. Errors go to
 * the log then. */
bool account_request_code(struct account_call *call, enum account_code kind, struct slice email, struct error *error);

#endif
