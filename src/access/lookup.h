/* What has to be asked from the database to know a caller. Each function runs its statements every time: remembering is
 * for the caller. Filters and lists live in the lookup's arena, the results in `keep`. False on a database error. */
#ifndef LECTERN_ACCESS_LOOKUP_H
#define LECTERN_ACCESS_LOOKUP_H

#include "remembered.h"

struct lookup {
	struct store_session *session;
	const struct registry *registry;
	const struct slice *find_actions; /* of grants_find_actions */
	const struct map *actions;        /* those that can be granted: others that are stored don't count. NULL: any */
	struct arena *arena;
	struct arena *keep;
};

/* What is granted to callers without a token: the permissions of the roles of type "public". */
bool lookup_public(const struct lookup *lookup, const struct grants **grants, struct error *error);

bool lookup_role(const struct lookup *lookup, int64_t role, const struct grants **grants, struct error *error);

struct api_token {
	bool exists;
	int64_t id;
	enum token_type type;
	int64_t expiry;              /* milliseconds since 1970; INT64_MAX: never */
	const struct grants *grants; /* TOKEN_CUSTOM, else NULL */
};

/* The API token of that hash. */
bool lookup_token(const struct lookup *lookup, const char *hash, struct api_token *token, struct error *error);

struct user_state {
	bool exists, blocked, confirmed, has_role;
	int64_t role;
	int64_t tokens_from; /* seconds since 1970: JWTs issued before have ended */
};

bool lookup_user(const struct lookup *lookup, int64_t id, struct user_state *user, struct error *error);

/* Whether the settings require a confirmed e-mail address. */
bool lookup_confirmation_needed(const struct lookup *lookup, bool *needed, struct error *error);

/* The same from the setting's JSON text, which may be empty. */
bool lookup_confirmation_in(struct slice settings);

#endif
