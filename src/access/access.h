/* The door of the room `access`: who is calling and what they may do.
 *
 * Threads: functions with a thread number, or a session, are called on that thread. Callers and abilities never change:
 * any thread may read them. */
#ifndef LECTERN_ACCESS_ACCESS_H
#define LECTERN_ACCESS_ACCESS_H

#include "ability.h"
#include "actions.h"
#include "admin.h"
#include "admin_actions.h"
#include "store/store.h"

struct access;

/* Everything the checks need: the secrets from `config`, the types from `registry`. `threads` as for store_open: values
 * from the database are remembered per thread, without locks. */
struct access *access_create(const struct config *config, const struct registry *registry, size_t threads);
void access_destroy(struct access *access);

enum caller_kind { CALLER_PUBLIC, CALLER_USER, CALLER_TOKEN };
enum token_type { TOKEN_READ_ONLY, TOKEN_FULL_ACCESS, TOKEN_CUSTOM };

struct caller {
	enum caller_kind kind;
	int64_t user_id;               /* CALLER_USER */
	int64_t role_id;               /* CALLER_USER */
	enum token_type token_type;    /* CALLER_TOKEN */
	const struct map *permissions; /* actions granted, as keys ("api::restaurant.restaurant.find"); good until the
	                                  session ends. NULL for full-access and read-only tokens */
	const bool *may_find;          /* by content_type.index, for access_may_find; as `permissions` */
	struct slice
	    rights; /* the same bytes for all callers with the same permissions. Empty: no caller was identified */
};

/* Who is calling, by the Authorization header (empty: the public role), as Strapi decides it: "Bearer <token>"
 * (any case) is an API token, else a user's JWT (HS256, HS384 or HS512 with the configured secret; expiry checked; the
 * user must exist and not be blocked, and be confirmed when the settings ask for it); any other scheme counts as no
 * header. Fails with 401 on a token that is not valid, with 503 when the database can't be asked. */
bool access_identify(struct access *access, struct store_session *session, size_t thread, struct slice authorization,
                     struct arena *arena, struct caller *caller, struct error *error);

/* May the caller do `action` ("api::restaurant.restaurant.find")? Full-access tokens may do all, read-only ones find
 * and findOne, the others the granted actions. */
bool access_allows(const struct caller *caller, struct slice action);

/* In development, tells in the log that the caller lacks the permission for `action`, and the command that grants it.
 * `requested`: "GET /api/events". Call it where access_allows said no and the answer is 403. */
void access_explain_refusal(const struct access *access, const struct caller *caller, struct slice action,
                            const char *requested);

/* May the caller find entries of `type`: for every populated, filtered and sorted type. */
bool access_may_find(const struct caller *caller, const struct content_type *type);

/* The same for a query; `caller` must live as long as the result. */
struct query_rights access_query_rights(const struct caller *caller);

/* Copies into `arena` what *caller only has until its session ends: what may be found, and with `permissions` all
 * actions granted (else none is known any more). For requests that go on elsewhere. */
void access_keep_caller(struct arena *arena, const struct registry *registry, bool permissions, struct caller *caller);

/* HMAC-SHA512 of an API token with the configured salt, in lower-case hex (128 characters and a NUL), as the database
 * keeps it. */
void access_hash_token(const struct access *access, struct slice token, char hex[129]);

/* The same of a transfer token; false when there is no salt for them (admin.transfer.token.salt). */
bool access_hash_transfer_token(const struct config *config, struct slice token, char hex[129]);

/* Issues a user's JWT as Strapi does, by default HS256, {"id":…,"iat":…,"exp":…}. `issued_at` in seconds since 1970,
 * `lifetime` in seconds, too. Lives in `arena`; NULL when no secret is configured. */
const char *access_issue_jwt(const struct access *access, struct arena *arena, int64_t user_id, int64_t issued_at,
                             int64_t lifetime);

/* ---- passwords: bcrypt, which takes a twentieth of a second. Never on a thread that serves, nor on one that writes
 * ---- */

enum { ACCESS_PASSWORD_SIZE = 64 };

/* A new hash, with its NUL. False when the password has a NUL in it, or more than 72 bytes: bcrypt would not look at
 * what is behind them. */
bool access_hash_password(struct slice password, char hash[ACCESS_PASSWORD_SIZE]);

/* Whether it is the hash of the password, of which Strapi may have left out what is behind 72 bytes. Takes as
 * long when `hash` is none (empty). */
bool access_check_password(struct slice password, struct slice hash);

/* Verifies a JWT: three parts of base64url, header alg HS256, HS384 or HS512, signature by `secret` (compared in
 * constant time), "exp" not past at `now` (seconds since 1970), "id" an integer. No signature is checked for any other
 * algorithm: it is refused. */
bool access_verify_jwt(struct slice token, struct slice secret, int64_t now, int64_t *user_id);

#endif
