/* Inside the room `store`: totals that are remembered per statement, values and state of the database. All threads
 * share them: what one has counted, on a background thread as well, no other counts again. */
#ifndef LECTERN_STORE_TOTALS_H
#define LECTERN_STORE_TOTALS_H

#include "driver.h"

#include <pthread.h>

enum { TOTALS_SLOTS = 1024, TOTALS_LONGEST_KEY = 4096 };

struct total {
	char *key; /* malloc'd: statement, values, and driver.version_seen */
	size_t length;
	uint64_t hash;
	int64_t count;
	int64_t when; /* milliseconds of the monotonic clock */
};

/* A total lives in the slot of its hash and gives way to the next that falls there. */
struct totals {
	pthread_mutex_t lock;
	struct total slots[TOTALS_SLOTS];
};

/* Writes the key of a statement with its values. */
void totals_write_key(struct buffer *key, const struct sql *sql);

/* From any thread. */
bool totals_find(struct totals *totals, struct slice key, int64_t *count);
/* One that was kept in the last `age` milliseconds. */
bool totals_find_recent(struct totals *totals, struct slice key, int64_t age, int64_t *count);
void totals_keep(struct totals *totals, struct slice key, int64_t count);

void totals_init(struct totals *totals);
void totals_free(struct totals *totals);

#endif
