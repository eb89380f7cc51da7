/* A hash map from text to pointers. Keys are not copied: they must outlive the map. */
#ifndef LECTERN_BASE_MAP_H
#define LECTERN_BASE_MAP_H

#include "arena.h"

struct map_entry {
	struct slice key;
	void *value;
	uint64_t hash;
};

struct map {
	struct arena *arena; /* where the table lives */
	struct map_entry *entries;
	size_t count, capacity; /* capacity is a power of two, or 0 */
};

void map_init(struct map *map, struct arena *arena);

/* The value of `key`, or NULL. */
void *map_get(const struct map *map, struct slice key);

/* Sets `key` to `value` (not NULL); returns the value it had before, or NULL. */
void *map_set(struct map *map, struct slice key, void *value);

/* The keys in the order of their bytes, map->count of them, in `arena`. The order of the entries is another in each
 * process. */
struct slice *map_keys(const struct map *map, struct arena *arena);

/* Eight bytes at a time. Each process has its own seed: clients can't know which texts have the same hash. */
uint64_t slice_hash(struct slice text);

#endif
