/* Selection sets as maps from key to fields. */
#include "overlap_map.h"
#include "overlap_merge.h"
#include "validate_type.h"

/* What an entry costs: it takes memory, which a document full of them would use up by the hundred megabytes. */
enum { COST_ENTRY = 8 };

void overlap_begin(struct validator *validator)
{
	struct overlap *overlap = validator->overlap;

	if (!overlap) {
		overlap = arena_alloc(validator->arena, sizeof *overlap);
		overlap->maps =
		    arena_array(validator->arena, validator->document->set_count, sizeof(struct field_map *));
		overlap->fragments.arena = overlap->clean[0].arena = overlap->clean[1].arena = validator->arena;
		validator->overlap = overlap;
		overlap->settled = overlap_merge(validator);
	}
}

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

struct field_map *overlap_map(struct validator *validator, const struct graphql_type *parent,
                              const struct graphql_selection_set *set)
{
	struct field_map **map = &validator->overlap->maps[set->index];

	if (!*map) {
		*map = arena_alloc(validator->arena, sizeof **map);
		(*map)->end = &(*map)->first;
		(*map)->number = set->index;
		map_init(&(*map)->by_key, validator->arena);
		add_set(validator, *map, parent, set, ++validator->marks);
	}
	return *map;
}

struct field_map *overlap_fragment_map(struct validator *validator, const struct part *part)
{
	const struct graphql_fragment *fragment = part->fragment;

	return overlap_map(validator, graphql_schema_type(validator->schema, fragment->condition.text),
	                   &fragment->selections);
}
