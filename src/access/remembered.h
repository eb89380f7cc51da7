/* What one thread remembers of the database's tokens, users and roles, so that a caller seen before costs no
 * statement. All of it is dropped when the database may have changed. Only what the database confirmed gets in: no
 * number of made-up tokens fills it. */
#ifndef LECTERN_ACCESS_REMEMBERED_H
#define LECTERN_ACCESS_REMEMBERED_H

#include "access.h"
#include "grants.h"

enum { REMEMBERED_MOST_BYTES = 1 << 20 };

struct api_token {
	enum token_type type;
	bool expires;
	int64_t expires_at;          /* milliseconds since 1970 */
	const struct grants *grants; /* TOKEN_CUSTOM, else NULL */
};

struct remembered {
	struct arena *arena;
	bool has_version;
	uint64_t version;                   /* store_version when it was read */
	const struct grants *public_grants; /* NULL: not asked yet */
	bool confirmation_known, confirmation_needed;
	struct map roles;  /* id -> struct grants */
	struct map users;  /* id -> struct grants of the role; users who may not sign in are absent */
	struct map tokens; /* hash -> struct api_token */
};

struct remembered *remembered_create(void);
void remembered_destroy(struct remembered *remembered);

/* To be called before the first look at it in a session: forgets all when `version` is not the one it was read at, or
 * when it holds more than REMEMBERED_MOST_BYTES. What was got from it stays good until the next call. */
void remembered_begin(struct remembered *remembered, uint64_t version);

void remembered_forget(struct remembered *remembered);

/* By a numeric id, for `roles` and `users`. */
const struct grants *remembered_get(const struct map *map, int64_t id);
void remembered_set(struct map *map, int64_t id, const struct grants *grants);

#endif
