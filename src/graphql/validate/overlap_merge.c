/* A look at the whole document first: fields are gathered under their keys, level by level, as they will be when the
 * document is run, and each is compared with one other. That takes time in proportion to the document, and most
 * documents need no more. It can't tell what conflicts with what: for that, pairs are compared (validate_overlap.c). */
#include <stdlib.h>

#include "overlap_map.h"
#include "overlap_merge.h"
#include "overlap_same.h"

/* What may be spent on the look, in fields. Documents in which fragments are nested in many combinations may need more
 * than there is time for. */
enum { MOST_WORK = 500000, MOST_LEVELS = 2000, MOST_CLASSES = 32 };

struct merge {
	struct validator *validator;
	struct map seen[2]; /* lists of maps that were looked at, as bytes, by `full` */
	size_t work_left;
	unsigned levels;
};

/* Selection sets whose fields land in the same object. */
struct map_list {
	struct field_map **items;
	size_t count, size;
	size_t mark;
};

struct uses {
	const struct field_use **items;
	size_t count, size;
};

static bool check_list(struct merge *merge, struct map_list *list, bool full);

static bool pay(struct merge *merge, size_t cost)
{
	if (merge->work_left < cost)
		return false;
	merge->work_left -= cost;
	return true;
}

static void add_map(struct merge *merge, struct map_list *list, struct field_map *map)
{
	if (map->mark == list->mark)
		return;
	map->mark = list->mark;
	list->items = arena_grow(merge->validator->arena, list->items, list->count, &list->size, sizeof *list->items);
	list->items[list->count++] = map;
}

static void add_use(struct merge *merge, struct uses *uses, const struct field_use *use)
{
	uses->items = arena_grow(merge->validator->arena, uses->items, uses->count, &uses->size, sizeof *uses->items);
	uses->items[uses->count++] = use;
}

static bool is_object(const struct graphql_type *type)
{
	return type && type->kind == GRAPHQL_OBJECT;
}

/* ---- fields under one key ---- */

static bool have_shape(const struct uses *uses)
{
	const struct graphql_field *first = NULL;

	for (size_t i = 0; i < uses->count; i++) {
		const struct graphql_field *field = uses->items[i]->field;
		if (field && first && overlap_types_conflict(first->type, field->type))
			return false;
		first = first ? first : field;
	}
	return true;
}

/* Are the fields that objects of this type may have (NULL: all) the same field with the same arguments? */
static bool are_same(struct merge *merge, const struct uses *uses, const struct graphql_type *type)
{
	const struct graphql_selection *first = NULL;

	for (size_t i = 0; i < uses->count; i++) {
		const struct field_use *use = uses->items[i];
		if (type && use->parent != type && is_object(use->parent))
			continue;
		if (first && (!slice_equals(first->name.text, use->node->name.text) ||
		              !overlap_same_arguments(merge->validator, first, use->node)))
			return false;
		first = first ? first : use->node;
	}
	return true;
}

/* Looks at what is selected from them. */
static bool check_below(struct merge *merge, const struct uses *uses, const struct graphql_type *type, bool full)
{
	struct map_list list = {.mark = ++merge->validator->marks};

	for (size_t i = 0; i < uses->count; i++) {
		const struct field_use *use = uses->items[i];
		if (!use->node->selections.count || (type && use->parent != type && is_object(use->parent)))
			continue;
		const struct graphql_type *below = use->field ? graphql_reference_type(use->field->type) : NULL;
		add_map(merge, &list, overlap_map(merge->validator, below, &use->node->selections));
		/* Making a map marks fragments, not maps: the mark still holds. */
	}
	return !list.count || check_list(merge, &list, full);
}

/* The object types that the fields are selected from; more than MOST_CLASSES when there are more than that. */
static size_t find_classes(const struct uses *uses, const struct graphql_type **classes)
{
	size_t count = 0;

	for (size_t i = 0; i < uses->count && count <= MOST_CLASSES; i++) {
		const struct graphql_type *type = uses->items[i]->parent;
		size_t known = 0;
		while (is_object(type) && known < count && classes[known] != type)
			known++;
		if (is_object(type) && known == count)
			classes[count++] = type;
	}
	return count;
}

/* Fields from different object types never meet in an object: of them only the shape must be the same. */
static bool check_uses(struct merge *merge, const struct uses *uses, bool full)
{
	const struct graphql_type *classes[MOST_CLASSES + 1];
	size_t count;

	if (!pay(merge, uses->count) || !have_shape(uses))
		return false;
	if (!full)
		return check_below(merge, uses, NULL, false);
	count = find_classes(uses, classes);
	if (count <= 1)
		return are_same(merge, uses, NULL) && check_below(merge, uses, NULL, true);
	if (count > MOST_CLASSES || !pay(merge, count * uses->count) || !check_below(merge, uses, NULL, false))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!are_same(merge, uses, classes[i]) || !check_below(merge, uses, classes[i], true))
			return false;
	return true;
}

