#include "schema.h"

#include "graphql/values/scalars.h"

struct graphql_schema *graphql_schema_create(struct arena *arena)
{
	struct graphql_schema *schema = arena_alloc(arena, sizeof *schema);
	schema->arena = arena;
	map_init(&schema->by_name, arena);
	map_init(&schema->directives_by_name, arena);
	graphql_add_built_in(schema);
	return schema;
}

struct graphql_type *graphql_schema_type(const struct graphql_schema *schema, struct slice name)
{
	return map_get(&schema->by_name, name);
}

struct graphql_field *graphql_type_field(const struct graphql_type *type, struct slice name)
{
	if (type->kind != GRAPHQL_OBJECT && type->kind != GRAPHQL_INTERFACE)
		return NULL;
	return map_get(&type->by_name, name);
}

struct graphql_input *graphql_type_input(const struct graphql_type *type, struct slice name)
{
	return type->kind == GRAPHQL_INPUT_OBJECT ? map_get(&type->by_name, name) : NULL;
}

struct graphql_enum_value *graphql_type_value(const struct graphql_type *type, struct slice name)
{
	return type->kind == GRAPHQL_ENUM ? map_get(&type->by_name, name) : NULL;
}

const struct graphql_type *graphql_root_type(const struct graphql_schema *schema, enum graphql_operation_kind kind)
{
	return kind == GRAPHQL_QUERY      ? schema->query
	       : kind == GRAPHQL_MUTATION ? schema->mutation
	                                  : schema->subscription;
}

const struct graphql_field *graphql_find_field(const struct graphql_schema *schema, const struct graphql_type *parent,
                                               struct slice name)
{
	if (slice_starts_with(name, SLICE("__"))) {
		if (graphql_is_composite(parent) && slice_equals(name, schema->typename_field->name))
			return schema->typename_field;
		if (parent == schema->query && slice_equals(name, schema->schema_field->name))
			return schema->schema_field;
		if (parent == schema->query && slice_equals(name, schema->type_field->name))
			return schema->type_field;
	}
	return graphql_type_field(parent, name);
}

const struct graphql_reference *graphql_resolve_type_node(const struct graphql_schema *schema, struct arena *arena,
                                                          const struct graphql_type_node *node)
{
	const struct graphql_reference *reference = NULL, **end = &reference;
	for (; node; node = node->of) {
		if (node->wrap == GRAPHQL_NAMED) {
			const struct graphql_type *type = graphql_schema_type(schema, node->name);
			if (!type)
				return NULL;
			*end = &type->reference;
			break;
		}
		struct graphql_reference *wrapper = arena_alloc(arena, sizeof *wrapper);
		wrapper->wrap = node->wrap;
		*end = wrapper;
		end = &wrapper->of;
	}
	return reference;
}

const struct graphql_type *graphql_reference_type(const struct graphql_reference *reference)
{
	while (reference->wrap != GRAPHQL_NAMED)
		reference = reference->of;
	return reference->type;
}

void graphql_print_reference(struct buffer *buffer, const struct graphql_reference *reference)
{
	const struct graphql_reference *inner = reference;
	size_t end, depth = 0;
	for (; inner->wrap != GRAPHQL_NAMED; inner = inner->of) {
		if (inner->wrap == GRAPHQL_LIST)
			buffer_byte(buffer, '[');
		depth++;
	}
	buffer_slice(buffer, inner->name);
	/* The wrappers close in the opposite order: fill the room for them from its end. */
	size_t room = depth;
	buffer_reserve(buffer, room);
	end = buffer->len += room;
	for (inner = reference; inner->wrap != GRAPHQL_NAMED; inner = inner->of)
		buffer->data[--end] = inner->wrap == GRAPHQL_LIST ? ']' : '!';
}

const char *graphql_reference_text(struct arena *arena, const struct graphql_reference *reference)
{
	struct buffer buffer = {0};
	graphql_print_reference(&buffer, reference);
	const char *text = arena_copy(arena, buffer_as_slice(&buffer));
	buffer_free(&buffer);
	return text;
}

bool graphql_is_leaf(const struct graphql_type *type)
{
	return type->kind == GRAPHQL_SCALAR || type->kind == GRAPHQL_ENUM;
}

bool graphql_is_composite(const struct graphql_type *type)
{
	return type->kind == GRAPHQL_OBJECT || type->kind == GRAPHQL_INTERFACE || type->kind == GRAPHQL_UNION;
}

bool graphql_is_input(const struct graphql_type *type)
{
	return graphql_is_leaf(type) || type->kind == GRAPHQL_INPUT_OBJECT;
}

static bool is_among(const struct graphql_type *const *types, size_t count, const struct graphql_type *type)
{
	for (size_t i = 0; i < count; i++)
		if (types[i] == type)
			return true;
	return false;
}

bool graphql_is_possible(const struct graphql_type *type, const struct graphql_type *object)
{
	if (type == object)
		return true;
	if (type->kind == GRAPHQL_UNION)
		return is_among(type->possible, type->possible_count, object);
	return type->kind == GRAPHQL_INTERFACE && is_among(object->interfaces, object->interface_count, type);
}

bool graphql_is_sub_reference(const struct graphql_reference *sub, const struct graphql_reference *super)
{
	for (;; sub = sub->of, super = super->of) {
		if (super->wrap == GRAPHQL_NON_NULL && sub->wrap != GRAPHQL_NON_NULL)
			return false;
		if (super->wrap != GRAPHQL_NON_NULL && sub->wrap == GRAPHQL_NON_NULL)
			sub = sub->of;
		if (super->wrap != sub->wrap)
			return false;
		if (super->wrap == GRAPHQL_NAMED)
			return graphql_is_possible(super->type, sub->type);
	}
}
