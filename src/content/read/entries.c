#include "entries.h"

static size_t hash_id(int64_t id)
{
	uint64_t hash = (uint64_t)id * 0x9E3779B97F4A7C15u;
	return (size_t)(hash >> 32);
}

static uint32_t *slot_of(const struct entries *entries, int64_t id)
{
	size_t mask = entries->slot_count - 1, at = hash_id(id) & mask;
	while (entries->slots[at] && entries->items[entries->slots[at] - 1].id != id)
		at = (at + 1) & mask;
	return &entries->slots[at];
}

uint32_t entries_find(const struct entries *entries, int64_t id)
{
	return entries->slot_count ? *slot_of(entries, id) - 1 : NO_ENTRY;
}

static void enlarge(struct arena *arena, struct entries *entries)
{
	entries->slot_count = entries->slot_count ? entries->slot_count * 2 : 64;
	entries->slots = arena_array(arena, entries->slot_count, sizeof *entries->slots);
	for (size_t i = 0; i < entries->count; i++)
		*slot_of(entries, entries->items[i].id) = (uint32_t)i + 1;
}

uint32_t entries_add(struct arena *arena, struct entries *entries, int64_t id, bool *added)
{
	if ((entries->count + 1) * 2 > entries->slot_count)
		enlarge(arena, entries);
	uint32_t *slot = slot_of(entries, id);
	*added = *slot == 0;
	if (*added) {
		entries->items =
		    arena_grow(arena, entries->items, entries->count, &entries->capacity, sizeof *entries->items);
		entries->items[entries->count] = (struct entry){.id = id};
		*slot = (uint32_t)++entries->count;
	}
	return *slot - 1;
}

int64_t *entries_ids(struct arena *arena, const struct entries *entries)
{
	int64_t *ids = arena_alloc_unset(arena, entries->count * sizeof *ids + 1);
	for (size_t i = 0; i < entries->count; i++)
		ids[i] = entries->items[i].id;
	return ids;
}

void entries_init_related(struct arena *arena, struct related *related, size_t parents, size_t entries_count)
{
	related->entries = arena_array(arena, entries_count, sizeof *related->entries);
	related->entries_count = entries_count;
	related->first = arena_alloc_unset(arena, parents * sizeof *related->first + 1);
	related->last = arena_alloc_unset(arena, parents * sizeof *related->last + 1);
	memset(related->first, 0xFF, parents * sizeof *related->first);
}

bool entries_may_add_related(const struct related *related, uint32_t parent)
{
	return related->attribute->multiple || related->first[parent] == NO_ENTRY;
}

void entries_add_related(struct arena *arena, struct related *related, uint32_t parent, uint32_t entries, uint32_t item)
{
	related->places =
	    arena_grow(arena, related->places, related->place_count, &related->place_capacity, sizeof *related->places);
	uint32_t at = (uint32_t)related->place_count++;
	related->places[at] = (struct related_place){entries, item, NO_ENTRY};
	if (related->first[parent] == NO_ENTRY)
		related->first[parent] = at;
	else
		related->places[related->last[parent]].next = at;
	related->last[parent] = at;
}
