/* What one thread remembers of the database's tokens, users and roles, so that a caller seen before costs no
 * statement. All of it is dropped when the database may have changed. Only what the database confirmed gets in: no
 * number of made-up tokens fills it. */
#ifndef LECTERN_ACCESS_REMEMBERED_H
#define LECTERN_ACCESS_REMEMBERED_H

#include "access.h"
#include "grants.h"
#include "jwt.h"
#include "usage.h"

enum { REMEMBERED_MOST_BYTES = 1 << 20 };

struct known_caller {
	struct caller caller;
	struct jwt jwt;       /* CALLER_USER */
	int64_t token;        /* CALLER_TOKEN: its id */
	int64_t token_expiry; /* CALLER_TOKEN: milliseconds since 1970; INT64_MAX: never */
};

struct remembered {
	struct arena *arena;
	bool has_version;
	uint64_t version;                   /* store_version when it was read */
	const struct grants *public_grants; /* NULL: not asked yet */
	bool confirmation_known, confirmation_needed;
	struct usage_latest latest; /* this is kept whatever changes */
	struct map roles;           /* id -> struct grants */
	struct map callers; /* token -> struct known_caller; as given, so that a known token costs no HMAC either */
};

struct remembered *remembered_create(void);
void remembered_destroy(struct remembered *remembered);

/* To be called before the first look at it in a session: forgets all when `version` is not the one it was read at, or
 * when it holds more than REMEMBERED_MOST_BYTES. What was got from it stays good until the next call. */
void remembered_begin(struct remembered *remembered, uint64_t version);

void remembered_forget(struct remembered *remembered);

const struct grants *remembered_role(const struct remembered *remembered, int64_t id); /* or NULL */
void remembered_set_role(struct remembered *remembered, int64_t id, const struct grants *grants);

const struct known_caller *remembered_caller(const struct remembered *remembered, struct slice token); /* or NULL */
void remembered_set_caller(struct remembered *remembered, struct slice token, const struct known_caller *known);

#endif
