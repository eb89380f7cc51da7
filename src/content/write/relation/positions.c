/* Where connected targets take their place in an ordered relation. */
#include "content/write/entry_map.h"
#include "relation.h"

/* A target in the list, or one that is to be connected. */
struct ordered_target {
	int64_t target_id;
	struct ordered_target *before, *after; /* in the list; NULL while it is not in it */
	const struct relation_item *item;      /* NULL when it is not connected */
	bool placed;                           /* as its item says */
	bool waiting;                          /* for the place that its position refers to … */
	struct ordered_target *waits_below;    /* … on top of this one */
};

struct ordered_targets {
	struct arena *arena;
	struct ordered_target ends; /* the list is a ring: first after it, last before it */
	struct entry_map by_id;     /* target_id -> place */
	size_t count;               /* in the list */
	struct error *error;
};

static struct ordered_target *find_place(const struct ordered_targets *places, int64_t target_id)
{
	return entry_map_get(&places->by_id, target_id, NULL);
}

static struct ordered_target *add_place(struct ordered_targets *places, int64_t target_id)
{
	struct ordered_target *place = find_place(places, target_id);
	if (place)
		return place;
	place = arena_alloc(places->arena, sizeof *place);
	place->target_id = target_id;
	entry_map_add(&places->by_id, target_id, NULL, place);
	return place;
}

static bool is_listed(const struct ordered_target *place)
{
	return place->after != NULL;
}

static void insert_behind(struct ordered_targets *places, struct ordered_target *at, struct ordered_target *place)
{
	place->before = at;
	place->after = at->after;
	at->after->before = place;
	at->after = place;
	places->count++;
}

static void take_out(struct ordered_targets *places, struct ordered_target *place)
{
	place->before->after = place->after;
	place->after->before = place->before;
	place->before = place->after = NULL;
	places->count--;
}

static bool has_neighbour(const struct relation_item *item)
{
	return item->position == POSITION_BEFORE || item->position == POSITION_AFTER;
}

static void place_listed(struct ordered_targets *places, struct ordered_target *place)
{
	const struct relation_item *item = place->item;
	struct ordered_target *behind = NULL;
	if (is_listed(place))
		take_out(places, place);
	if (item->position == POSITION_START)
		behind = &places->ends;
	if (has_neighbour(item)) {
		struct ordered_target *neighbour = find_place(places, item->neighbour_id);
		if (is_listed(neighbour))
			behind = item->position == POSITION_AFTER ? neighbour : neighbour->before;
	}
	insert_behind(places, behind ? behind : places->ends.before, place);
	place->placed = true;
}

/* Puts an item and, before it, those that its position depends on. */
static bool place_item(struct ordered_targets *places, struct ordered_target *place)
{
	struct ordered_target *top = NULL;
	while (!place->placed) {
		const struct relation_item *item = place->item;
		place->waiting = true;
		place->waits_below = top;
		top = place;
		if (!has_neighbour(item))
			break;
		struct ordered_target *neighbour = find_place(places, item->neighbour_id);
		if (!neighbour)
			return error_validation(
			    places->error,
			    "There was a problem connecting relation with id %lld at position {\"%s\":%lld}. The "
			    "relation with id %lld needs to be connected first.",
			    (long long)item->target_id, item->position == POSITION_BEFORE ? "before" : "after",
			    (long long)item->neighbour_id, (long long)item->neighbour_id);
		if (is_listed(neighbour))
			break;
		if (neighbour->waiting)
			return error_validation(
			    places->error,
			    "A circular reference was found in the connect array. One relation is trying to connect "
			    "before/after another one that is trying to connect before/after it");
		place = neighbour;
	}
	for (; top; top = top->waits_below)
		place_listed(places, top);
	return true;
}

bool relation_order_targets(struct arena *arena, const int64_t *current, size_t current_count,
                            const struct relation_item *items, size_t item_count, int64_t **target_ids, size_t *count,
                            struct error *error)
{
	struct ordered_targets places = {.arena = arena, .error = error};
	places.ends.before = places.ends.after = &places.ends;
	entry_map_init(&places.by_id, arena);
	for (size_t i = 0; i < current_count; i++) {
		struct ordered_target *place = add_place(&places, current[i]);
		if (!is_listed(place))
			insert_behind(&places, places.ends.before, place);
	}
	for (size_t i = 0; i < item_count; i++)
		add_place(&places, items[i].target_id)->item = &items[i];
	for (size_t i = 0; i < item_count; i++)
		if (!place_item(&places, find_place(&places, items[i].target_id)))
			return false;
	*target_ids = arena_array(arena, places.count, sizeof **target_ids);
	*count = 0;
	for (const struct ordered_target *place = places.ends.after; place != &places.ends; place = place->after)
		(*target_ids)[(*count)++] = place->target_id;
	return true;
}
