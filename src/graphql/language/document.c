#include "parse_definition.h"
#include "parse_operation.h"
#include "parse_value.h"

/* Growing arrays of a document's definitions, by kind. */
struct sizes {
	size_t operations, fragments, definitions, parts;
};

static void add_part(struct parser *parser, struct graphql_document *document, struct sizes *sizes,
                     enum graphql_document_part part)
{
	document->parts =
	    arena_grow(parser->arena, document->parts, document->part_count, &sizes->parts, sizeof *document->parts);
	document->parts[document->part_count++] = part;
}

static bool read_operation(struct parser *parser, struct graphql_document *document, struct sizes *sizes)
{
	add_part(parser, document, sizes, GRAPHQL_PART_OPERATION);
	document->operations = arena_grow(parser->arena, document->operations, document->operation_count,
	                                  &sizes->operations, sizeof *document->operations);
	return parser_operation(parser, &document->operations[document->operation_count++]);
}

static bool read_fragment(struct parser *parser, struct graphql_document *document, struct sizes *sizes)
{
	add_part(parser, document, sizes, GRAPHQL_PART_FRAGMENT);
	document->fragments = arena_grow(parser->arena, document->fragments, document->fragment_count,
	                                 &sizes->fragments, sizeof *document->fragments);
	return parser_fragment(parser, &document->fragments[document->fragment_count++]);
}

static bool read_definition(struct parser *parser, struct graphql_document *document, struct sizes *sizes,
                            bool (*read)(struct parser *parser, struct graphql_definition *definition))
{
	add_part(parser, document, sizes, GRAPHQL_PART_DEFINITION);
	document->definitions = arena_grow(parser->arena, document->definitions, document->definition_count,
	                                   &sizes->definitions, sizeof *document->definitions);
	return read(parser, &document->definitions[document->definition_count++]);
}

static bool read_part(struct parser *parser, struct graphql_document *document, struct sizes *sizes)
{
	bool described = parser_at(parser, TOKEN_STRING) || parser_at(parser, TOKEN_BLOCK_STRING);
	const struct token *keyword = described ? &parser->next : &parser->token;

	if (parser_at(parser, TOKEN_BRACE_LEFT))
		return read_operation(parser, document, sizes);
	if (described && !parser_look_ahead(parser))
		return false;
	if (parser_is_definition(keyword))
		return read_definition(parser, document, sizes, parser_definition);
	if (described)
		return parser_refuse_token(parser, keyword);
	if (parser_at_keyword(keyword, "query") || parser_at_keyword(keyword, "mutation") ||
	    parser_at_keyword(keyword, "subscription"))
		return read_operation(parser, document, sizes);
	if (parser_at_keyword(keyword, "fragment"))
		return read_fragment(parser, document, sizes);
	if (parser_at_keyword(keyword, "extend"))
		return read_definition(parser, document, sizes, parser_extension);
	return parser_refuse_token(parser, keyword);
}

static bool read_document(struct parser *parser, struct graphql_document *document)
{
	struct sizes sizes = {0};

	if (!parser_advance(parser))
		return false;
	do {
		if (!read_part(parser, document, &sizes))
			return false;
	} while (!parser_at(parser, TOKEN_END));
	return true;
}

static struct parser start(struct arena *arena, struct slice text, const struct graphql_limits *limits,
                           struct graphql_error *error)
{
	struct parser parser = {.lexer = {.arena = arena, .text = text}, .arena = arena, .error = error};

	if (limits)
		parser.limits = *limits;
	if (!parser.limits.depth || parser.limits.depth > GRAPHQL_MAX_DEPTH)
		parser.limits.depth = GRAPHQL_MAX_DEPTH;
	if (!parser.limits.bytes || parser.limits.bytes > UINT32_MAX - 16)
		parser.limits.bytes = UINT32_MAX - 16;
	return parser;
}

static bool fits(struct parser *parser)
{
	if (parser->lexer.text.len <= parser->limits.bytes)
		return true;
	*parser->error = (struct graphql_error){
	    .message =
		arena_format(parser->arena, "Syntax Error: Document is larger than %zu bytes.", parser->limits.bytes)};
	return false;
}

struct graphql_document *graphql_parse(struct arena *arena, struct slice text, const struct graphql_limits *limits,
                                       struct graphql_error *error)
{
	struct graphql_document *document = arena_alloc(arena, sizeof *document);
	struct parser parser = start(arena, text, limits, error);
	bool good = fits(&parser) && read_document(&parser, document);

	document->text = text;
	document->set_count = parser.sets;
	document->alias_count = parser.aliases;
	buffer_free(&parser.items);
	return good ? document : NULL;
}

const struct graphql_type_node *graphql_parse_type(struct arena *arena, struct slice text)
{
	const struct graphql_type_node *type;
	struct graphql_error error;
	struct parser parser = start(arena, text, NULL, &error);
	bool good =
	    fits(&parser) && parser_advance(&parser) && parser_type(&parser, &type) && parser_at(&parser, TOKEN_END);

	buffer_free(&parser.items);
	return good ? type : NULL;
}

const struct graphql_node *graphql_parse_value(struct arena *arena, struct slice text)
{
	struct graphql_node *node = arena_alloc(arena, sizeof *node);
	struct graphql_error error;
	struct parser parser = start(arena, text, NULL, &error);
	bool good = fits(&parser) && parser_advance(&parser) && parser_value(&parser, false, node) &&
	            parser_at(&parser, TOKEN_END);

	buffer_free(&parser.items);
	return good ? node : NULL;
}
