#include "parser.h"

#include <assert.h>

static const char *const kind_names[] = {"<SOF>",   "<EOF>", "\"!\"", "\"$\"", "\"&\"", "\"(\"",  "\")\"",
                                         "\"...\"", "\":\"", "\"=\"", "\"@\"", "\"[\"", "\"]\"",  "\"{\"",
                                         "\"|\"",   "\"}\"", "Name",  "Int",   "Float", "String", "BlockString"};

static bool fail(struct parser *parser, graphql_offset at, const char *message)
{
	graphql_offset *location = arena_alloc(parser->arena, sizeof *location);

	*location = at;
	*parser->error = (struct graphql_error){arena_format(parser->arena, "Syntax Error: %s", message), location, 1};
	return false;
}

bool parser_refuse(struct parser *parser, graphql_offset at, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail(parser, at, arena_format_list(parser->arena, format, args));
	va_end(args);
	return false;
}

static const char *describe(struct parser *parser, const struct token *token)
{
	if (token->kind < TOKEN_NAME)
		return kind_names[token->kind];
	struct buffer text = {0};
	for (size_t i = 0; i < token->value.len; i++) {
		/* A message ends at a NUL; the character that stands for what can't be shown does not. */
		if (token->value.ptr[i])
			buffer_byte(&text, token->value.ptr[i]);
		else
			buffer_text(&text, "\xEF\xBF\xBD");
	}
	const char *description =
	    arena_format(parser->arena, "%s \"%s\"", kind_names[token->kind], buffer_terminate(&text));
	buffer_free(&text);
	return description;
}

bool parser_refuse_token(struct parser *parser, const struct token *token)
{
	return parser_refuse(parser, token->start, "Unexpected %s.", describe(parser, token));
}

static bool read_token(struct parser *parser, graphql_offset from, struct token *token)
{
	return lexer_read(&parser->lexer, from, token) || fail(parser, parser->lexer.at, parser->lexer.message);
}

bool parser_look_ahead(struct parser *parser)
{
	if (!parser->looked_ahead && !read_token(parser, parser->token.end, &parser->next))
		return false;
	parser->looked_ahead = true;
	return true;
}

bool parser_advance(struct parser *parser)
{
	if (!parser_look_ahead(parser))
		return false;
	parser->token = parser->next;
	parser->looked_ahead = false;
	if (parser->limits.tokens && !parser_at(parser, TOKEN_END) && ++parser->tokens > parser->limits.tokens)
		return parser_refuse(parser, parser->token.start,
		                     "Document contains more that %zu tokens. Parsing aborted.", parser->limits.tokens);
	return true;
}

bool parser_expect(struct parser *parser, enum token_kind kind)
{
	if (parser_at(parser, kind))
		return parser_advance(parser);
	return parser_refuse(parser, parser->token.start, "Expected %s, found %s.", kind_names[kind],
	                     describe(parser, &parser->token));
}

bool parser_expect_keyword(struct parser *parser, const char *keyword)
{
	if (parser_at_keyword(&parser->token, keyword))
		return parser_advance(parser);
	return parser_refuse(parser, parser->token.start, "Expected \"%s\", found %s.", keyword,
	                     describe(parser, &parser->token));
}

bool parser_skip(struct parser *parser, enum token_kind kind, bool *found)
{
	*found = parser_at(parser, kind);
	return !*found || parser_advance(parser);
}

bool parser_skip_keyword(struct parser *parser, const char *keyword, bool *found)
{
	*found = parser_at_keyword(&parser->token, keyword);
	return !*found || parser_advance(parser);
}

bool parser_name(struct parser *parser, struct graphql_name *name)
{
	*name = (struct graphql_name){parser->token.value, parser->token.start};
	return parser_expect(parser, TOKEN_NAME);
}

bool parser_enter(struct parser *parser)
{
	if (++parser->depth <= parser->limits.depth)
		return true;
	return parser_refuse(parser, parser->token.start, "Document is nested deeper than %u levels.",
	                     parser->limits.depth);
}

/* ---- lists ---- */

/* Reads one item onto the others. */
static bool push_item(struct parser *parser, parser_item *read, size_t size)
{
	/* Not in the buffer yet: reading it moves that. */
	union {
		struct graphql_selection selection;
		struct graphql_field_definition field;
		struct graphql_input_definition input;
		struct graphql_variable_definition variable;
		char bytes[256];
	} item;

	assert(size <= sizeof item);
	memset(&item, 0, size);
	if (!read(parser, &item))
		return false;
	buffer_add(&parser->items, (const char *)&item, size);
	return true;
}

static void take_items(struct parser *parser, size_t from, size_t size, void *items, size_t *count)
{
	size_t bytes = parser->items.len - from;
	void *copy = bytes ? arena_alloc_unset(parser->arena, bytes) : NULL;

	if (bytes)
		memcpy(copy, parser->items.data + from, bytes);
	memcpy(items, &copy, sizeof copy);
	*count = bytes / size;
	parser->items.len = from;
}

bool parser_list(struct parser *parser, const struct parser_list *list, void *items, size_t *count)
{
	size_t from = parser->items.len;
	bool closed = false;

	if (list->optional && !parser_at(parser, list->open)) {
		take_items(parser, from, list->size, items, count);
		return true;
	}
	if (!parser_expect(parser, list->open))
		return false;
	if (list->empty && !parser_skip(parser, list->close, &closed))
		return false;
	while (!closed)
		if (!push_item(parser, list->read, list->size) || !parser_skip(parser, list->close, &closed))
			return false;
	take_items(parser, from, list->size, items, count);
	return true;
}

bool parser_separated(struct parser *parser, enum token_kind separator, parser_item *read, size_t size, void *items,
                      size_t *count)
{
	size_t from = parser->items.len;
	bool more;

	if (!parser_skip(parser, separator, &more))
		return false;
	do {
		if (!push_item(parser, read, size) || !parser_skip(parser, separator, &more))
			return false;
	} while (more);
	take_items(parser, from, size, items, count);
	return true;
}
