/* Which JWTs have ended before their time. A part of the room's door: store.h includes it. */
#ifndef LECTERN_STORE_ENDED_TOKENS_H
#define LECTERN_STORE_ENDED_TOKENS_H

#include "base/base.h"

struct store_session;

/* Users' JWTs that were issued before this moment (seconds since 1970) have ended; 0: none have. */
bool store_tokens_ended_before(struct store_session *session, int64_t user_id, int64_t *seconds, struct error *error);

/* The same for the JWTs of an admin, but for those issued at the second `spared`; 0: there are none. */
struct store_admin_tokens {
	int64_t ended_before, spared;
};
bool store_admin_tokens(struct store_session *session, int64_t admin_id, struct store_admin_tokens *tokens,
                        struct error *error);

/* In a session that writes, as the next one: ends all JWTs of the user that were issued before `before`. *seconds is
 * the moment kept, which is later when they were ended up to there already: tokens issued from then on are good. */
bool store_end_tokens(struct store_session *session, int64_t user_id, int64_t before, int64_t *seconds,
                      struct error *error);

/* Ends all JWTs of the admin that were issued before `before`, but those of the second `spared` (0: none). */
bool store_end_admin_tokens(struct store_session *session, int64_t admin_id, int64_t before, int64_t spared,
                            struct error *error);

#endif
