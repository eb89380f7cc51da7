/* Fields that land under the same key must be the same field with the same arguments, and what they select must fit
 * together, too (specification 5.3.2).
 *
 * Pairs are compared as graphql-js does, so that its messages come out. What was once found to fit is not compared
 * again, lists of equal leaves are gone through once, and each step is paid from the document's work. */
#include "validate_overlap.h"
#include "overlap_conflict.h"
#include "overlap_map.h"
#include "overlap_same.h"

enum { MOST_LEVELS = 2000 };

static bool goes_on(const struct validator *validator, const struct conflicts *conflicts)
{
	return !validator->complex && (!conflicts->most || conflicts->count <= conflicts->most);
}

static void find_between_sets(struct validator *validator, struct conflicts *conflicts, bool exclusive,
                              const struct field_use *a, const struct field_use *b);

/* Compares two fields with the same key. */
static void compare_fields(struct validator *validator, struct conflicts *conflicts, bool exclusive, struct slice key,
                           const struct field_use *a, const struct field_use *b)
{
	struct conflicts below = {.end = &below.first};
	struct slice first = a->node->name.text, second = b->node->name.text;

	if (!validator_work(validator, 1))
		return;
	exclusive = exclusive || (a->parent != b->parent && a->parent && a->parent->kind == GRAPHQL_OBJECT &&
	                          b->parent && b->parent->kind == GRAPHQL_OBJECT);
	if (!exclusive && !slice_equals(first, second)) {
		overlap_conflict_add(validator, conflicts, key, a, b)->reason = arena_format(
		    validator->arena, "\"%.*s\" and \"%.*s\" are different fields", TEXT(first), TEXT(second));
		return;
	}
	if (!exclusive && !overlap_same_arguments(validator, a->node, b->node)) {
		overlap_conflict_add(validator, conflicts, key, a, b)->reason = "they have differing arguments";
		return;
	}
	if (a->field && b->field && overlap_types_conflict(a->field->type, b->field->type)) {
		struct buffer *message = validator_message(validator);
		buffer_text(message, "they return conflicting types \"");
		graphql_print_reference(message, a->field->type);
		buffer_text(message, "\" and \"");
		graphql_print_reference(message, b->field->type);
		buffer_byte(message, '"');
		overlap_conflict_add(validator, conflicts, key, a, b)->reason =
		    arena_copy(validator->arena, buffer_as_slice(message));
		return;
	}
	if (!a->node->selections.count || !b->node->selections.count)
		return;
	find_between_sets(validator, &below, exclusive, a, b);
	if (!below.first)
		return;
	struct conflict *conflict = overlap_conflict_add(validator, conflicts, key, a, b);
	overlap_conflict_add_reasons(validator, conflict, below.first);
}

static void compare_maps(struct validator *validator, struct conflicts *conflicts, bool exclusive,
                         const struct field_map *a, const struct field_map *b)
{
	if (!validator_work(validator, a->count))
		return;
	for (const struct field_group *group = a->first; group; group = group->next) {
		const struct field_group *other = map_get(&b->by_key, group->key);
		for (const struct field_use *x = group->first; other && x && goes_on(validator, conflicts); x = x->next)
			for (const struct field_use *y = other->first; y && goes_on(validator, conflicts); y = y->next)
				compare_fields(validator, conflicts, exclusive, group->key, x, y);
	}
}

/* ---- fragments ---- */

/* Were these two compared before, or are just being? What was compared as not exclusive needs no comparison as
 * exclusive. */
static bool is_compared(struct validator *validator, const struct part *a, const struct part *b, bool exclusive)
{
	enum { NEVER, AS_EXCLUSIVE, FULLY };
	uint32_t first = (uint32_t)(a - validator->parts), second = (uint32_t)(b - validator->parts);

	validator_work(validator, 1);
	uint8_t *known = first < second ? pair_set_find(&validator->overlap->fragments, first, second)
	                                : pair_set_find(&validator->overlap->fragments, second, first);
	if (*known == FULLY || (*known == AS_EXCLUSIVE && exclusive))
		return true;
	*known = exclusive ? AS_EXCLUSIVE : FULLY;
	return false;
}

static bool enter(struct validator *validator)
{
	if (++validator->overlap->levels > MOST_LEVELS)
		validator->complex = true;
	return !validator->complex;
}

static void leave(struct validator *validator)
{
	validator->overlap->levels--;
}

static void compare_map_and_fragment(struct validator *validator, struct conflicts *conflicts, bool exclusive,
                                     const struct field_map *map, const struct part *fragment)
{
	const struct field_map *other = overlap_fragment_map(validator, fragment);

	if (map == other || !validator_work(validator, 1))
		return;
	if (enter(validator)) {
		compare_maps(validator, conflicts, exclusive, map, other);
		for (size_t i = 0; i < other->fragment_count && goes_on(validator, conflicts); i++)
			if (!is_compared(validator, other->fragments[i], fragment, exclusive))
				compare_map_and_fragment(validator, conflicts, exclusive, map, other->fragments[i]);
	}
	leave(validator);
}

