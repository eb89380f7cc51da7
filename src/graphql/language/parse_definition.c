/* The schema definition language. */
#include "parse_definition.h"
#include "parse_operation.h"
#include "parse_value.h"

static bool at_description(const struct parser *parser)
{
	return parser_at(parser, TOKEN_STRING) || parser_at(parser, TOKEN_BLOCK_STRING);
}

static bool read_description(struct parser *parser, struct slice *description)
{
	*description = (struct slice){NULL, 0};
	if (!at_description(parser))
		return true;
	*description = parser->token.value;
	return parser_advance(parser);
}

static bool read_name(struct parser *parser, void *item)
{
	return parser_name(parser, item);
}

static bool read_input(struct parser *parser, void *item)
{
	struct graphql_input_definition *input = item;

	input->at = parser->token.start;
	return read_description(parser, &input->description) && parser_name(parser, &input->name) &&
	       parser_expect(parser, TOKEN_COLON) && parser_type(parser, &input->type) &&
	       parser_default(parser, &input->default_value) && parser_directives(parser, true, &input->directives);
}

static bool read_inputs(struct parser *parser, bool braces, struct graphql_input_definition **inputs, size_t *count)
{
	const struct parser_list list = {.open = braces ? TOKEN_BRACE_LEFT : TOKEN_PAREN_LEFT,
	                                 .close = braces ? TOKEN_BRACE_RIGHT : TOKEN_PAREN_RIGHT,
	                                 .optional = true,
	                                 .size = sizeof **inputs,
	                                 .read = read_input};

	return parser_list(parser, &list, inputs, count);
}

static bool read_field(struct parser *parser, void *item)
{
	struct graphql_field_definition *field = item;

	field->at = parser->token.start;
	return read_description(parser, &field->description) && parser_name(parser, &field->name) &&
	       read_inputs(parser, false, &field->arguments, &field->argument_count) &&
	       parser_expect(parser, TOKEN_COLON) && parser_type(parser, &field->type) &&
	       parser_directives(parser, true, &field->directives);
}

static bool read_enum_value(struct parser *parser, void *item)
{
	struct graphql_enum_definition *value = item;

	value->at = parser->token.start;
	if (!read_description(parser, &value->description))
		return false;
	struct slice word = parser->token.value;
	if (parser->token.kind >= TOKEN_NAME &&
	    (slice_is(word, "true") || slice_is(word, "false") || slice_is(word, "null")))
		return parser_refuse(parser, parser->token.start,
		                     "%s \"%.*s\" is reserved and cannot be used for an enum value.",
		                     parser_at(parser, TOKEN_NAME) ? "Name" : "String", (int)word.len, word.ptr);
	return parser_name(parser, &value->name) && parser_directives(parser, true, &value->directives);
}

struct operation_type {
	struct graphql_name name;
	enum graphql_operation_kind kind;
	graphql_offset at;
};

static bool read_operation_type(struct parser *parser, void *item)
{
	struct operation_type *operation = item;

	operation->at = parser->token.start;
	return parser_operation_kind(parser, &operation->kind) && parser_expect(parser, TOKEN_COLON) &&
	       parser_name(parser, &operation->name);
}

static bool read_location(struct parser *parser, void *item)
{
	static const char *const locations[] = {"QUERY",
	                                        "MUTATION",
	                                        "SUBSCRIPTION",
	                                        "FIELD",
	                                        "FRAGMENT_DEFINITION",
	                                        "FRAGMENT_SPREAD",
	                                        "INLINE_FRAGMENT",
	                                        "VARIABLE_DEFINITION",
	                                        "SCHEMA",
	                                        "SCALAR",
	                                        "OBJECT",
	                                        "FIELD_DEFINITION",
	                                        "ARGUMENT_DEFINITION",
	                                        "INTERFACE",
	                                        "UNION",
	                                        "ENUM",
	                                        "ENUM_VALUE",
	                                        "INPUT_OBJECT",
	                                        "INPUT_FIELD_DEFINITION"};
	struct token token = parser->token;

	if (!parser_name(parser, item))
		return false;
	for (size_t i = 0; i < COUNT_OF(locations); i++)
		if (slice_is(token.value, locations[i]))
			return true;
	return parser_refuse_token(parser, &token);
}

/* ---- the bodies, each behind its keyword ---- */

static bool read_schema(struct parser *parser, struct graphql_definition *definition)
{
	const struct parser_list list = {.open = TOKEN_BRACE_LEFT,
	                                 .close = TOKEN_BRACE_RIGHT,
	                                 .optional = definition->extends,
	                                 .size = sizeof(struct operation_type),
	                                 .read = read_operation_type};
	struct operation_type *types;

	if (!parser_directives(parser, true, &definition->directives) ||
	    !parser_list(parser, &list, &types, &definition->name_count))
		return false;
	definition->names = arena_array(parser->arena, definition->name_count, sizeof *definition->names);
	definition->operations = arena_array(parser->arena, definition->name_count, sizeof *definition->operations);
	for (size_t i = 0; i < definition->name_count; i++) {
		definition->names[i] = types[i].name;
		definition->operations[i] = types[i].kind;
	}
	return true;
}

