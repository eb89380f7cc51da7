#include "definitions_check.h"

#include "build.h"
#include "merge.h"

#include <assert.h>

enum graphql_kind definitions_kind(const struct graphql_definition *definition)
{
	switch (definition->kind) {
	case GRAPHQL_DEFINE_SCALAR:
		return GRAPHQL_SCALAR;
	case GRAPHQL_DEFINE_INTERFACE:
		return GRAPHQL_INTERFACE;
	case GRAPHQL_DEFINE_UNION:
		return GRAPHQL_UNION;
	case GRAPHQL_DEFINE_ENUM:
		return GRAPHQL_ENUM;
	case GRAPHQL_DEFINE_INPUT:
		return GRAPHQL_INPUT_OBJECT;
	default:
		return GRAPHQL_OBJECT;
	}
}

struct graphql_place definitions_place(struct definitions *definitions, graphql_offset at)
{
	struct graphql_position position = graphql_locator_find(&definitions->locator, at);
	return (struct graphql_place){position.line, position.column};
}

/* The text of a directive's only argument, or `otherwise` when it is not given; NULL when there is no such directive,
 * or the argument is null. */
static const char *directive_text(struct definitions *definitions, const struct graphql_directive_list *list,
                                  const char *name, const char *otherwise)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct graphql_directive_node *one = &list->items[i];
		if (!slice_is(one->name.text, name))
			continue;
		if (!one->argument_count)
			return otherwise;
		const struct graphql_node *value = &one->arguments[0].value;
		return value->kind == GRAPHQL_NODE_STRING ? arena_copy(definitions->schema->arena, value->text) : NULL;
	}
	return NULL;
}

static const char *deprecation(struct definitions *definitions, const struct graphql_directive_list *list)
{
	return directive_text(definitions, list, "deprecated", GRAPHQL_DEFAULT_DEPRECATION);
}

struct graphql_input *definitions_add_input(struct definitions *definitions, struct graphql_input **list, size_t *count,
                                            const struct graphql_input_definition *definition)
{
	struct graphql_input *input = graphql_put_input(definitions->schema, list, count, definition->name.text);
	input->description = definition->description;
	input->type = graphql_reference_to(definitions->schema, definition->type);
	input->default_node = definition->default_value;
	input->deprecation = deprecation(definitions, &definition->directives);
	input->place = definitions_place(definitions, definition->name.at);
	return input;
}

static void add_field(struct definitions *definitions, struct graphql_type *type,
                      const struct graphql_field_definition *definition)
{
	struct graphql_field *field = graphql_put_field(definitions->schema, type, definition->name.text);
	field->description = definition->description;
	field->type = graphql_reference_to(definitions->schema, definition->type);
	field->deprecation = deprecation(definitions, &definition->directives);
	field->place = definitions_place(definitions, definition->name.at);
	for (size_t i = 0; i < definition->argument_count; i++)
		definitions_add_input(definitions, &field->arguments, &field->argument_count,
		                      &definition->arguments[i]);
}

static void add_value(struct definitions *definitions, struct graphql_type *type,
                      const struct graphql_enum_definition *definition)
{
	struct error error;
	struct graphql_enum_value *value =
	    graphql_add_enum_value(definitions->schema, type, definition->name.text, (struct slice){0}, &error);
	value->description = definition->description;
	value->deprecation = deprecation(definitions, &definition->directives);
	value->place = definitions_place(definitions, definition->name.at);
}

static void add_type(struct definitions *definitions, const struct graphql_definition *definition)
{
	struct error error;
	struct graphql_type *type = graphql_add_type(definitions->schema, definitions_kind(definition),
	                                             definition->name.text, (struct slice){0}, &error);
	assert(type);
	if (type->built_in)
		return;
	if (!definition->extends) {
		type->description = definition->description;
		type->place = definitions_place(definitions, definition->name.at);
	}
	const char *url = directive_text(definitions, &definition->directives, "specifiedBy", NULL);
	if (url)
		type->specified_by = url;
	for (size_t i = 0; i < definition->name_count; i++)
		graphql_add_member(definitions->schema, type, definition->names[i].text);
	for (size_t i = 0; i < definition->field_count; i++)
		add_field(definitions, type, &definition->fields[i]);
	for (size_t i = 0; i < definition->value_count; i++)
		add_value(definitions, type, &definition->values[i]);
	for (size_t i = 0; i < definition->input_count; i++) {
		struct graphql_input *input =
		    definitions_add_input(definitions, &type->inputs, &type->input_count, &definition->inputs[i]);
		map_set(&type->by_name, input->name, input);
	}
}

