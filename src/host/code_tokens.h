/* JavaScript and TypeScript as a list of tokens. There is no grammar behind it: what reads the tokens recognises what
 * it knows, and takes all else for code that it does not know. */
#ifndef LECTERN_HOST_CODE_TOKENS_H
#define LECTERN_HOST_CODE_TOKENS_H

#include "base/base.h"

enum code_kind {
	CODE_END, /* behind the last token */
	CODE_NAME,
	CODE_STRING,   /* with its quotes */
	CODE_TEMPLATE, /* a part of a template, without its quotes: `a${b}c` is a, ${, b, }, c */
	CODE_NUMBER,
	CODE_REGEX,
	CODE_SIGN, /* an operator or a bracket */
};

struct code_token {
	enum code_kind kind;
	struct slice text; /* of the source */
	unsigned line;     /* from 1 */
	size_t match;      /* a bracket: where its other one is; of "${" the "}" */
};

struct code_tokens {
	const struct code_token *items; /* items[count] is CODE_END */
	size_t count;
};

/* Larger files, and brackets in more brackets, are not read. */
enum { CODE_LARGEST_FILE = 1024 * 1024, CODE_DEEPEST_BRACKET = 256 };

/* False when the text is no code: a bracket, string, template or comment is not closed, or it is too large or too deep.
 * The tokens live in `arena`; their texts are parts of `source`. */
bool code_tokens_read(struct arena *arena, struct slice source, struct code_tokens *tokens);

static inline bool code_is(const struct code_token *token, const char *text)
{
	return (token->kind == CODE_NAME || token->kind == CODE_SIGN) && slice_is(token->text, text);
}

/* The same for the token at `at`, which may lie behind the last one. */
static inline bool code_is_at(const struct code_tokens *tokens, size_t at, const char *text)
{
	return at < tokens->count && code_is(&tokens->items[at], text);
}

/* "." or "?." */
static inline bool code_is_point(const struct code_tokens *tokens, size_t at)
{
	return code_is_at(tokens, at, ".") || code_is_at(tokens, at, "?.");
}

bool code_is_one_of(const struct code_tokens *tokens, size_t at, const char *const *words, size_t count);

#endif
