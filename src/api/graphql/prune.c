/* Types that no field leads to are left out, as Strapi leaves them out. */
#include "build.h"

struct walk {
	const struct graphql_schema *schema;
	struct arena *arena;
	struct map seen;               /* by name */
	struct graphql_type **waiting; /* seen, and not gone through yet */
	size_t count, capacity;
};

static void reach(struct walk *walk, struct slice name)
{
	struct graphql_type *type = graphql_schema_type(walk->schema, name);
	if (!type || map_get(&walk->seen, name))
		return;
	map_set(&walk->seen, type->name, type);
	walk->waiting = arena_grow(walk->arena, walk->waiting, walk->count, &walk->capacity, sizeof(*walk->waiting));
	walk->waiting[walk->count++] = type;
}

static void reach_reference(struct walk *walk, const struct graphql_reference *reference)
{
	while (reference->wrap != GRAPHQL_NAMED)
		reference = reference->of;
	reach(walk, reference->name);
}

static void reach_inputs(struct walk *walk, const struct graphql_input *inputs)
{
	for (; inputs; inputs = inputs->next)
		reach_reference(walk, inputs->type);
}

/* An object that stands for an interface is reached with it. */
static void reach_implementations(struct walk *walk, const struct graphql_type *interface)
{
	for (const struct graphql_type *type = walk->schema->types; type; type = type->next)
		for (size_t i = 0; i < type->interface_count; i++)
			if (slice_equals(type->interface_names[i], interface->name))
				reach(walk, type->name);
}

static void go_through(struct walk *walk, const struct graphql_type *type)
{
	for (const struct graphql_field *field = type->fields; field; field = field->next) {
		reach_reference(walk, field->type);
		reach_inputs(walk, field->arguments);
	}
	reach_inputs(walk, type->inputs);
	for (size_t i = 0; i < type->interface_count; i++)
		reach(walk, type->interface_names[i]);
	for (size_t i = 0; i < type->member_count; i++)
		reach(walk, type->member_names[i]);
	if (type->kind == GRAPHQL_INTERFACE)
		reach_implementations(walk, type);
}

void build_prune(struct builder *builder)
{
	static const char *const roots[] = {"Query", "Mutation", "Subscription"};
	struct graphql_type *mutation = graphql_schema_type(builder->graphql, SLICE("Mutation"));
	if (mutation && !mutation->field_count)
		graphql_remove_type(builder->graphql, mutation->name);
	struct walk walk = {.schema = builder->graphql, .arena = builder->arena};
	map_init(&walk.seen, builder->arena);
	for (size_t i = 0; i < COUNT_OF(roots); i++)
		reach(&walk, slice_of(roots[i]));
	for (const struct graphql_directive *at = builder->graphql->directives; at; at = at->next)
		reach_inputs(&walk, at->arguments);
	while (walk.count)
		go_through(&walk, walk.waiting[--walk.count]);
	for (struct graphql_type *type = builder->graphql->types, *next; type; type = next) {
		next = type->next;
		if (!type->built_in && !map_get(&walk.seen, type->name))
			graphql_remove_type(builder->graphql, type->name);
	}
}
