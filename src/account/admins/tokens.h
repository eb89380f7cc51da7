/* Part of the door of the room `account`: API tokens and transfer tokens, as admins manage them.
 *
 * A token is an object {id, name, description, lastUsedAt, type (API tokens), lifespan, expiresAt, createdAt,
 * updatedAt, permissions: [actions]}, to be released. */
#ifndef LECTERN_ACCOUNT_ADMINS_TOKENS_H
#define LECTERN_ACCOUNT_ADMINS_TOKENS_H

#include "content/content.h"

struct account_call;

enum account_token_kind {
	ACCOUNT_API_TOKEN,
	ACCOUNT_TRANSFER_TOKEN, /* kept for Strapi; lectern takes none */
};

/* All of them by name, or that of `id` when it is not 0; an array. */
bool account_find_tokens(const struct content_call *content, const struct registry *registry,
                         enum account_token_kind kind, int64_t id, struct json_object **list, struct error *error);

/* {name, description, type, lifespan, permissions}. The answer alone has the accessKey: the database has its hash. */
bool account_create_token(struct account_call *call, enum account_token_kind kind, struct json_object *input,
                          struct json_object **token, struct error *error);

/* {name, description, type, permissions}, any of them. 404 when there is none. */
bool account_change_token(struct account_call *call, enum account_token_kind kind, int64_t id,
                          struct json_object *input, struct json_object **token, struct error *error);

/* {id, accessKey}: another key in place of the one that there was. 404 when there is no such token. */
bool account_regenerate_token(struct account_call *call, enum account_token_kind kind, int64_t id,
                              struct json_object **token, struct error *error);

/* *token is what it was, its permissions as rows; NULL when there was none. */
bool account_delete_token(struct account_call *call, enum account_token_kind kind, int64_t id,
                          struct json_object **token, struct error *error);

#endif
