/* Inside the room `account`: an OAuth provider as the settings have it (plugin_users-permissions_grant), with what is
 * known of GitHub and Google, and what an OpenID Connect provider says of itself. */
#ifndef LECTERN_ACCOUNT_OAUTH_PROVIDER_H
#define LECTERN_ACCOUNT_OAUTH_PROVIDER_H

#include "account/account_state.h"

enum oauth_kind { OAUTH_GITHUB, OAUTH_GOOGLE, OAUTH_OPENID };

struct oauth_provider {
	const char *name; /* as in the path and in the users' provider column */
	enum oauth_kind kind;
	const char *key, *secret; /* of the application, as the provider knows it */
	const char *callback;     /* the page that is led back to, absolute; NULL: the endpoint that signs in */
	const char *scope;        /* with spaces between */
	const char *issuer;       /* OAUTH_OPENID; the others are what it says then, after oauth_provider_discover */
	const char *authorize_url, *access_url, *profile_url, *keys_url;
	bool basic;       /* the secret goes into the Authorization header */
	bool trust_email; /* addresses count that the provider does not say are verified */
};

/* The provider of that name; ApplicationError (400) when there is none or it is disabled. */
bool oauth_provider_read(struct account_call *call, struct slice name, struct oauth_provider *provider,
                         struct error *error);

/* Asks an OpenID Connect provider for its endpoints; does nothing with the others. */
bool oauth_provider_discover(struct account_call *call, struct oauth_provider *provider, struct error *error);

/* Where the provider leads back to: https://…/api/connect/github/callback. */
const char *oauth_provider_redirect(const struct account_call *call, const struct oauth_provider *provider);

/* Whether a page that a client names may be led to: that of the settings, but for the query string. */
bool oauth_provider_allows(const struct oauth_provider *provider, struct slice callback);

/* A text member of an object, in `arena`; NULL when there is none, it is empty or has a NUL in it. */
const char *oauth_member(struct arena *arena, struct json_object *object, const char *name);

#endif