static void compare_fragments(struct validator *validator, struct conflicts *conflicts, bool exclusive,
                              const struct part *a, const struct part *b)
{
	if (a == b || is_compared(validator, a, b, exclusive))
		return;
	if (enter(validator)) {
		const struct field_map *first = overlap_fragment_map(validator, a),
				       *second = overlap_fragment_map(validator, b);
		compare_maps(validator, conflicts, exclusive, first, second);
		for (size_t i = 0; i < second->fragment_count && goes_on(validator, conflicts); i++)
			compare_fragments(validator, conflicts, exclusive, a, second->fragments[i]);
		for (size_t i = 0; i < first->fragment_count && goes_on(validator, conflicts); i++)
			compare_fragments(validator, conflicts, exclusive, first->fragments[i], b);
	}
	leave(validator);
}

/* ---- selection sets ---- */

static const struct graphql_type *type_of(const struct field_use *use)
{
	return use->field ? graphql_reference_type(use->field->type) : NULL;
}

static void compare_sets(struct validator *validator, struct conflicts *conflicts, bool exclusive,
                         const struct field_map *a, const struct field_map *b)
{
	compare_maps(validator, conflicts, exclusive, a, b);
	for (size_t i = 0; i < b->fragment_count && goes_on(validator, conflicts); i++)
		compare_map_and_fragment(validator, conflicts, exclusive, a, b->fragments[i]);
	for (size_t i = 0; i < a->fragment_count && goes_on(validator, conflicts); i++)
		compare_map_and_fragment(validator, conflicts, exclusive, b, a->fragments[i]);
	for (size_t i = 0; i < a->fragment_count && goes_on(validator, conflicts); i++)
		for (size_t j = 0; j < b->fragment_count && goes_on(validator, conflicts); j++)
			compare_fragments(validator, conflicts, exclusive, a->fragments[i], b->fragments[j]);
}

/* What two fields select. */
static void find_between_sets(struct validator *validator, struct conflicts *conflicts, bool exclusive,
                              const struct field_use *a, const struct field_use *b)
{
	const struct graphql_selection_set *first = &a->node->selections, *second = &b->node->selections;
	struct pair_set *clean = &validator->overlap->clean[exclusive];

	if (*pair_set_find(clean, first->index, second->index))
		return;
	if (enter(validator))
		compare_sets(validator, conflicts, exclusive, overlap_map(validator, type_of(a), first),
		             overlap_map(validator, type_of(b), second));
	leave(validator);
	if (!conflicts->first)
		*pair_set_find(clean, first->index, second->index) = 1;
}

/* The same leaf again and again: one pass instead of all pairs. */
static bool are_equal_leaves(struct validator *validator, const struct field_group *group)
{
	const struct field_use *first = group->first;

	for (const struct field_use *use = first; use; use = use->next)
		if (use->node->selections.count || use->parent != first->parent ||
		    !slice_equals(use->node->name.text, first->node->name.text) ||
		    !overlap_same_arguments(validator, first->node, use->node))
			return false;
	return true;
}

static void compare_within(struct validator *validator, struct conflicts *conflicts, const struct field_map *map)
{
	for (const struct field_group *group = map->first; group; group = group->next) {
		if (!group->several || are_equal_leaves(validator, group))
			continue;
		for (const struct field_use *a = group->first; a; a = a->next)
			for (const struct field_use *b = a->next; b && goes_on(validator, conflicts); b = b->next)
				compare_fields(validator, conflicts, false, group->key, a, b);
	}
}

bool validator_overlap(struct validator *validator, const struct graphql_type *parent,
                       const struct graphql_selection_set *set)
{
	/* Each is an error of its own: more than can be shown need not be found. */
	struct conflicts conflicts = {.end = &conflicts.first, .most = validator->max_errors};

	overlap_begin(validator);
	if (validator->overlap->settled)
		return true;
	const struct field_map *map = overlap_map(validator, parent, set);
	compare_within(validator, &conflicts, map);
	for (size_t i = 0; i < map->fragment_count && goes_on(validator, &conflicts); i++) {
		compare_map_and_fragment(validator, &conflicts, false, map, map->fragments[i]);
		for (size_t j = i + 1; j < map->fragment_count && goes_on(validator, &conflicts); j++)
			compare_fragments(validator, &conflicts, false, map->fragments[i], map->fragments[j]);
	}
	for (const struct conflict *conflict = conflicts.first; conflict; conflict = conflict->next)
		overlap_conflict_report(validator, conflict);
	return !conflicts.first;
}
