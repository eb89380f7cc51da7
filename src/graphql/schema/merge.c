/* Definitions of one name put together, as mergeTypeDefs of @graphql-tools/merge does for Strapi (mergeFields,
 * mergeArguments, mergeEnumValues): a field that several give is one, non-null when one of them is, and of one type. */
#include "merge.h"
#include "graphql/language/print.h"
#include "merge_known.h"

/* A type as text: "[String!]!". */
const char *merge_node_text(struct arena *arena, const struct graphql_type_node *node)
{
	struct buffer buffer = {0};
	graphql_print_type_node(&buffer, node);
	const char *text = arena_copy(arena, buffer_as_slice(&buffer));
	buffer_free(&buffer);
	return text;
}

/* Are they the same but for what may be null? */
static bool have_one_shape(const char *one, const char *other)
{
	for (;; one++, other++) {
		while (*one == '!')
			one++;
		while (*other == '!')
			other++;
		if (*one != *other)
			return false;
		if (!*one)
			return true;
	}
}

bool merge_check_type(struct type_merge *merge, const struct graphql_name *name, const char *before, const char *type)
{
	return have_one_shape(before, type) ||
	       graphql_refuse(merge->error, definitions_place(merge->definitions, name->at),
	                      "Field \"%.*s.%.*s\" is defined as %s already, and can't be %s.",
	                      TEXT(merge->definition->name.text), TEXT(name->text), before, type);
}

static bool is_of_type(const struct graphql_definition *definition)
{
	return definition->kind != GRAPHQL_DEFINE_SCHEMA && definition->kind != GRAPHQL_DEFINE_DIRECTIVE;
}

/* The type of a field that two definitions give; `*type` becomes it. */
static bool merge_types(struct type_merge *merge, const struct graphql_name *name,
                        const struct graphql_type_node **type, const struct graphql_type_node *other)
{
	const char *before = merge_node_text(merge->arena, *type), *now = merge_node_text(merge->arena, other);
	if (!merge_check_type(merge, name, before, now))
		return false;
	if (other->wrap == GRAPHQL_NON_NULL)
		*type = other;
	return true;
}

static struct graphql_input_definition *find_input(struct graphql_input_definition *inputs, size_t count,
                                                   struct slice name)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(inputs[i].name.text, name))
			return &inputs[i];
	return NULL;
}

static struct graphql_field_definition *find_field(const struct graphql_definition *definition, struct slice name)
{
	for (size_t i = 0; i < definition->field_count; i++)
		if (slice_equals(definition->fields[i].name.text, name))
			return &definition->fields[i];
	return NULL;
}

static bool has_name(const struct graphql_definition *definition, struct slice name)
{
	for (size_t i = 0; i < definition->name_count; i++)
		if (slice_equals(definition->names[i].text, name))
			return true;
	return false;
}

static struct graphql_enum_definition *find_value(const struct graphql_definition *definition, struct slice name)
{
	for (size_t i = 0; i < definition->value_count; i++)
		if (slice_equals(definition->values[i].name.text, name))
			return &definition->values[i];
	return NULL;
}

static bool has_directive(const struct graphql_definition *definition, struct slice name)
{
	for (size_t i = 0; i < definition->directives.count; i++)
		if (slice_equals(definition->directives.items[i].name.text, name))
			return true;
	return false;
}

/* Makes room for `more` items behind those there are. */
#define WIDEN(merge, items, count, more)                                                      \
	do {                                                                                  \
		void *wider = arena_array((merge)->arena, (count) + (more), sizeof *(items)); \
		if (count)                                                                    \
			memcpy(wider, (items), (count) * sizeof *(items));                    \
		(items) = wider;                                                              \
	} while (0)

/* Arguments that only the other has come behind those there are. */
static void merge_arguments(struct type_merge *merge, struct graphql_field_definition *field,
                            const struct graphql_field_definition *other)
{
	WIDEN(merge, field->arguments, field->argument_count, other->argument_count);
	for (size_t i = 0; i < other->argument_count; i++)
		if (!find_input(field->arguments, field->argument_count, other->arguments[i].name.text))
			field->arguments[field->argument_count++] = other->arguments[i];
}

