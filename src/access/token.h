/* API tokens: taken from the request's header, and hashed as the database keeps them. */
#ifndef LECTERN_ACCESS_TOKEN_H
#define LECTERN_ACCESS_TOKEN_H

#include "base/base.h"

enum { TOKEN_HASH_LENGTH = 128 };

/* The token of an Authorization header: the second of exactly two words, when the first is "Bearer" in any case. False
 * otherwise: the header then counts as absent. */
bool token_from_header(struct slice authorization, struct slice *token);

/* HMAC-SHA512 with `salt` in lower-case hex and a NUL. False when there is no salt. */
bool token_hash(struct slice salt, struct slice token, char hex[TOKEN_HASH_LENGTH + 1]);

#endif