/* ---- selection sets that meet ---- */

static int compare_numbers(const void *a, const void *b)
{
	const uint32_t *first = a, *second = b;

	return *first < *second ? -1 : *first > *second;
}

/* Was this list looked at before? If not it is now. */
static bool is_seen(struct merge *merge, const struct map_list *list, bool full)
{
	static const char yes;
	uint32_t *numbers = arena_alloc_unset(merge->validator->arena, list->count * sizeof *numbers);
	struct slice key = {(const char *)numbers, list->count * sizeof *numbers};

	for (size_t i = 0; i < list->count; i++)
		numbers[i] = list->items[i]->number;
	qsort(numbers, list->count, sizeof *numbers, compare_numbers);
	return map_get(&merge->seen[true], key) || map_set(&merge->seen[full], key, (void *)&yes);
}

/* Adds the fragments that are spread in a list's selection sets, and in those. */
static bool add_fragments(struct merge *merge, struct map_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct field_map *map = list->items[i];
		if (!pay(merge, 1 + map->fragment_count))
			return false;
		for (size_t j = 0; j < map->fragment_count; j++) {
			map->fragments[j]->merged = true;
			add_map(merge, list, overlap_fragment_map(merge->validator, map->fragments[j]));
		}
	}
	return true;
}

static bool check_one(struct merge *merge, const struct field_map *map, bool full)
{
	for (const struct field_group *group = map->first; group; group = group->next) {
		const struct field_use *only = group->first;
		struct uses several = {0}, one = {&only, 1, 1};
		for (const struct field_use *use = group->several ? group->first : NULL; use; use = use->next)
			add_use(merge, &several, use);
		if (!check_uses(merge, group->several ? &several : &one, full))
			return false;
	}
	return true;
}

static bool check_several(struct merge *merge, const struct map_list *list, bool full)
{
	struct arena *arena = merge->validator->arena;
	struct map by_key;
	struct uses **all = NULL;
	size_t count = 0, size = 0;

	map_init(&by_key, arena);
	for (size_t i = 0; i < list->count; i++) {
		for (const struct field_group *group = list->items[i]->first; group; group = group->next) {
			struct uses *uses = map_get(&by_key, group->key);
			if (!uses) {
				uses = arena_alloc(arena, sizeof *uses);
				map_set(&by_key, group->key, uses);
				all = arena_grow(arena, all, count, &size, sizeof(struct uses *));
				all[count++] = uses;
			}
			for (const struct field_use *use = group->first; use; use = use->next)
				add_use(merge, uses, use);
		}
	}
	for (size_t i = 0; i < count; i++)
		if (!check_uses(merge, all[i], full))
			return false;
	return true;
}

static bool check_list(struct merge *merge, struct map_list *list, bool full)
{
	bool good;

	if (merge->levels >= MOST_LEVELS || !add_fragments(merge, list))
		return false;
	if (is_seen(merge, list, full))
		return true;
	merge->levels++;
	good = list->count == 1 ? check_one(merge, list->items[0], full) : check_several(merge, list, full);
	merge->levels--;
	return good;
}

static const struct graphql_type *find_root(const struct graphql_schema *schema, enum graphql_operation_kind kind)
{
	return kind == GRAPHQL_QUERY      ? schema->query
	       : kind == GRAPHQL_MUTATION ? schema->mutation
	                                  : schema->subscription;
}

bool overlap_merge(struct validator *validator)
{
	struct merge merge = {.validator = validator, .work_left = MOST_WORK};

	map_init(&merge.seen[0], validator->arena);
	map_init(&merge.seen[1], validator->arena);
	for (size_t i = 0; i < validator->part_count; i++) {
		const struct graphql_operation *operation = validator->parts[i].operation;
		struct map_list list = {.mark = ++validator->marks};
		if (!operation)
			continue;
		add_map(&merge, &list,
		        overlap_map(validator, find_root(validator->schema, operation->kind), &operation->selections));
		if (!check_list(&merge, &list, true))
			return false;
	}
	/* What is in a fragment that is used was looked at there. */
	for (size_t i = 0; i < validator->part_count; i++)
		if (validator->parts[i].fragment && !validator->parts[i].merged)
			return false;
	return true;
}
