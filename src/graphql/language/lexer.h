/* Tokens of a document (specification, section 2.1). Inner header of the room. */
#ifndef LECTERN_GRAPHQL_LEXER_H
#define LECTERN_GRAPHQL_LEXER_H

#include "document.h"

enum token_kind {
	TOKEN_START, /* before the first */
	TOKEN_END,
	TOKEN_BANG,
	TOKEN_DOLLAR,
	TOKEN_AMP,
	TOKEN_PAREN_LEFT,
	TOKEN_PAREN_RIGHT,
	TOKEN_SPREAD,
	TOKEN_COLON,
	TOKEN_EQUALS,
	TOKEN_AT,
	TOKEN_BRACKET_LEFT,
	TOKEN_BRACKET_RIGHT,
	TOKEN_BRACE_LEFT,
	TOKEN_PIPE,
	TOKEN_BRACE_RIGHT,
	TOKEN_NAME,
	TOKEN_INT,
	TOKEN_FLOAT,
	TOKEN_STRING,
	TOKEN_BLOCK_STRING,
};

struct token {
	enum token_kind kind;
	graphql_offset start, end;
	struct slice value; /* of names, numbers and strings (unescaped) */
};

struct lexer {
	struct arena *arena; /* for unescaped strings and messages */
	struct slice text;
	const char *message; /* what is wrong, after a refusal */
	graphql_offset at;   /* and where */
};

/* Reads the token that follows offset `from`; TOKEN_END at the end. False when there is none, with message and at set.
 */
bool lexer_read(struct lexer *lexer, graphql_offset from, struct token *token);

/* The byte at an offset; -1 behind the end. */
static inline int lexer_byte(const struct lexer *lexer, size_t at)
{
	return at < lexer->text.len ? (unsigned char)lexer->text.ptr[at] : -1;
}

/* The length of the character at an offset that is not behind the end; 0 when it is not UTF-8. */
static inline size_t lexer_character(const struct lexer *lexer, size_t at)
{
	return slice_character((struct slice){lexer->text.ptr + at, lexer->text.len - at});
}

/* The character at an offset as messages of graphql-js 15 show it: "a", "\u0424" (of one beyond that its first UTF-16
 * unit), or <EOF>. */
const char *lexer_describe(const struct lexer *lexer, size_t at);

/* A control character but the tab; line ends are such. */
bool lexer_is_control(int byte);

/* Sets message and at. Returns false. */
bool lexer_refuse(struct lexer *lexer, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
