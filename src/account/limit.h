/* Inside the room `account`: how often something may be done within an interval. Each key (an account, an address) has
 * a counter, which begins anew when its interval is over. The counters are a table of fixed size: when there are too
 * many keys, those with the lowest counts make room. Safe from any thread. */
#ifndef LECTERN_ACCOUNT_LIMIT_H
#define LECTERN_ACCOUNT_LIMIT_H

#include "base/base.h"

struct limit;

/* `interval` in milliseconds. Keys are hashed with random numbers, so that clients can't choose keys that collide. */
struct limit *limit_create(int64_t interval);
void limit_destroy(struct limit *limit);

/* Counts one more for the key at `now` (milliseconds). Returns the count within the interval; *end is when that ends.
 */
unsigned limit_count(struct limit *limit, struct slice key, int64_t now, int64_t *end);

/* Bytes that it holds, whatever happens. */
size_t limit_size(const struct limit *limit);

#endif
