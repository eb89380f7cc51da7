/* Inside the room `content`: a set of ids in a bit or so each, as long as they lie near each other. */
#ifndef LECTERN_CONTENT_ID_SET_H
#define LECTERN_CONTENT_ID_SET_H

#include "base.h"

struct id_block;

/* All zero is an empty set. */
struct id_set {
	struct id_block *blocks; /* a hash table, malloc'd */
	size_t block_count, capacity;
	int64_t count; /* ids in the set */
};

/* False when the id was there. Ends the process when memory runs out. */
bool id_set_add(struct id_set *set, int64_t id);
bool id_set_has(const struct id_set *set, int64_t id);
void id_set_free(struct id_set *set);

#endif
