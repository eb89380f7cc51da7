/* Remembers a small number for pairs of numbers. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_PAIR_SET_H
#define LECTERN_GRAPHQL_PAIR_SET_H

#include "base/base.h"

struct pair_set {
	struct arena *arena;
	struct pair_set_entry *entries;
	size_t count, capacity; /* capacity is a power of two, or 0 */
};

/* The number of a pair, 0 when it is new. Holds until the next call. The order of a and b matters. */
uint8_t *pair_set_find(struct pair_set *set, uint32_t a, uint32_t b);

#endif
