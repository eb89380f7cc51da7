/* What an expression of a project's code is, as far as it can be told without running it: literals, objects, lists,
 * functions and calls. All else is JS_OTHER. */
#ifndef LECTERN_HOST_CODE_VALUE_H
#define LECTERN_HOST_CODE_VALUE_H

#include "code_tokens.h"

/* Tokens from `from` to before `to`. */
struct code_range {
	size_t from, to;
};

enum code_value_kind {
	JS_OTHER,
	JS_NOTHING, /* null, undefined */
	JS_FALSE,
	JS_TRUE,
	JS_NUMBER,
	JS_TEXT,
	JS_LIST,
	JS_OBJECT,
	JS_FUNCTION,
	JS_CALL,
	JS_NAME,
};

struct code_member {
	struct slice key; /* of an object */
	const struct code_value *value;
};

struct code_value {
	enum code_value_kind kind;
	struct code_range range;     /* the expression */
	struct slice text;           /* JS_TEXT: without quotes and escapes; JS_NAME, JS_NUMBER: as written */
	struct code_member *members; /* of an object or a list; the arguments of a call */
	size_t count;
	bool open;                      /* an object or a list has parts beside the members: ...rest, [computed], get */
	struct code_range callee;       /* JS_CALL */
	struct code_range params, body; /* JS_FUNCTION; the body is without its braces */
	bool expression;                /* the body is the expression that is returned */
};

/* The value of the expression in `range`; lives in `arena`. Expressions in more than 32 others are JS_OTHER. */
const struct code_value *code_value_read(struct arena *arena, const struct code_tokens *tokens,
                                         struct code_range range);

/* A member of an object by its key, or NULL. The last of that name counts. */
const struct code_value *code_member(const struct code_value *object, const char *key);

/* The text of a string token without quotes and escapes. False when it has escapes that are not read. */
bool code_text(struct arena *arena, const struct code_token *token, struct slice *text);

/* The last token + 1 of the bracket that opens at `at`, or `at` + 1 when none does. */
size_t code_behind(const struct code_tokens *tokens, size_t at);

/* The first token from `at` on that is `sign` and stands in no bracket; range.to when there is none. */
size_t code_find(const struct code_tokens *tokens, struct code_range range, const char *sign);

#endif
