/* Finishing a schema: names become types, types get their order, defaults their values. */
#include "check.h"
#include "defaults.h"
#include "graphql/introspection/introspection.h"

/* ---- names ---- */

static bool refuse_unknown(const struct graphql_schema *schema, struct slice name, struct graphql_place place,
                           struct error *error)
{
	struct buffer message = {0};
	struct suggestions near = {.wanted = name};
	for (const struct graphql_type *type = schema->types; type; type = type->next)
		suggest_consider(&near, type->name);
	buffer_format(&message, "Unknown type \"%.*s\".", TEXT(name));
	suggest_print(&message, NULL, near.names, near.count);
	graphql_refuse(error, place, "%s", buffer_terminate(&message));
	buffer_free(&message);
	return false;
}

static bool resolve(const struct graphql_schema *schema, const struct graphql_reference *reference,
                    struct graphql_place place, struct error *error)
{
	while (reference->wrap != GRAPHQL_NAMED)
		reference = reference->of;
	/* References are read-only to all but the schema that owns them. */
	struct graphql_reference *named = (struct graphql_reference *)reference;
	named->type = graphql_schema_type(schema, named->name);
	return named->type || refuse_unknown(schema, named->name, place, error);
}

static bool resolve_inputs(const struct graphql_schema *schema, const struct graphql_input *inputs, struct error *error)
{
	for (const struct graphql_input *input = inputs; input; input = input->next)
		if (!resolve(schema, input->type, input->place, error))
			return false;
	return true;
}

static bool resolve_names(struct graphql_schema *schema, const struct slice *names, size_t count,
                          const struct graphql_type ***types, struct graphql_place place, struct error *error)
{
	*types = arena_array(schema->arena, count, sizeof **types);
	for (size_t i = 0; i < count; i++) {
		(*types)[i] = graphql_schema_type(schema, names[i]);
		if (!(*types)[i])
			return refuse_unknown(schema, names[i], place, error);
	}
	return true;
}

static bool resolve_type(struct graphql_schema *schema, struct graphql_type *type, struct error *error)
{
	if (!resolve_names(schema, type->interface_names, type->interface_count, &type->interfaces, type->place, error))
		return false;
	if (type->kind == GRAPHQL_UNION) {
		type->possible_count = type->member_count;
		if (!resolve_names(schema, type->member_names, type->member_count, &type->possible, type->place, error))
			return false;
	}
	for (const struct graphql_field *field = type->fields; field; field = field->next)
		if (!resolve(schema, field->type, field->place, error) ||
		    !resolve_inputs(schema, field->arguments, error))
			return false;
	return resolve_inputs(schema, type->inputs, error);
}

static bool resolve_all(struct graphql_schema *schema, struct error *error)
{
	for (struct graphql_type *type = schema->types; type; type = type->next)
		if (!resolve_type(schema, type, error))
			return false;
	for (size_t i = 0; i < schema->by_name.capacity; i++) {
		struct graphql_type *type = schema->by_name.entries[i].value;
		if (type && type->built_in && !resolve_type(schema, type, error))
			return false;
	}
	struct graphql_field *const meta[] = {schema->schema_field, schema->type_field, schema->typename_field};
	for (size_t i = 0; i < COUNT_OF(meta); i++)
		if (!resolve(schema, meta[i]->type, meta[i]->place, error) ||
		    !resolve_inputs(schema, meta[i]->arguments, error))
			return false;
	for (const struct graphql_directive *one = schema->directives; one; one = one->next)
		if (!resolve_inputs(schema, one->arguments, error))
			return false;
	return true;
}

static bool find_roots(struct graphql_schema *schema, struct error *error)
{
	static const char *const common[] = {"Query", "Mutation", "Subscription"};
	const struct graphql_type **const roots[] = {&schema->query, &schema->mutation, &schema->subscription};
	for (size_t i = 0; i < COUNT_OF(roots); i++) {
		const struct slice name = schema->root_names[i];
		const struct graphql_type *sent = name.len ? graphql_schema_type(schema, name) : NULL;
		if (name.len && !sent)
			return refuse_unknown(schema, name, (struct graphql_place){0}, error);
		*roots[i] = schema->has_roots ? NULL : graphql_schema_type(schema, slice_of(common[i]));
		if (!*roots[i])
			*roots[i] = sent;
	}
	return true;
}