/* Before those that every schema has. */
static void add_directive(struct definitions *definitions, const struct graphql_definition *definition)
{
	struct graphql_schema *schema = definitions->schema;
	struct graphql_directive *directive, **at = &schema->directives;
	if (map_get(&schema->directives_by_name, definition->name.text))
		return;
	directive = arena_alloc(schema->arena, sizeof *directive);
	directive->name = definition->name.text;
	directive->description = definition->description;
	directive->repeatable = definition->repeatable;
	directive->place = definitions_place(definitions, definition->name.at);
	directive->location_count = definition->name_count;
	directive->locations = arena_array(schema->arena, definition->name_count, sizeof *directive->locations);
	for (size_t i = 0; i < definition->name_count; i++)
		directive->locations[i] = arena_copy(schema->arena, definition->names[i].text);
	for (size_t i = 0; i < definition->input_count; i++)
		definitions_add_input(definitions, &directive->arguments, &directive->argument_count,
		                      &definition->inputs[i]);
	while (*at && !(*at)->built_in)
		at = &(*at)->next;
	directive->next = *at;
	*at = directive;
	map_set(&schema->directives_by_name, directive->name, directive);
}

static void add_roots(struct graphql_schema *schema, const struct graphql_definition *definition)
{
	if (!definition->extends) {
		schema->has_roots = true;
		schema->description = definition->description;
	}
	for (size_t i = 0; i < definition->name_count; i++)
		schema->root_names[definition->operations[i]] = definition->names[i].text;
}

static void add_all(struct definitions *definitions, bool extensions)
{
	for (size_t i = 0; i < definitions->document->definition_count; i++) {
		const struct graphql_definition *definition = &definitions->document->definitions[i];
		if (definition->extends != extensions)
			continue;
		if (definition->kind == GRAPHQL_DEFINE_SCHEMA)
			add_roots(definitions->schema, definition);
		else if (definition->kind == GRAPHQL_DEFINE_DIRECTIVE)
			add_directive(definitions, definition);
		else
			add_type(definitions, definition);
	}
}

static bool parse(struct definitions *definitions, struct slice text, const struct graphql_limits *limits,
                  struct error *error)
{
	struct graphql_error wrong = {0};
	text = arena_copy_slice(definitions->schema->arena, text);
	graphql_locator_init(&definitions->locator, text);
	definitions->document = graphql_parse(definitions->schema->arena, text, limits, &wrong);
	if (definitions->document)
		return true;
	struct graphql_place place = {0};
	if (wrong.location_count)
		place = definitions_place(definitions, wrong.locations[0]);
	return graphql_refuse(error, place, "%s", wrong.message);
}

static bool add(struct definitions *definitions, struct error *error)
{
	if (!definitions_check(definitions, error))
		return false;
	add_all(definitions, false);
	add_all(definitions, true);
	return true;
}

bool graphql_add_definitions(struct graphql_schema *schema, struct slice text, struct error *error)
{
	struct definitions definitions = {.schema = schema};
	return parse(&definitions, text, NULL, error) && add(&definitions, error);
}

static bool merge(struct definitions definitions, struct slice text, const struct graphql_limits *limits,
                  struct error *error)
{
	return parse(&definitions, text, limits, error) && definitions_merge(&definitions, error) &&
	       add(&definitions, error);
}

bool graphql_merge_definitions(struct graphql_schema *schema, struct slice text, const struct graphql_limits *limits,
                               struct error *error)
{
	return merge((struct definitions){.schema = schema}, text, limits, error);
}

bool graphql_replace_definitions(struct graphql_schema *schema, struct slice text, const struct graphql_limits *limits,
                                 struct error *error)
{
	return merge((struct definitions){.schema = schema, .replaces = true}, text, limits, error);
}
