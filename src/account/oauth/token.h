/* Inside the room `account`: ID tokens of OpenID Connect. */
#ifndef LECTERN_ACCOUNT_OAUTH_TOKEN_H
#define LECTERN_ACCOUNT_OAUTH_TOKEN_H

#include "base/base.h"

#include <json-c/json.h>

enum { OAUTH_TOKEN_LONGEST = 16384, OAUTH_TOKEN_OLDEST = 600, OAUTH_CLOCK_SKEW = 60 };

struct oauth_token_rules {
	const char *issuer;
	const char *audience; /* the application's key: a token for another application is none */
	const char *nonce;    /* NULL: any */
	int64_t now;          /* seconds since 1970 */
};

/* Checks the claims of an ID token: its issuer and audience, and that it is valid now and was issued within the last
 * ten minutes. The signature is not looked at: that is what oauth_token_is_signed is for. *claims is the caller's to
 * release. */
bool oauth_token_read(struct slice token, const struct oauth_token_rules *rules, struct json_object **claims);

/* Whether one of the keys (a JSON Web Key Set) signed the token, by RS256 or ES256. The key decides on the algorithm,
 * and no other is known: none and HMAC by a public key are no signatures. */
bool oauth_token_is_signed(struct slice token, struct json_object *keys);

#endif
