/* Inside the room `account`: codes that are mailed to prove that an address is one's own. The database has only their
 * hash, in Strapi's columns; when they expire stands in the codes themselves. */
#ifndef LECTERN_ACCOUNT_CODE_H
#define LECTERN_ACCOUNT_CODE_H

#include "base/base.h"

enum { CODE_HASH_SIZE = 65, CODE_LONGEST = 128 };

/* A new code of `bytes` random bytes (20 … 64) in hex, good until `expiry` (seconds since 1970), in `arena`, and its
 * hash. False when there is no randomness. */
bool code_create(struct arena *arena, size_t bytes, int64_t expiry, const char **code, char hash[CODE_HASH_SIZE]);

/* The hash of what may be a code. False when it has not the form of one, or has expired at `now`. */
bool code_hash(struct slice code, int64_t now, char hash[CODE_HASH_SIZE]);

#endif
