/* Inside the room `account`: whose access token or ID token it is, by the word of the provider. */
#ifndef LECTERN_ACCOUNT_OAUTH_PROFILE_H
#define LECTERN_ACCOUNT_OAUTH_PROFILE_H

#include "provider.h"

struct oauth_profile {
	const char *username, *email; /* email: one that the provider has verified, in lower case */
};

/* Asks the provider, which was read and, if it is OpenID Connect, discovered. A token that was not made for this
 * application is refused: else any other application could sign in as its users. `nonce`: what must stand in the ID
 * token, or NULL. All errors are ApplicationErrors (400). */
bool oauth_profile_read(struct account_call *call, const struct oauth_provider *provider, const char *access_token,
                        const char *id_token, const char *nonce, struct oauth_profile *profile, struct error *error);

#endif
