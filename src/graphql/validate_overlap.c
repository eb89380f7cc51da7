/* Fields that land under the same key must be the same field with the same arguments, and what they select must fit
 * together, too (specification 5.3.2).
 *
 * Pairs are compared as graphql-js does, so that its messages come out. What was once found to fit is not compared
 * again, lists of equal leaves are gone through once, and each step is paid from the document's work. */
#include <stdlib.h>

#include "pair_set.h"
#include "validator.h"

struct field_use {
	const struct graphql_type *parent; /* NULL: unknown */
	const struct graphql_selection *node;
	const struct graphql_field *field; /* NULL: unknown, or of introspection */
	struct field_use *next;
};

/* The fields of a selection set that have the same key, in order. */
struct field_group {
	struct slice key;
	struct field_use *first, **end;
	bool several;
	struct field_group *next;
};

/* A selection set with its inline fragments, but without what it spreads. */
struct field_map {
	struct field_group *first, **end;
	size_t count; /* of groups */
	struct map by_key;
	struct part **fragments; /* that it spreads, each once, in order */
	size_t fragment_count, fragment_size;
};

/* A list of offsets. */
struct offsets {
	graphql_offset *items;
	size_t count, size;
};

struct conflict {
	struct slice key;
	const char *reason;       /* or NULL, and … */
	struct conflict *reasons; /* … these, of the fields below */
	struct offsets first, second;
	struct conflict *next;
};

struct conflicts {
	struct conflict *first, **end;
};

struct overlap {
	struct field_map **maps;   /* by number of the selection set; NULL: not made yet */
	struct pair_set fragments; /* pairs that were compared, see is_compared */
	struct pair_set clean[2];  /* pairs of selection sets without conflicts, by `exclusive` */
	unsigned levels;           /* of recursion */
};

/* What things cost. A conflict is remembered and written out. */
enum { COST_ENTRY = 4, COST_CONFLICT = 100, MOST_LEVELS = 2000 };

static struct overlap *get_overlap(struct validator *validator)
{
	struct overlap *overlap = validator->overlap;

	if (!overlap) {
		overlap = arena_alloc(validator->arena, sizeof *overlap);
		overlap->maps =
		    arena_array(validator->arena, validator->document->set_count, sizeof(struct field_map *));
		overlap->fragments.arena = overlap->clean[0].arena = overlap->clean[1].arena = validator->arena;
		validator->overlap = overlap;
	}
	return overlap;
}

/* ---- selection sets as maps ---- */

static void add_field(struct validator *validator, struct field_map *map, const struct graphql_type *parent,
                      const struct graphql_selection *node)
{
	struct slice key = node->alias.text.len ? node->alias.text : node->name.text;
	struct field_group *group = map_get(&map->by_key, key);

	if (!group) {
		group = arena_alloc(validator->arena, sizeof *group);
		group->key = key;
		group->end = &group->first;
		map_set(&map->by_key, key, group);
		*map->end = group;
		map->end = &group->next;
		map->count++;
	}
	struct field_use *use = arena_alloc(validator->arena, sizeof *use);
	*use = (struct field_use){parent, node, validator_own_field(parent, node->name.text), NULL};
	group->several = group->first != NULL;
	*group->end = use;
	group->end = &use->next;
}

static void add_fragment(struct validator *validator, struct field_map *map, struct slice name, size_t mark)
{
	struct part *fragment = map_get(&validator->fragments, name);

	if (!fragment || fragment->mark == mark)
		return;
	fragment->mark = mark;
	map->fragments = arena_grow(validator->arena, map->fragments, map->fragment_count, &map->fragment_size,
	                            sizeof *map->fragments);
	map->fragments[map->fragment_count++] = fragment;
}

