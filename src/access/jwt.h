/* Users' tokens: JWTs signed with HMAC-SHA256, SHA384 or SHA512. */
#ifndef LECTERN_ACCESS_JWT_H
#define LECTERN_ACCESS_JWT_H

#include "base/base.h"

struct jwt {
	int64_t user_id;
	double not_before, expiry; /* seconds since 1970; far away when the token does not say */
	double issued_at;          /* long ago when the token does not say */
};

/* Reads a token whose form and signature are right, whatever its times; false for any other. */
bool jwt_read(struct slice token, struct slice secret, struct jwt *jwt);

struct jwt_form {
	const char *algorithm; /* NULL: HS256 */
	const char *claims;    /* members behind id, iat and exp, in JSON, each with a comma before it; or NULL */
};

/* A new token, in `arena`; times in seconds since 1970, expiry 0: none. `form` NULL: the usual one. NULL without a
 * secret. */
const char *jwt_write(struct arena *arena, struct slice secret, const struct jwt_form *form, int64_t user_id,
                      int64_t issued_at, int64_t expiry);

/* `now` in whole seconds since 1970. */
bool jwt_is_current(const struct jwt *jwt, int64_t now);

#endif
