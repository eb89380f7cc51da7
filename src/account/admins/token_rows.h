/* Inside the room `account`: API tokens and transfer tokens, two kinds of the same, as rows. On the thread that holds
 * the session of `content`. */
#ifndef LECTERN_ACCOUNT_ADMINS_TOKEN_ROWS_H
#define LECTERN_ACCOUNT_ADMINS_TOKEN_ROWS_H

#include "admin_row.h"
#include "tokens.h"

struct token_kind {
	const char *type, *permission_type; /* uids */
	const char *missing;                /* the message of a 404 */
	bool typed;                         /* read-only, full-access or custom */
};

const struct token_kind *token_kind_of(enum account_token_kind kind);
const struct content_type *token_type(const struct registry *registry, enum account_token_kind kind);

/* All of them by name, or that of `id` when it is not 0; an array, to be released. With `flat` their permissions are
 * actions, else rows. */
bool tokens_find(const struct content_call *content, const struct registry *registry, enum account_token_kind kind,
                 int64_t id, bool flat, struct json_object **list, struct error *error);

/* The token of that id; *token is NULL when there is none; to be released. */
bool token_find(const struct content_call *content, const struct registry *registry, enum account_token_kind kind,
                int64_t id, bool flat, struct json_object **token, struct error *error);

/* Gives a token the permissions of `actions` (NULL: none). `rows`: those that it has (NULL: none). */
bool token_set_actions(const struct content_call *content, const struct registry *registry,
                       enum account_token_kind kind, int64_t id, struct json_object *actions, struct json_object *rows,
                       struct error *error);

#endif