static void add_set(struct validator *validator, struct field_map *map, const struct graphql_type *parent,
                    const struct graphql_selection_set *set, size_t mark)
{
	for (size_t i = 0; i < set->count && validator_work(validator, COST_ENTRY); i++) {
		const struct graphql_selection *selection = &set->items[i];
		struct slice condition = selection->condition.text;
		switch (selection->kind) {
		case GRAPHQL_FIELD:
			add_field(validator, map, parent, selection);
			break;
		case GRAPHQL_FRAGMENT_SPREAD:
			add_fragment(validator, map, selection->name.text, mark);
			break;
		case GRAPHQL_INLINE_FRAGMENT:
			add_set(validator, map,
			        condition.len ? graphql_schema_type(validator->schema, condition) : parent,
			        &selection->selections, mark);
			break;
		}
	}
}

static struct field_map *get_map(struct validator *validator, const struct graphql_type *parent,
                                 const struct graphql_selection_set *set)
{
	struct field_map **map = &validator->overlap->maps[set->index];

	if (!*map) {
		*map = arena_alloc(validator->arena, sizeof **map);
		(*map)->end = &(*map)->first;
		map_init(&(*map)->by_key, validator->arena);
		add_set(validator, *map, parent, set, ++validator->marks);
	}
	return *map;
}

static struct field_map *get_fragment_map(struct validator *validator, const struct part *part)
{
	const struct graphql_fragment *fragment = part->fragment;

	return get_map(validator, graphql_schema_type(validator->schema, fragment->condition.text),
	               &fragment->selections);
}

/* ---- the same arguments? ---- */

struct object_item {
	struct slice name;
	const struct graphql_node *value;
	size_t index;
};

static int compare_items(const void *a, const void *b)
{
	const struct object_item *first = a, *second = b;
	int order = suggest_compare(first->name, second->name);

	return order ? order : first->index < second->index ? -1 : first->index > second->index;
}

static struct object_item *sort_object(struct validator *validator, const struct graphql_node *node)
{
	struct object_item *items = arena_array(validator->arena, node->count, sizeof *items);

	for (size_t i = 0; i < node->count; i++)
		items[i] = (struct object_item){node->names[i].text, &node->items[i], i};
	qsort(items, node->count, sizeof *items, compare_items);
	return items;
}

static bool same_value(struct validator *validator, const struct graphql_node *a, const struct graphql_node *b);

static bool same_object(struct validator *validator, const struct graphql_node *a, const struct graphql_node *b)
{
	bool ordered = true;

	for (size_t i = 0; i < a->count && ordered; i++)
		ordered = slice_equals(a->names[i].text, b->names[i].text);
	if (!ordered && !validator_work(validator, a->count * 4))
		return true;
	struct object_item *first = ordered ? NULL : sort_object(validator, a);
	struct object_item *second = ordered ? NULL : sort_object(validator, b);
	for (size_t i = 0; i < a->count; i++) {
		if (ordered ? !same_value(validator, &a->items[i], &b->items[i])
		            : !slice_equals(first[i].name, second[i].name) ||
		                  !same_value(validator, first[i].value, second[i].value))
			return false;
	}
	return true;
}

static bool same_value(struct validator *validator, const struct graphql_node *a, const struct graphql_node *b)
{
	if (a->kind != b->kind || a->count != b->count || a->block != b->block || !slice_equals(a->text, b->text))
		return false;
	if (!validator_work(validator, 1 + a->text.len / 64))
		return true;
	if (a->kind == GRAPHQL_NODE_OBJECT)
		return same_object(validator, a, b);
	for (size_t i = 0; i < a->count; i++)
		if (!same_value(validator, &a->items[i], &b->items[i]))
			return false;
	return true;
}

/* The last argument of that name. */
static const struct graphql_node *find_argument(const struct graphql_selection *node, struct slice name)
{
	for (size_t i = node->argument_count; i > 0; i--)
		if (slice_equals(node->arguments[i - 1].name.text, name))
			return &node->arguments[i - 1].value;
	return NULL;
}

