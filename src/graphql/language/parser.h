/* Recursive descent over tokens, one of lookahead (two before definitions). Inner header of the room.
 *
 * Each parse function returns false after a refusal; *parser->error then says why, and parsing ends. */
#ifndef LECTERN_GRAPHQL_PARSER_H
#define LECTERN_GRAPHQL_PARSER_H

#include "lexer.h"

struct parser {
	struct lexer lexer;
	struct arena *arena;
	struct token token, next;
	bool looked_ahead;            /* next is read */
	size_t tokens, sets, aliases; /* so far */
	unsigned depth;               /* now */
	struct graphql_limits limits;
	struct graphql_error *error;
	struct buffer items; /* of lists not yet at their end: each list's are on top of those around it */
};

/* Refuses at an offset: "Syntax Error: …". */
bool parser_refuse(struct parser *parser, graphql_offset at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool parser_refuse_token(struct parser *parser, const struct token *token);

bool parser_advance(struct parser *parser);
bool parser_look_ahead(struct parser *parser);
bool parser_expect(struct parser *parser, enum token_kind kind);
bool parser_expect_keyword(struct parser *parser, const char *keyword);

/* Takes the token when it is of that kind: *found says whether. False only when what follows it is no token. */
bool parser_skip(struct parser *parser, enum token_kind kind, bool *found);
bool parser_skip_keyword(struct parser *parser, const char *keyword, bool *found);

bool parser_name(struct parser *parser, struct graphql_name *name);
bool parser_enter(struct parser *parser); /* one level deeper; parser->depth-- leaves it */

static inline bool parser_at(const struct parser *parser, enum token_kind kind)
{
	return parser->token.kind == kind;
}

static inline bool parser_at_keyword(const struct token *token, const char *keyword)
{
	return token->kind == TOKEN_NAME && slice_is(token->value, keyword);
}

/* ---- lists ---- */

typedef bool parser_item(struct parser *parser, void *item);

struct parser_list {
	enum token_kind open, close;
	bool optional; /* need not be there at all; else it must */
	bool empty;    /* may have no items */
	size_t size;   /* of an item, in bytes */
	parser_item *read;
};

/* A list in brackets. *items is a copy in the arena, *count how many there are. */
bool parser_list(struct parser *parser, const struct parser_list *list, void *items, size_t *count);

/* Items with `separator` between them, and perhaps before the first. */
bool parser_separated(struct parser *parser, enum token_kind separator, parser_item *read, size_t size, void *items,
                      size_t *count);

#endif