static bool merge_fields(struct type_merge *merge, struct graphql_definition *into,
                         const struct graphql_definition *from)
{
	WIDEN(merge, into->fields, into->field_count, from->field_count);
	for (size_t i = 0; i < from->field_count; i++) {
		const struct graphql_field_definition *field = &from->fields[i];
		struct graphql_field_definition *before = find_field(into, field->name.text);
		if (!before) {
			into->fields[into->field_count++] = *field;
			continue;
		}
		if (!merge_types(merge, &field->name, &before->type, field->type))
			return false;
		merge_arguments(merge, before, field);
		if (field->description.len)
			before->description = field->description;
	}
	return true;
}

static bool merge_inputs(struct type_merge *merge, struct graphql_definition *into,
                         const struct graphql_definition *from)
{
	WIDEN(merge, into->inputs, into->input_count, from->input_count);
	for (size_t i = 0; i < from->input_count; i++) {
		const struct graphql_input_definition *input = &from->inputs[i];
		struct graphql_input_definition *before = find_input(into->inputs, into->input_count, input->name.text);
		if (!before)
			into->inputs[into->input_count++] = *input;
		else if (!merge_types(merge, &input->name, &before->type, input->type))
			return false;
	}
	return true;
}

static bool merge_definition(struct type_merge *merge, struct graphql_definition *into,
                             const struct graphql_definition *from)
{
	into->extends = into->extends && from->extends;
	if (from->description.len)
		into->description = from->description;
	WIDEN(merge, into->names, into->name_count, from->name_count);
	for (size_t i = 0; i < from->name_count; i++)
		if (!has_name(into, from->names[i].text))
			into->names[into->name_count++] = from->names[i];
	WIDEN(merge, into->values, into->value_count, from->value_count);
	for (size_t i = 0; i < from->value_count; i++)
		if (!find_value(into, from->values[i].name.text))
			into->values[into->value_count++] = from->values[i];
	WIDEN(merge, into->directives.items, into->directives.count, from->directives.count);
	for (size_t i = 0; i < from->directives.count; i++)
		if (!has_directive(into, from->directives.items[i].name.text))
			into->directives.items[into->directives.count++] = from->directives.items[i];
	return merge_fields(merge, into, from) && merge_inputs(merge, into, from);
}

/* The definitions and extensions of one type become the first of them. */
static bool merge_within(struct type_merge *merge, struct graphql_document *document)
{
	struct map first;
	size_t kept = 0;
	map_init(&first, merge->arena);
	for (size_t i = 0; i < document->definition_count; i++) {
		struct graphql_definition *definition = &document->definitions[i];
		struct graphql_definition *before = NULL;
		merge->definition = definition;
		if (is_of_type(definition))
			before = map_get(&first, definition->name.text);
		if (before && before->kind == definition->kind) {
			if (!merge_definition(merge, before, definition))
				return false;
			continue;
		}
		document->definitions[kept] = *definition;
		if (is_of_type(definition) && !before)
			map_set(&first, definition->name.text, &document->definitions[kept]);
		kept++;
	}
	document->definition_count = kept;
	return true;
}

bool definitions_merge(struct definitions *definitions, struct error *error)
{
	struct graphql_schema *schema = definitions->schema;
	struct type_merge merge = {.definitions = definitions, .arena = schema->arena, .error = error};
	if (!merge_within(&merge, definitions->document))
		return false;
	for (size_t i = 0; i < definitions->document->definition_count; i++) {
		struct graphql_definition *definition = &definitions->document->definitions[i];
		if (!is_of_type(definition))
			continue;
		struct graphql_type *type = graphql_schema_type(schema, definition->name.text);
		if (!type || type->built_in || type->kind != definitions_kind(definition))
			continue;
		merge.definition = definition;
		definition->extends = true;
		if (!merge_with_known(&merge, definition, type))
			return false;
	}
	return true;
}
