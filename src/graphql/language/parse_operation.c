/* Operations and fragments. */
#include "parse_operation.h"
#include "parse_value.h"

bool parser_operation_kind(struct parser *parser, enum graphql_operation_kind *kind)
{
	struct token token = parser->token;

	if (!parser_expect(parser, TOKEN_NAME))
		return false;
	if (slice_is(token.value, "query"))
		*kind = GRAPHQL_QUERY;
	else if (slice_is(token.value, "mutation"))
		*kind = GRAPHQL_MUTATION;
	else if (slice_is(token.value, "subscription"))
		*kind = GRAPHQL_SUBSCRIPTION;
	else
		return parser_refuse_token(parser, &token);
	return true;
}

static bool read_selection_set(struct parser *parser, struct graphql_selection_set *set);

static bool read_field(struct parser *parser, struct graphql_selection *field)
{
	bool aliased;

	field->kind = GRAPHQL_FIELD;
	if (!parser_name(parser, &field->name) || !parser_skip(parser, TOKEN_COLON, &aliased))
		return false;
	if (aliased) {
		parser->aliases++;
		field->alias = field->name;
		if (!parser_name(parser, &field->name))
			return false;
	}
	return parser_arguments(parser, false, &field->arguments, &field->argument_count) &&
	       parser_directives(parser, false, &field->directives) &&
	       (!parser_at(parser, TOKEN_BRACE_LEFT) || read_selection_set(parser, &field->selections));
}

static bool read_selection(struct parser *parser, void *item)
{
	struct graphql_selection *selection = item;
	bool spread, conditional;

	selection->at = parser->token.start;
	if (!parser_skip(parser, TOKEN_SPREAD, &spread))
		return false;
	if (!spread)
		return read_field(parser, selection);
	if (!parser_skip_keyword(parser, "on", &conditional))
		return false;
	if (!conditional && parser_at(parser, TOKEN_NAME)) {
		selection->kind = GRAPHQL_FRAGMENT_SPREAD;
		return parser_name(parser, &selection->name) &&
		       parser_directives(parser, false, &selection->directives);
	}
	selection->kind = GRAPHQL_INLINE_FRAGMENT;
	return (!conditional || parser_name(parser, &selection->condition)) &&
	       parser_directives(parser, false, &selection->directives) &&
	       read_selection_set(parser, &selection->selections);
}

static bool read_selection_set(struct parser *parser, struct graphql_selection_set *set)
{
	const struct parser_list list = {.open = TOKEN_BRACE_LEFT,
	                                 .close = TOKEN_BRACE_RIGHT,
	                                 .size = sizeof(struct graphql_selection),
	                                 .read = read_selection};

	set->at = parser->token.start;
	set->index = (uint32_t)parser->sets++;
	if (!parser_enter(parser) || !parser_list(parser, &list, &set->items, &set->count))
		return false;
	parser->depth--;
	return true;
}

static bool read_variable_definition(struct parser *parser, void *item)
{
	struct graphql_variable_definition *variable = item;

	variable->at = parser->token.start;
	return parser_expect(parser, TOKEN_DOLLAR) && parser_name(parser, &variable->name) &&
	       parser_expect(parser, TOKEN_COLON) && parser_type(parser, &variable->type) &&
	       parser_default(parser, &variable->default_value) &&
	       parser_directives(parser, true, &variable->directives);
}

bool parser_operation(struct parser *parser, struct graphql_operation *operation)
{
	const struct parser_list variables = {.open = TOKEN_PAREN_LEFT,
	                                      .close = TOKEN_PAREN_RIGHT,
	                                      .optional = true,
	                                      .size = sizeof(struct graphql_variable_definition),
	                                      .read = read_variable_definition};

	*operation = (struct graphql_operation){.kind = GRAPHQL_QUERY, .at = parser->token.start};
	if (parser_at(parser, TOKEN_BRACE_LEFT))
		return read_selection_set(parser, &operation->selections);
	return parser_operation_kind(parser, &operation->kind) &&
	       (!parser_at(parser, TOKEN_NAME) || parser_name(parser, &operation->name)) &&
	       parser_list(parser, &variables, &operation->variables, &operation->variable_count) &&
	       parser_directives(parser, false, &operation->directives) &&
	       read_selection_set(parser, &operation->selections);
}

bool parser_fragment(struct parser *parser, struct graphql_fragment *fragment)
{
	*fragment = (struct graphql_fragment){.at = parser->token.start};
	if (!parser_expect_keyword(parser, "fragment"))
		return false;
	/* A string "on" is refused the same way as the word. */
	if (parser->token.kind >= TOKEN_NAME && slice_is(parser->token.value, "on"))
		return parser_refuse_token(parser, &parser->token);
	return parser_name(parser, &fragment->name) && parser_expect_keyword(parser, "on") &&
	       parser_name(parser, &fragment->condition) && parser_directives(parser, false, &fragment->directives) &&
	       read_selection_set(parser, &fragment->selections);
}
