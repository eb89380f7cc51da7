/* Inside the room `account`: what clients send to make and change tokens, checked. */
#ifndef LECTERN_ACCOUNT_ADMINS_TOKEN_CHECK_H
#define LECTERN_ACCOUNT_ADMINS_TOKEN_CHECK_H

#include "token_rows.h"

/* Checks the members of a body, and trims its texts as Strapi does before it looks. For any thread. */
bool token_check(struct arena *arena, enum account_token_kind kind, struct json_object *json, bool creation,
                 struct error *error);

/* Refuses actions (NULL: none are sent) that don't go with a token of that `type`, or that there are not. For any
 * thread. */
bool token_check_actions(const struct account_call *call, enum account_token_kind kind, struct slice type,
                         struct json_object *actions, struct error *error);

#endif