static bool same_arguments(struct validator *validator, const struct graphql_selection *a,
                           const struct graphql_selection *b)
{
	if (a->argument_count != b->argument_count)
		return false;
	for (size_t i = 0; i < a->argument_count; i++) {
		const struct graphql_argument_node *argument = &a->arguments[i];
		if (!validator_work(validator, a->argument_count))
			return true;
		const struct graphql_node *other =
		    slice_equals(b->arguments[i].name.text, argument->name.text) && a->argument_count == 1
			? &b->arguments[i].value
			: find_argument(b, argument->name.text);
		if (!other || !same_value(validator, &argument->value, other))
			return false;
	}
	return true;
}

/* ---- types ---- */

static bool types_conflict(const struct graphql_reference *a, const struct graphql_reference *b)
{
	for (; a->wrap == b->wrap; a = a->of, b = b->of)
		if (a->wrap == GRAPHQL_NAMED)
			return (graphql_is_leaf(a->type) || graphql_is_leaf(b->type)) && a->type != b->type;
	return true;
}

/* ---- conflicts ---- */

static void add_offset(struct validator *validator, struct offsets *offsets, graphql_offset at)
{
	offsets->items =
	    arena_grow(validator->arena, offsets->items, offsets->count, &offsets->size, sizeof *offsets->items);
	offsets->items[offsets->count++] = at;
}

static void add_offsets(struct validator *validator, struct offsets *offsets, const struct offsets *more)
{
	for (size_t i = 0; i < more->count && validator_work(validator, 1); i++)
		add_offset(validator, offsets, more->items[i]);
}

static struct conflict *add_conflict(struct validator *validator, struct conflicts *conflicts, struct slice key,
                                     const struct field_use *a, const struct field_use *b)
{
	struct conflict *conflict = arena_alloc(validator->arena, sizeof *conflict);

	validator_work(validator, COST_CONFLICT);
	conflict->key = key;
	add_offset(validator, &conflict->first, a->node->at);
	add_offset(validator, &conflict->second, b->node->at);
	*conflicts->end = conflict;
	conflicts->end = &conflict->next;
	return conflict;
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
		add_conflict(validator, conflicts, key, a, b)->reason = arena_format(
		    validator->arena, "\"%.*s\" and \"%.*s\" are different fields", TEXT(first), TEXT(second));
		return;
	}
	if (!exclusive && !same_arguments(validator, a->node, b->node)) {
		add_conflict(validator, conflicts, key, a, b)->reason = "they have differing arguments";
		return;
	}
	if (a->field && b->field && types_conflict(a->field->type, b->field->type)) {
		struct buffer *message = validator_message(validator);
		buffer_text(message, "they return conflicting types \"");
		graphql_print_reference(message, a->field->type);
		buffer_text(message, "\" and \"");
		graphql_print_reference(message, b->field->type);
		buffer_byte(message, '"');
		add_conflict(validator, conflicts, key, a, b)->reason =
		    arena_copy(validator->arena, buffer_as_slice(message));
		return;
	}
	if (!a->node->selections.count || !b->node->selections.count)
		return;
	find_between_sets(validator, &below, exclusive, a, b);
	if (!below.first)
		return;
	struct conflict *conflict = add_conflict(validator, conflicts, key, a, b);
	conflict->reasons = below.first;
	for (const struct conflict *inner = below.first; inner; inner = inner->next) {
		add_offsets(validator, &conflict->first, &inner->first);
		add_offsets(validator, &conflict->second, &inner->second);
	}
}

