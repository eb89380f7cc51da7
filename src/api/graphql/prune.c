/* Input types without a field are left out, with the arguments that take them, as Strapi leaves them out; then the
 * types that no field leads to. */
#include "prune.h"

struct reachable_types {
	const struct graphql_schema *schema;
	struct arena *arena;
	struct map seen;               /* by name */
	struct graphql_type **waiting; /* seen, and not gone through yet */
	size_t count, capacity;
};

static void reach(struct reachable_types *reachable, struct slice name)
{
	struct graphql_type *type = graphql_schema_type(reachable->schema, name);
	if (!type || map_get(&reachable->seen, name))
		return;
	map_set(&reachable->seen, type->name, type);
	reachable->waiting = arena_grow(reachable->arena, reachable->waiting, reachable->count, &reachable->capacity,
	                                sizeof(*reachable->waiting));
	reachable->waiting[reachable->count++] = type;
}

static void reach_reference(struct reachable_types *reachable, const struct graphql_reference *reference)
{
	while (reference->wrap != GRAPHQL_NAMED)
		reference = reference->of;
	reach(reachable, reference->name);
}

static void reach_inputs(struct reachable_types *reachable, const struct graphql_input *inputs)
{
	for (; inputs; inputs = inputs->next)
		reach_reference(reachable, inputs->type);
}

/* An object that stands for an interface is reached with it. */
static void reach_implementations(struct reachable_types *reachable, const struct graphql_type *interface)
{
	for (const struct graphql_type *type = reachable->schema->types; type; type = type->next)
		for (size_t i = 0; i < type->interface_count; i++)
			if (slice_equals(type->interface_names[i], interface->name))
				reach(reachable, type->name);
}

static void go_through(struct reachable_types *reachable, const struct graphql_type *type)
{
	for (const struct graphql_field *field = type->fields; field; field = field->next) {
		reach_reference(reachable, field->type);
		reach_inputs(reachable, field->arguments);
	}
	reach_inputs(reachable, type->inputs);
	for (size_t i = 0; i < type->interface_count; i++)
		reach(reachable, type->interface_names[i]);
	for (size_t i = 0; i < type->member_count; i++)
		reach(reachable, type->member_names[i]);
	if (type->kind == GRAPHQL_INTERFACE)
		reach_implementations(reachable, type);
}

static bool is_empty(const struct graphql_schema *schema, const struct graphql_reference *reference)
{
	while (reference->wrap != GRAPHQL_NAMED)
		reference = reference->of;
	const struct graphql_type *type = graphql_schema_type(schema, reference->name);
	return type && type->kind == GRAPHQL_INPUT_OBJECT && !type->inputs;
}

/* Takes those of an empty type out of the list. True when there were any. */
static bool remove_empty(const struct graphql_schema *schema, struct graphql_input **list, size_t *count)
{
	bool dropped = false;
	for (struct graphql_input **at = list; *at;) {
		if (!is_empty(schema, (*at)->type)) {
			at = &(*at)->next;
			continue;
		}
		*at = (*at)->next;
		--*count;
		dropped = true;
	}
	return dropped;
}

static bool remove_fields(const struct graphql_schema *schema, struct graphql_type *type)
{
	if (!remove_empty(schema, &type->inputs, &type->input_count))
		return false;
	map_init(&type->by_name, type->by_name.arena);
	for (struct graphql_input *input = type->inputs; input; input = input->next)
		map_set(&type->by_name, input->name, input);
	return true;
}

/* An input type may become empty by that, too. */
static void remove_empty_inputs(const struct graphql_schema *schema)
{
	for (bool more = true; more;) {
		more = false;
		for (struct graphql_type *type = schema->types; type; type = type->next) {
			more = remove_fields(schema, type) || more;
			for (struct graphql_field *field = type->fields; field; field = field->next)
				more = remove_empty(schema, &field->arguments, &field->argument_count) || more;
		}
	}
}

void api_graphql_build_prune(struct builder *builder)
{
	remove_empty_inputs(builder->graphql);
	static const char *const roots[] = {"Query", "Mutation", "Subscription"};
	struct graphql_type *mutation = graphql_schema_type(builder->graphql, SLICE("Mutation"));
	if (mutation && !mutation->field_count)
		graphql_remove_type(builder->graphql, mutation->name);
	struct reachable_types reachable = {.schema = builder->graphql, .arena = builder->arena};
	map_init(&reachable.seen, builder->arena);
	for (size_t i = 0; i < COUNT_OF(roots); i++)
		reach(&reachable, slice_of(roots[i]));
	for (const struct graphql_directive *at = builder->graphql->directives; at; at = at->next)
		reach_inputs(&reachable, at->arguments);
	while (reachable.count)
		go_through(&reachable, reachable.waiting[--reachable.count]);
	for (struct graphql_type *type = builder->graphql->types, *next; type; type = next) {
		next = type->next;
		if (!type->built_in && !map_get(&reachable.seen, type->name))
			graphql_remove_type(builder->graphql, type->name);
	}
}