static bool read_scalar(struct parser *parser, struct graphql_definition *definition)
{
	return parser_name(parser, &definition->name) && parser_directives(parser, true, &definition->directives);
}

/* An object type or an interface. */
static bool read_object(struct parser *parser, struct graphql_definition *definition)
{
	const struct parser_list list = {.open = TOKEN_BRACE_LEFT,
	                                 .close = TOKEN_BRACE_RIGHT,
	                                 .optional = true,
	                                 .size = sizeof(struct graphql_field_definition),
	                                 .read = read_field};
	bool implements;

	return parser_name(parser, &definition->name) && parser_skip_keyword(parser, "implements", &implements) &&
	       (!implements || parser_separated(parser, TOKEN_AMP, read_name, sizeof(struct graphql_name),
	                                        &definition->names, &definition->name_count)) &&
	       parser_directives(parser, true, &definition->directives) &&
	       parser_list(parser, &list, &definition->fields, &definition->field_count);
}

static bool read_union(struct parser *parser, struct graphql_definition *definition)
{
	bool members;

	return parser_name(parser, &definition->name) && parser_directives(parser, true, &definition->directives) &&
	       parser_skip(parser, TOKEN_EQUALS, &members) &&
	       (!members || parser_separated(parser, TOKEN_PIPE, read_name, sizeof(struct graphql_name),
	                                     &definition->names, &definition->name_count));
}

static bool read_enum(struct parser *parser, struct graphql_definition *definition)
{
	const struct parser_list list = {.open = TOKEN_BRACE_LEFT,
	                                 .close = TOKEN_BRACE_RIGHT,
	                                 .optional = true,
	                                 .size = sizeof(struct graphql_enum_definition),
	                                 .read = read_enum_value};

	return parser_name(parser, &definition->name) && parser_directives(parser, true, &definition->directives) &&
	       parser_list(parser, &list, &definition->values, &definition->value_count);
}

static bool read_input_object(struct parser *parser, struct graphql_definition *definition)
{
	return parser_name(parser, &definition->name) && parser_directives(parser, true, &definition->directives) &&
	       read_inputs(parser, true, &definition->inputs, &definition->input_count);
}

static bool read_directive(struct parser *parser, struct graphql_definition *definition)
{
	return parser_expect(parser, TOKEN_AT) && parser_name(parser, &definition->name) &&
	       read_inputs(parser, false, &definition->inputs, &definition->input_count) &&
	       parser_skip_keyword(parser, "repeatable", &definition->repeatable) &&
	       parser_expect_keyword(parser, "on") &&
	       parser_separated(parser, TOKEN_PIPE, read_location, sizeof(struct graphql_name), &definition->names,
	                        &definition->name_count);
}

static const struct {
	const char *keyword;
	enum graphql_definition_kind kind;
	bool (*read)(struct parser *parser, struct graphql_definition *definition);
} kinds[] = {
    {"schema", GRAPHQL_DEFINE_SCHEMA, read_schema},     {"scalar", GRAPHQL_DEFINE_SCALAR, read_scalar},
    {"type", GRAPHQL_DEFINE_OBJECT, read_object},       {"interface", GRAPHQL_DEFINE_INTERFACE, read_object},
    {"union", GRAPHQL_DEFINE_UNION, read_union},        {"enum", GRAPHQL_DEFINE_ENUM, read_enum},
    {"input", GRAPHQL_DEFINE_INPUT, read_input_object}, {"directive", GRAPHQL_DEFINE_DIRECTIVE, read_directive},
};

bool parser_is_definition(const struct token *keyword)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (parser_at_keyword(keyword, kinds[i].keyword))
			return true;
	return false;
}

/* The keyword and what follows it. */
static bool read_definition(struct parser *parser, struct graphql_definition *definition)
{
	size_t i = 0;

	while (!parser_at_keyword(&parser->token, kinds[i].keyword))
		i++;
	definition->kind = kinds[i].kind;
	return parser_advance(parser) && kinds[i].read(parser, definition);
}

bool parser_definition(struct parser *parser, struct graphql_definition *definition)
{
	*definition = (struct graphql_definition){.at = parser->token.start};
	return read_description(parser, &definition->description) && read_definition(parser, definition);
}

bool parser_extension(struct parser *parser, struct graphql_definition *definition)
{
	*definition = (struct graphql_definition){.at = parser->token.start, .extends = true};
	if (!parser_look_ahead(parser))
		return false;
	if (!parser_is_definition(&parser->next) || parser_at_keyword(&parser->next, "directive"))
		return parser_refuse_token(parser, &parser->next);
	if (!parser_advance(parser) || !read_definition(parser, definition))
		return false;
	if (!definition->directives.count && !definition->name_count && !definition->field_count &&
	    !definition->value_count && !definition->input_count)
		return parser_refuse_token(parser, &parser->token);
	return true;
}
