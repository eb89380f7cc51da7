#include "pair_set.h"

struct pair_set_entry {
	uint32_t a, b;
	bool taken;
	uint8_t value;
};

static struct pair_set_entry *find(const struct pair_set *set, uint32_t a, uint32_t b)
{
	uint64_t hash = ((uint64_t)a << 32 | b) * 0x9E3779B97F4A7C15u;
	size_t mask = set->capacity - 1;

	for (size_t i = (hash >> 32 ^ hash) & mask;; i = (i + 1) & mask) {
		struct pair_set_entry *entry = &set->entries[i];
		if (!entry->taken || (entry->a == a && entry->b == b))
			return entry;
	}
}

static void enlarge(struct pair_set *set)
{
	struct pair_set larger = *set;

	larger.capacity = set->capacity ? set->capacity * 2 : 64;
	larger.entries = arena_array(set->arena, larger.capacity, sizeof *larger.entries);
	for (size_t i = 0; i < set->capacity; i++)
		if (set->entries[i].taken)
			*find(&larger, set->entries[i].a, set->entries[i].b) = set->entries[i];
	*set = larger;
}

uint8_t *pair_set_find(struct pair_set *set, uint32_t a, uint32_t b)
{
	if ((set->count + 1) * 4 > set->capacity * 3)
		enlarge(set);
	struct pair_set_entry *entry = find(set, a, b);
	if (!entry->taken) {
		*entry = (struct pair_set_entry){a, b, true, 0};
		set->count++;
	}
	return &entry->value;
}
