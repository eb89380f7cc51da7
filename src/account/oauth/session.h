/* Inside the room `account`: what the server has to know again when a provider leads a browser back. It stands in the
 * browser's cookie, signed, for ten minutes: nothing of it is kept here. */
#ifndef LECTERN_ACCOUNT_OAUTH_SESSION_H
#define LECTERN_ACCOUNT_OAUTH_SESSION_H

#include "account/account_state.h"

#define OAUTH_COOKIE "lectern.connect"
enum { OAUTH_SESSION_SECONDS = 600 };

struct oauth_session {
	const char *provider; /* its name */
	const char *state;    /* that only this browser and the provider know */
	const char *verifier; /* of PKCE */
	const char *nonce;    /* stands in the ID token */
	const char *callback; /* the page that the client asked to be led to, or NULL */
};

/* A session with fresh secrets, in the call's arena. False with an error when there is no randomness. */
bool oauth_session_create(struct account_call *call, const char *provider, const char *callback,
                          struct oauth_session *session, struct error *error);

/* The Set-Cookie header that keeps it, or with session NULL takes it away. In the call's arena. False when there is no
 * secret to sign it with. */
bool oauth_session_cookie(struct account_call *call, const struct oauth_session *session, const char **cookie,
                          struct error *error);

/* Reads the session from a Cookie header. False when there is none that this server signed, for this provider, within
 * the last ten minutes. */
bool oauth_session_read(struct account_call *call, struct slice cookies, const char *provider,
                        struct oauth_session *session);

/* The code_challenge of PKCE's S256 for a verifier, in `arena`. */
const char *oauth_session_challenge(struct arena *arena, const char *verifier);

#endif
