/* Inside the room `store`: totals that are remembered per statement and values until the database changes. */
#ifndef LECTERN_STORE_TOTALS_H
#define LECTERN_STORE_TOTALS_H

#include "driver.h"

enum { TOTALS_SLOTS = 256, TOTALS_LONGEST_KEY = 4096 };

struct total {
	char *key; /* malloc'd: statement and values */
	size_t length;
	uint64_t hash;
	int64_t count;
};

/* One thread's; a total lives in the slot of its hash and gives way to the next that falls there. */
struct totals {
	uint64_t version;
	struct total slots[TOTALS_SLOTS];
};

/* Writes the key of a statement with its values. */
void totals_write_key(struct buffer *key, const struct sql *sql);
bool totals_find(struct totals *totals, uint64_t version, struct slice key, int64_t *count);
void totals_keep(struct totals *totals, struct slice key, int64_t count);
void totals_free(struct totals *totals);

#endif
