/* Inside of the folder: the tokens of a JSON text, checked as JSON.parse checks them. */
#ifndef LECTERN_BASE_JSON_READER_H
#define LECTERN_BASE_JSON_READER_H

#include "json.h"

enum json_token_kind {
	JSON_TOKEN_END, /* of the text */
	JSON_TOKEN_FAULT,
	JSON_TOKEN_OBJECT,
	JSON_TOKEN_OBJECT_END,
	JSON_TOKEN_LIST,
	JSON_TOKEN_LIST_END,
	JSON_TOKEN_KEY, /* with the colon behind it read, which is no part of the text */
	JSON_TOKEN_STRING,
	JSON_TOKEN_NUMBER,
	JSON_TOKEN_WORD, /* true, false, null */
};

struct json_token {
	enum json_token_kind kind;
	struct slice text;  /* of a string with its quotes */
	bool follows;       /* a comma stands before it */
	bool escaped;       /* string: has escapes */
	bool has_nul;       /* string: has \u0000 */
	bool has_surrogate; /* string: has \uD800 to \uDFFF, alone or in pairs */
	bool is_integer;    /* number: digits only, and a sign */
};

enum json_reader_state {
	JSON_READS_VALUE,
	JSON_READS_VALUE_OR_END, /* behind [ */
	JSON_READS_KEY_OR_END,   /* behind { */
	JSON_READS_COMMA_OR_END,
	JSON_READS_NOTHING, /* behind the value */
};

struct json_reader {
	struct slice text;
	size_t at;               /* bytes read */
	unsigned depth, deepest; /* levels: open now, allowed */
	enum json_reader_state state;
	uint64_t objects[JSON_DEEPEST_STORED / 64 + 1]; /* which of the open levels are objects, as bits */
	const char *fault;                              /* behind JSON_TOKEN_FAULT: what was expected at `at` */
};

/* `deepest` is at most JSON_DEEPEST_STORED. */
void json_reader_start(struct json_reader *reader, struct slice text, unsigned deepest);

/* The next token. Behind END and FAULT comes nothing. */
enum json_token_kind json_reader_next(struct json_reader *reader, struct json_token *token);

#endif
