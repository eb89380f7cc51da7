/* Where connected entries take their place in an ordered relation. */
#include "save.h"

struct places {
	struct save *save;
	int64_t *ids; /* the list as it grows */
	size_t count;
	const struct relation_item *items;
	size_t item_count;
	bool *placed, *waiting; /* by item */
};

static size_t find_place(const struct places *places, int64_t id)
{
	for (size_t i = 0; i < places->count; i++)
		if (places->ids[i] == id)
			return i;
	return SIZE_MAX;
}

static void remove_place(struct places *places, size_t at)
{
	places->count--;
	memmove(places->ids + at, places->ids + at + 1, (places->count - at) * sizeof *places->ids);
}

static void insert_place(struct places *places, size_t at, int64_t id)
{
	memmove(places->ids + at + 1, places->ids + at, (places->count - at) * sizeof *places->ids);
	places->ids[at] = id;
	places->count++;
}

static bool has_reference(const struct relation_item *item)
{
	return item->position == POSITION_BEFORE || item->position == POSITION_AFTER;
}

static const struct relation_item *find_item(const struct places *places, int64_t id)
{
	for (size_t i = 0; i < places->item_count; i++)
		if (places->items[i].id == id)
			return &places->items[i];
	return NULL;
}

static void put(struct places *places, const struct relation_item *item)
{
	size_t before = find_place(places, item->id), at = places->count;
	if (before != SIZE_MAX) {
		remove_place(places, before);
		at = places->count;
	}
	if (item->position == POSITION_START)
		at = 0;
	if (has_reference(item)) {
		at = find_place(places, item->reference);
		at = at == SIZE_MAX ? places->count : at + (item->position == POSITION_AFTER);
	}
	insert_place(places, at, item->id);
	places->placed[item - places->items] = true;
}

/* Puts an item and, before it, those that its position depends on. They are as many as the items at most. */
static bool place_item(struct places *places, const struct relation_item *item)
{
	const struct relation_item **chain =
	    arena_array(places->save->call->arena, places->item_count, sizeof(*chain));
	size_t length = 0;
	while (!places->placed[item - places->items]) {
		chain[length++] = item;
		places->waiting[item - places->items] = true;
		if (!has_reference(item) || find_place(places, item->reference) != SIZE_MAX)
			break;
		const struct relation_item *next = find_item(places, item->reference);
		if (!next)
			return error_validation(places->save->error,
			                        "There was a problem connecting relation with id %lld at position {\"%s\":%lld}. The "
			                        "relation with id %lld needs to be connected first.",
			                        (long long)item->id, item->position == POSITION_BEFORE ? "before" : "after",
			                        (long long)item->reference, (long long)item->reference);
		if (places->waiting[next - places->items] && !places->placed[next - places->items])
			return error_validation(places->save->error,
			                        "A circular reference was found in the connect array. One relation is trying to connect "
			                        "before/after another one that is trying to connect before/after it");
		item = next;
	}
	while (length--)
		if (!places->placed[chain[length] - places->items])
			put(places, chain[length]);
	return true;
}

bool connect_items(struct save *save, const int64_t *current, size_t current_count, const struct relation_item *items,
                   size_t item_count, int64_t **result, size_t *result_count)
{
	struct arena *arena = save->call->arena;
	struct places places = {
	    .save = save,
	    .ids = arena_array(arena, current_count + item_count + 1, sizeof *places.ids),
	    .count = current_count,
	    .items = items,
	    .item_count = item_count,
	    .placed = arena_array(arena, item_count, sizeof *places.placed),
	    .waiting = arena_array(arena, item_count, sizeof *places.waiting),
	};
	if (current_count)
		memcpy(places.ids, current, current_count * sizeof *current);
	for (size_t i = 0; i < item_count; i++)
		if (!place_item(&places, &items[i]))
			return false;
	*result = places.ids;
	*result_count = places.count;
	return true;
}
