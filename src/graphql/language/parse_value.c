/* Values, types, arguments and directives. */
#include "parse_value.h"

struct object_field {
	struct graphql_name name;
	struct graphql_node value;
};

static bool read_item(struct parser *parser, void *item)
{
	return parser_value(parser, false, item);
}

static bool read_constant_item(struct parser *parser, void *item)
{
	return parser_value(parser, true, item);
}

static bool read_field(struct parser *parser, bool constant, struct object_field *field)
{
	return parser_name(parser, &field->name) && parser_expect(parser, TOKEN_COLON) &&
	       parser_value(parser, constant, &field->value);
}

static bool read_variable_field(struct parser *parser, void *item)
{
	return read_field(parser, false, item);
}

static bool read_constant_field(struct parser *parser, void *item)
{
	return read_field(parser, true, item);
}

static bool read_list(struct parser *parser, bool constant, struct graphql_node *node)
{
	const struct parser_list list = {.open = TOKEN_BRACKET_LEFT,
	                                 .close = TOKEN_BRACKET_RIGHT,
	                                 .empty = true,
	                                 .size = sizeof(struct graphql_node),
	                                 .read = constant ? read_constant_item : read_item};

	node->kind = GRAPHQL_NODE_LIST;
	return parser_list(parser, &list, &node->items, &node->count);
}

static bool read_object(struct parser *parser, bool constant, struct graphql_node *node)
{
	const struct parser_list list = {.open = TOKEN_BRACE_LEFT,
	                                 .close = TOKEN_BRACE_RIGHT,
	                                 .empty = true,
	                                 .size = sizeof(struct object_field),
	                                 .read = constant ? read_constant_field : read_variable_field};
	struct object_field *fields;

	node->kind = GRAPHQL_NODE_OBJECT;
	if (!parser_list(parser, &list, &fields, &node->count))
		return false;
	node->items = arena_array(parser->arena, node->count, sizeof *node->items);
	node->names = arena_array(parser->arena, node->count, sizeof *node->names);
	for (size_t i = 0; i < node->count; i++) {
		node->items[i] = fields[i].value;
		node->names[i] = fields[i].name;
	}
	return true;
}

static bool read_variable(struct parser *parser, bool constant, struct graphql_node *node)
{
	struct token dollar = parser->token;
	struct graphql_name name;

	if (constant)
		return parser_refuse_token(parser, &dollar);
	if (!parser_advance(parser))
		return false;
	node->kind = GRAPHQL_NODE_VARIABLE;
	if (!parser_name(parser, &name))
		return false;
	node->text = name.text;
	return true;
}

static void set_word(struct graphql_node *node, struct slice word)
{
	node->text = word;
	node->boolean = slice_is(word, "true");
	node->kind = node->boolean || slice_is(word, "false") ? GRAPHQL_NODE_BOOLEAN
	             : slice_is(word, "null")                 ? GRAPHQL_NODE_NULL
	                                                      : GRAPHQL_NODE_ENUM;
}

bool parser_value(struct parser *parser, bool constant, struct graphql_node *node)
{
	const struct token *token = &parser->token;
	bool good;

	*node = (struct graphql_node){.at = token->start};
	switch (token->kind) {
	case TOKEN_BRACKET_LEFT:
	case TOKEN_BRACE_LEFT:
		if (!parser_enter(parser))
			return false;
		good = parser_at(parser, TOKEN_BRACE_LEFT) ? read_object(parser, constant, node)
		                                           : read_list(parser, constant, node);
		parser->depth--;
		return good;
	case TOKEN_DOLLAR:
		return read_variable(parser, constant, node);
	case TOKEN_INT:
		node->kind = GRAPHQL_NODE_INT;
		break;
	case TOKEN_FLOAT:
		node->kind = GRAPHQL_NODE_FLOAT;
		break;
	case TOKEN_STRING:
	case TOKEN_BLOCK_STRING:
		node->kind = GRAPHQL_NODE_STRING;
		node->block = token->kind == TOKEN_BLOCK_STRING;
		break;
	case TOKEN_NAME:
		set_word(node, token->value);
		return parser_advance(parser);
	default:
		return parser_refuse_token(parser, token);
	}
	node->text = token->value;
	return parser_advance(parser);
}

bool parser_default(struct parser *parser, const struct graphql_node **value)
{
	bool found;

	*value = NULL;
	if (!parser_skip(parser, TOKEN_EQUALS, &found))
		return false;
	if (!found)
		return true;
	struct graphql_node *node = arena_alloc(parser->arena, sizeof *node);
	*value = node;
	return parser_value(parser, true, node);
}

/* ---- types ---- */

static const struct graphql_type_node *wrap_type(struct parser *parser, enum graphql_wrap wrap, graphql_offset at,
                                                 const struct graphql_type_node *of)
{
	struct graphql_type_node *type = arena_alloc(parser->arena, sizeof *type);

	*type = (struct graphql_type_node){.wrap = wrap, .at = at, .of = of};
	return type;
}

bool parser_type(struct parser *parser, const struct graphql_type_node **type)
{
	graphql_offset at = parser->token.start;
	bool found;

	if (parser_at(parser, TOKEN_BRACKET_LEFT)) {
		const struct graphql_type_node *inner;
		if (!parser_enter(parser) || !parser_advance(parser) || !parser_type(parser, &inner) ||
		    !parser_expect(parser, TOKEN_BRACKET_RIGHT))
			return false;
		parser->depth--;
		*type = wrap_type(parser, GRAPHQL_LIST, at, inner);
	} else {
		struct graphql_name name;
		if (!parser_name(parser, &name))
			return false;
		struct graphql_type_node *named = arena_alloc(parser->arena, sizeof *named);
		*named = (struct graphql_type_node){.wrap = GRAPHQL_NAMED, .at = at, .name = name.text};
		*type = named;
	}
	if (!parser_skip(parser, TOKEN_BANG, &found))
		return false;
	if (found)
		*type = wrap_type(parser, GRAPHQL_NON_NULL, at, *type);
	return true;
}

/* ---- arguments and directives ---- */

static bool read_any_argument(struct parser *parser, bool constant, struct graphql_argument_node *argument)
{
	return parser_name(parser, &argument->name) && parser_expect(parser, TOKEN_COLON) &&
	       parser_value(parser, constant, &argument->value);
}

static bool read_argument(struct parser *parser, void *item)
{
	return read_any_argument(parser, false, item);
}

static bool read_constant_argument(struct parser *parser, void *item)
{
	return read_any_argument(parser, true, item);
}

bool parser_arguments(struct parser *parser, bool constant, struct graphql_argument_node **arguments, size_t *count)
{
	const struct parser_list list = {.open = TOKEN_PAREN_LEFT,
	                                 .close = TOKEN_PAREN_RIGHT,
	                                 .optional = true,
	                                 .size = sizeof(struct graphql_argument_node),
	                                 .read = constant ? read_constant_argument : read_argument};

	return parser_list(parser, &list, arguments, count);
}

bool parser_directives(struct parser *parser, bool constant, struct graphql_directive_list *directives)
{
	size_t capacity = 0;

	*directives = (struct graphql_directive_list){NULL, 0};
	while (parser_at(parser, TOKEN_AT)) {
		directives->items = arena_grow(parser->arena, directives->items, directives->count, &capacity,
		                               sizeof *directives->items);
		struct graphql_directive_node *directive = &directives->items[directives->count++];
		directive->at = parser->token.start;
		if (!parser_advance(parser) || !parser_name(parser, &directive->name) ||
		    !parser_arguments(parser, constant, &directive->arguments, &directive->argument_count))
			return false;
	}
	return true;
}
