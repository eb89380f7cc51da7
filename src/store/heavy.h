/* Inside the room `store`: the statements that lately took too long for their turn, known by their text. It depends
 * only on the shape of a request, so the next one of that shape is likely to take as long. */
#ifndef LECTERN_STORE_HEAVY_H
#define LECTERN_STORE_HEAVY_H

#include "base/base.h"

#include <stdatomic.h>

enum { HEAVY_SLOTS = 1024 };

/* All zero to begin with. Used by all threads without a lock: what is forgotten or remembered wrongly costs time, and
 * nothing else. */
struct heavy_statements {
	struct heavy_statement {
		_Atomic uint64_t hash;
		_Atomic int64_t until; /* seconds of the monotonic clock */
		_Atomic int64_t limit; /* nanoseconds: the longest turn that was not enough */
	} slots[HEAVY_SLOTS];
	atomic_bool used; /* anything was ever remembered */
};

/* Whether a turn of `limit` nanoseconds was not enough for it. */
bool heavy_knows(struct heavy_statements *heavy, struct slice text, int64_t limit);

/* A statement took too long for its turn; or did not, where it could have. */
void heavy_remember(struct heavy_statements *heavy, struct slice text, int64_t limit);
void heavy_forget(struct heavy_statements *heavy, struct slice text);

#endif
