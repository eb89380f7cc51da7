/* Inside the room `account`: how often something may be done. 429 when it is done too often. */
#ifndef LECTERN_ACCOUNT_LIMITS_H
#define LECTERN_ACCOUNT_LIMITS_H

#include "account_state.h"

/* Counts one request for `kind` ("sign-in") from the call's address. */
bool account_limit_address(struct account_call *call, const char *kind, struct error *error);

/* The same for signing in with a password, which has a limit of its own where the project sets one. */
bool account_limit_sign_in(struct account_call *call, struct error *error);

/* Counts one for what goes by a name: an account, an address that registers. Each network has a count of its own, so
 * that none keeps the others out; that of all together goes as far as that of an address. */
bool account_limit_name(struct account_call *call, const char *kind, struct slice name, struct error *error);

/* Counts one mail to an address (in lower case), whichever client asks for it. */
bool account_limit_mails(struct account_call *call, const char *kind, struct slice email, struct error *error);

/* Counts one request that signs an admin in or would, by admin.rateLimit: of the address, and of what goes by `name`
 * (empty: nothing does), as account_limit_name. */
bool account_limit_admin(struct account_call *call, const char *kind, struct slice name, struct error *error);

#endif
