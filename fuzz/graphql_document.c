/* A document from outside: refused with a place in it, or read; and what was read of values and types must come back
 * the same when it is written and read again. */
#include <stdlib.h>

#include "graphql/graphql.h"

static struct slice write_value(struct arena *arena, const struct graphql_node *node)
{
	struct buffer text = {0};

	graphql_print_node(&text, node);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static void check_value(struct arena *arena, const struct graphql_node *node)
{
	struct slice text = write_value(arena, node);
	const struct graphql_node *again = graphql_parse_value(arena, text);

	if (!again || !slice_equals(text, write_value(arena, again)))
		abort();
}

static void check_type(struct arena *arena, const struct graphql_type_node *type)
{
	struct buffer first = {0}, second = {0};

	graphql_print_type_node(&first, type);
	const struct graphql_type_node *again = graphql_parse_type(arena, buffer_as_slice(&first));
	if (!again)
		abort();
	graphql_print_type_node(&second, again);
	if (!slice_equals(buffer_as_slice(&first), buffer_as_slice(&second)))
		abort();
	buffer_free(&first);
	buffer_free(&second);
}

static void check_selections(struct arena *arena, const struct graphql_selection_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		for (size_t j = 0; j < set->items[i].argument_count; j++)
			check_value(arena, &set->items[i].arguments[j].value);
		check_selections(arena, &set->items[i].selections);
	}
}

static void check_fields(struct arena *arena, const struct graphql_definition *definition)
{
	for (size_t i = 0; i < definition->field_count; i++)
		check_type(arena, definition->fields[i].type);
	for (size_t i = 0; i < definition->input_count; i++)
		if (definition->inputs[i].default_value)
			check_value(arena, definition->inputs[i].default_value);
}

static void check_document(struct arena *arena, const struct graphql_document *document)
{
	for (size_t i = 0; i < document->operation_count; i++) {
		const struct graphql_operation *operation = &document->operations[i];
		for (size_t j = 0; j < operation->variable_count; j++) {
			check_type(arena, operation->variables[j].type);
			if (operation->variables[j].default_value)
				check_value(arena, operation->variables[j].default_value);
		}
		check_selections(arena, &operation->selections);
	}
	for (size_t i = 0; i < document->definition_count; i++)
		check_fields(arena, &document->definitions[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_create();
	struct slice text = {(const char *)data, size};
	const struct graphql_limits limits = {.bytes = 100000, .tokens = 5000, .depth = 100};
	struct graphql_error error;
	const struct graphql_document *document = graphql_parse(arena, text, &limits, &error);

	if (document) {
		check_document(arena, document);
	} else {
		unsigned line = 0, column = 0;
		if (error.location_count)
			graphql_locate(text, error.locations[0], &line, &column);
		if (error.location_count != 1 || error.locations[0] > size || !line || !column)
			abort();
	}
	arena_destroy(arena);
	return 0;
}
