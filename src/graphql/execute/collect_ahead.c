/* Collects fields once, when their document was validated. */
#include "collect_ahead.h"

/* Sets of more fields are collected for each request: each key is compared with all others. */
enum { MOST_FIELDS = 64 };

struct ahead {
	struct arena *arena;
	const struct graphql_schema *schema;
};

static char *put(char *at, struct slice text)
{
	memcpy(at, text.ptr, text.len);
	return at + text.len;
}

/* ,"key": or with __typename ,"key":"Type" — names need no escaping. More of it may be read, up to a unit. */
static struct slice write_opening(struct arena *arena, const struct graphql_selected *selected,
                                  const struct graphql_type *type)
{
	char *text = arena_alloc(arena, selected->key.len + type->name.len + 7 + GRAPHQL_OPENING_UNIT);
	char *end = put(put(put(text, SLICE(",\"")), selected->key), SLICE("\":"));
	if (!selected->field)
		end = put(put(put(end, SLICE("\"")), type->name), SLICE("\""));
	return (struct slice){text, (size_t)(end - text)};
}

static bool is_leaf_type(const struct graphql_reference *type)
{
	if (type->wrap == GRAPHQL_NON_NULL)
		type = type->of;
	return type->wrap == GRAPHQL_NAMED && graphql_is_leaf(type->type);
}

void graphql_describe_selected(struct arena *arena, const struct graphql_schema *schema,
                               const struct graphql_type *type, struct graphql_selected *selected)
{
	const struct graphql_field *field = selected->field;
	selected->at = selected->refused_at = selected->nodes[0]->at;
	selected->field = field == schema->typename_field ? NULL : field;
	selected->leaf = is_leaf_type(field->type);
	selected->opening = write_opening(arena, selected, type);
	if (selected->leaf && !field->argument_count && !field->middlewares && !field->resolve_batch)
		selected->write = field->write;
}

static bool has_key(const struct graphql_selected *items, size_t count, struct slice key)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(items[i].key, key))
			return true;
	return false;
}

/* The fields of a set, or NULL where they are not the same for every request, or need merging. */
static struct graphql_selected *find_fields(const struct ahead *ahead, const struct graphql_selection_set *set,
                                            const struct graphql_type *type)
{
	if (set->count > MOST_FIELDS)
		return NULL;
	struct graphql_selected *items = arena_array(ahead->arena, set->count, sizeof *items);
	const struct graphql_selection **nodes = arena_array(ahead->arena, set->count, sizeof *nodes);
	for (size_t i = 0; i < set->count; i++) {
		const struct graphql_selection *node = nodes[i] = &set->items[i];
		if (node->kind != GRAPHQL_FIELD || node->directives.count)
			return NULL;
		items[i].key = node->alias.text.len ? node->alias.text : node->name.text;
		items[i].field = graphql_find_field(ahead->schema, type, node->name.text);
		if (!items[i].field || has_key(items, i, items[i].key))
			return NULL;
		items[i].nodes = &nodes[i];
		items[i].node_count = 1;
	}
	return items;
}

/* Goes no deeper than the document, which the parser limits. */
static void collect(const struct ahead *ahead, struct graphql_selection_set *set, const struct graphql_type *type)
{
	if (!set->count || type->kind != GRAPHQL_OBJECT)
		return;
	struct graphql_selected *items = find_fields(ahead, set, type);
	if (!items)
		return;
	for (size_t i = 0; i < set->count; i++) {
		const struct graphql_type *below = graphql_reference_type(items[i].field->type);
		graphql_describe_selected(ahead->arena, ahead->schema, type, &items[i]);
		collect(ahead, &set->items[i].selections, below);
	}
	struct graphql_selected_set *collected = arena_alloc(ahead->arena, sizeof *collected);
	*collected = (struct graphql_selected_set){.type = type, .items = items, .count = set->count};
	set->collected = collected;
}

void graphql_collect_ahead(struct arena *arena, const struct graphql_schema *schema, struct graphql_document *document)
{
	const struct ahead ahead = {arena, schema};
	for (size_t i = 0; i < document->operation_count; i++) {
		struct graphql_operation *operation = &document->operations[i];
		const struct graphql_type *type = graphql_root_type(schema, operation->kind);
		if (type)
			collect(&ahead, &operation->selections, type);
	}
}
