/* Where connected entries take their place in an ordered relation. */
#include "link_set.h"
#include "save.h"

/* An entry of the list, or one that is to be connected. */
struct place {
	int64_t id;
	struct place *before, *after;     /* in the list; NULL while it is not in it */
	const struct relation_item *item; /* NULL when it is not connected */
	bool placed;                      /* as its item says */
	bool waiting;                     /* for the place that its position refers to … */
	struct place *waits_below;        /* … on top of this one */
};

struct places {
	struct save *save;
	struct place ends;   /* the list is a ring: first after it, last before it */
	struct link_set set; /* id -> place */
	size_t count;
};

static struct place *find_place(const struct places *places, int64_t id)
{
	return link_set_get(&places->set, id, NULL);
}

static struct place *add_place(struct places *places, int64_t id)
{
	struct place *place = find_place(places, id);
	if (place)
		return place;
	place = arena_alloc(places->save->call->arena, sizeof *place);
	place->id = id;
	link_set_add(&places->set, id, NULL, place);
	return place;
}

static bool is_listed(const struct place *place)
{
	return place->after != NULL;
}

static void insert_behind(struct places *places, struct place *at, struct place *place)
{
	place->before = at;
	place->after = at->after;
	at->after->before = place;
	at->after = place;
	places->count++;
}

static void take_out(struct places *places, struct place *place)
{
	place->before->after = place->after;
	place->after->before = place->before;
	place->before = place->after = NULL;
	places->count--;
}

static bool has_reference(const struct relation_item *item)
{
	return item->position == POSITION_BEFORE || item->position == POSITION_AFTER;
}

static void put(struct places *places, struct place *place)
{
	const struct relation_item *item = place->item;
	struct place *behind = NULL;
	if (is_listed(place))
		take_out(places, place);
	if (item->position == POSITION_START)
		behind = &places->ends;
	if (has_reference(item)) {
		struct place *reference = find_place(places, item->reference);
		if (is_listed(reference))
			behind = item->position == POSITION_AFTER ? reference : reference->before;
	}
	insert_behind(places, behind ? behind : places->ends.before, place);
	place->placed = true;
}

/* Puts an item and, before it, those that its position depends on. */
static bool place_item(struct places *places, struct place *place)
{
	struct place *top = NULL;
	while (!place->placed) {
		const struct relation_item *item = place->item;
		place->waiting = true;
		place->waits_below = top;
		top = place;
		if (!has_reference(item))
			break;
		struct place *reference = find_place(places, item->reference);
		if (!reference)
			return error_validation(
			    places->save->error,
			    "There was a problem connecting relation with id %lld at position {\"%s\":%lld}. The "
			    "relation with id %lld needs to be connected first.",
			    (long long)item->id, item->position == POSITION_BEFORE ? "before" : "after",
			    (long long)item->reference, (long long)item->reference);
		if (is_listed(reference))
			break;
		if (reference->waiting)
			return error_validation(
			    places->save->error,
			    "A circular reference was found in the connect array. One relation is trying to connect "
			    "before/after another one that is trying to connect before/after it");
		place = reference;
	}
	for (; top; top = top->waits_below)
		put(places, top);
	return true;
}

bool connect_items(struct save *save, const int64_t *current, size_t current_count, const struct relation_item *items,
                   size_t item_count, int64_t **result, size_t *result_count)
{
	struct places places = {.save = save};
	places.ends.before = places.ends.after = &places.ends;
	link_set_init(&places.set, save->call->arena);
	for (size_t i = 0; i < current_count; i++) {
		struct place *place = add_place(&places, current[i]);
		if (!is_listed(place))
			insert_behind(&places, places.ends.before, place);
	}
	for (size_t i = 0; i < item_count; i++)
		add_place(&places, items[i].id)->item = &items[i];
	for (size_t i = 0; i < item_count; i++)
		if (!place_item(&places, find_place(&places, items[i].id)))
			return false;
	*result = arena_array(save->call->arena, places.count, sizeof **result);
	*result_count = 0;
	for (const struct place *place = places.ends.after; place != &places.ends; place = place->after)
		(*result)[(*result_count)++] = place->id;
	return true;
}