static void compare_maps(struct validator *validator, struct conflicts *conflicts, bool exclusive,
                         const struct field_map *a, const struct field_map *b)
{
	if (!validator_work(validator, a->count))
		return;
	for (const struct field_group *group = a->first; group; group = group->next) {
		const struct field_group *other = map_get(&b->by_key, group->key);
		for (const struct field_use *x = group->first; other && x && !validator->complex; x = x->next)
			for (const struct field_use *y = other->first; y && !validator->complex; y = y->next)
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
	const struct field_map *other = get_fragment_map(validator, fragment);

	if (map == other || !validator_work(validator, 1))
		return;
	if (enter(validator)) {
		compare_maps(validator, conflicts, exclusive, map, other);
		for (size_t i = 0; i < other->fragment_count && !validator->complex; i++)
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
		const struct field_map *first = get_fragment_map(validator, a),
				       *second = get_fragment_map(validator, b);
		compare_maps(validator, conflicts, exclusive, first, second);
		for (size_t i = 0; i < second->fragment_count && !validator->complex; i++)
			compare_fragments(validator, conflicts, exclusive, a, second->fragments[i]);
		for (size_t i = 0; i < first->fragment_count && !validator->complex; i++)
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
	for (size_t i = 0; i < b->fragment_count && !validator->complex; i++)
		compare_map_and_fragment(validator, conflicts, exclusive, a, b->fragments[i]);
	for (size_t i = 0; i < a->fragment_count && !validator->complex; i++)
		compare_map_and_fragment(validator, conflicts, exclusive, b, a->fragments[i]);
	for (size_t i = 0; i < a->fragment_count && !validator->complex; i++)
		for (size_t j = 0; j < b->fragment_count && !validator->complex; j++)
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
		compare_sets(validator, conflicts, exclusive, get_map(validator, type_of(a), first),
		             get_map(validator, type_of(b), second));
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
		    !same_arguments(validator, first->node, use->node))
			return false;
	return true;
}

static void compare_within(struct validator *validator, struct conflicts *conflicts, const struct field_map *map)
{
	for (const struct field_group *group = map->first; group; group = group->next) {
		if (!group->several || are_equal_leaves(validator, group))
			continue;
		for (const struct field_use *a = group->first; a; a = a->next)
			for (const struct field_use *b = a->next; b && !validator->complex; b = b->next)
				compare_fields(validator, conflicts, false, group->key, a, b);
	}
}

/* ---- reports ---- */

static void write_reason(struct validator *validator, const struct conflict *conflict)
{
	if (conflict->reason) {
		buffer_text(&validator->message, conflict->reason);
		return;
	}
	for (const struct conflict *inner = conflict->reasons; inner; inner = inner->next) {
		if (inner != conflict->reasons)
			buffer_text(&validator->message, " and ");
		buffer_format(&validator->message, "subfields \"%.*s\" conflict because ", TEXT(inner->key));
		write_reason(validator, inner);
	}
}

static void report(struct validator *validator, const struct conflict *conflict)
{
	struct offsets at = {0};

	if (validator->reported > validator->max_errors || validator->complex)
		return;
	buffer_format(validator_message(validator), "Fields \"%.*s\" conflict because ", TEXT(conflict->key));
	write_reason(validator, conflict);
	buffer_text(&validator->message,
	            ". Use different aliases on the fields to fetch both if this was intentional.");
	add_offsets(validator, &at, &conflict->first);
	add_offsets(validator, &at, &conflict->second);
	validator_report_all(validator, at.items, at.count);
}

bool validator_overlap(struct validator *validator, const struct graphql_type *parent,
                       const struct graphql_selection_set *set)
{
	struct conflicts conflicts = {.end = &conflicts.first};

	get_overlap(validator);
	const struct field_map *map = get_map(validator, parent, set);
	compare_within(validator, &conflicts, map);
	for (size_t i = 0; i < map->fragment_count && !validator->complex; i++) {
		compare_map_and_fragment(validator, &conflicts, false, map, map->fragments[i]);
		for (size_t j = i + 1; j < map->fragment_count && !validator->complex; j++)
			compare_fragments(validator, &conflicts, false, map->fragments[i], map->fragments[j]);
	}
	for (const struct conflict *conflict = conflicts.first; conflict; conflict = conflict->next)
		report(validator, conflict);
	return !conflicts.first;
}