/* ---- order ---- */

/* Puts a type at the end of the list, unless it stands there or will, and what it uses of what we bring behind it. The
 * types of our own use each other a few levels deep. */
static void place_type(struct graphql_schema *schema, struct graphql_type *type);

static void place_used(struct graphql_schema *schema, const struct graphql_reference *reference)
{
	struct graphql_type *type = (struct graphql_type *)graphql_reference_type(reference);
	if (type->built_in && type->index == SIZE_MAX)
		place_type(schema, type);
}

static void place_type(struct graphql_schema *schema, struct graphql_type *type)
{
	type->index = schema->type_count++;
	type->next = NULL;
	if (schema->last_type)
		schema->last_type->next = type;
	else
		schema->types = type;
	schema->last_type = type;
	for (const struct graphql_field *field = type->fields; field; field = field->next) {
		place_used(schema, field->type);
		for (const struct graphql_input *argument = field->arguments; argument; argument = argument->next)
			place_used(schema, argument->type);
	}
	for (const struct graphql_input *input = type->inputs; input; input = input->next)
		place_used(schema, input->type);
}

/* The order of graphql-js: types as they were made, the scalars of ours behind the first type that uses them, the types
 * of introspection last. Scalars that nothing uses are not part of the schema. */
static void order_types(struct graphql_schema *schema)
{
	struct graphql_type *type = schema->types, *next;
	for (size_t i = 0; i < schema->by_name.capacity; i++)
		if (schema->by_name.entries[i].value)
			((struct graphql_type *)schema->by_name.entries[i].value)->index = SIZE_MAX;
	schema->types = schema->last_type = NULL;
	schema->type_count = 0;
	for (; type; type = next) {
		next = type->next;
		place_type(schema, type);
	}
	for (const struct graphql_directive *one = schema->directives; one; one = one->next)
		for (const struct graphql_input *argument = one->arguments; argument; argument = argument->next)
			place_used(schema, argument->type);
	place_used(schema, schema->schema_field->type);
	map_init(&schema->by_name, schema->arena);
	for (type = schema->types; type; type = type->next)
		map_set(&schema->by_name, type->name, type);
}

/* Each interface lists the objects that implement it, in the order of types. */
static void list_implementations(struct graphql_schema *schema)
{
	for (int filling = 0; filling < 2; filling++) {
		for (const struct graphql_type *type = schema->types; type; type = type->next) {
			for (size_t i = 0; type->kind == GRAPHQL_OBJECT && i < type->interface_count; i++) {
				struct graphql_type *interface = (struct graphql_type *)type->interfaces[i];
				if (interface->kind != GRAPHQL_INTERFACE)
					continue;
				if (filling)
					interface->possible[interface->possible_count] = type;
				interface->possible_count++;
			}
		}
		for (struct graphql_type *type = schema->types; !filling && type; type = type->next) {
			if (type->kind != GRAPHQL_INTERFACE)
				continue;
			type->possible = arena_array(schema->arena, type->possible_count, sizeof(void *));
			type->possible_count = 0;
		}
	}
}

/* ---- middlewares ---- */

/* The schema's around the field's own. Fields without any share the schema's list. */
static struct graphql_step *wrap(struct graphql_schema *schema, struct graphql_step *own)
{
	struct graphql_step *first = NULL, **end = &first;
	if (!own)
		return schema->middlewares;
	for (const struct graphql_step *one = schema->middlewares; one; one = one->next) {
		*end = arena_alloc(schema->arena, sizeof **end);
		**end = (struct graphql_step){.run = one->run, .context = one->context};
		end = &(*end)->next;
	}
	*end = own;
	return first;
}

static void wrap_all(struct graphql_schema *schema)
{
	for (const struct graphql_type *type = schema->types; type; type = type->next)
		for (struct graphql_field *field = type->fields; !type->built_in && field; field = field->next)
			field->middlewares = wrap(schema, field->middlewares);
}

bool graphql_finish_schema(struct graphql_schema *schema, struct error *error)
{
	graphql_add_introspection(schema);
	if (!find_roots(schema, error) || !resolve_all(schema, error))
		return false;
	order_types(schema);
	list_implementations(schema);
	if (!graphql_check_schema(schema, error) || !graphql_settle_defaults(schema, error))
		return false;
	wrap_all(schema);
	schema->finished = true;
	return true;
}
