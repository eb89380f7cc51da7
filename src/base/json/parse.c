#include "order.h"
#include "text.h"

#include <json-c/json_tokener.h>

/* What json-c takes for each, its allocator's part included. */
enum { OBJECT = 730, LIST = 200, MEMBER = 48, VALUE = 130 };

/* What a checked text has that json-c does not read as JavaScript does. */
struct checked {
	struct slice value; /* the text without white space around it */
	size_t weight;      /* bytes that the value will take, about */
	unsigned depth;     /* levels that are open at the deepest place */
	bool rewrite, reorder;
};

/* Integers of fewer bytes always fit into int64_t. */
static bool is_wide(const struct json_token *token)
{
	int64_t value;
	return token->is_integer && token->text.len >= sizeof "9223372036854775807" - 1 &&
	       !slice_to_int64(token->text, &value);
}

static bool needs_rewriting(const struct json_token *token)
{
	return token->has_surrogate || (token->kind == JSON_TOKEN_KEY && token->has_nul) ||
	       (token->kind == JSON_TOKEN_NUMBER && is_wide(token));
}

static size_t weight_of(const struct json_token *token)
{
	switch (token->kind) {
	case JSON_TOKEN_OBJECT:
		return OBJECT + VALUE;
	case JSON_TOKEN_LIST:
		return LIST + VALUE;
	case JSON_TOKEN_KEY:
		return MEMBER;
	default:
		return VALUE;
	}
}

static bool refuse(const struct json_reader *reader, struct error *error)
{
	size_t line = 1, column = 1;
	for (size_t i = 0; i < reader->at && i < reader->text.len; i++) {
		column = reader->text.ptr[i] == '\n' ? 1 : column + 1;
		line += reader->text.ptr[i] == '\n';
	}
	if (reader->depth >= reader->deepest)
		return error_validation(error, "nested deeper than %u levels", reader->deepest);
	if (reader->at >= reader->text.len)
		return error_validation(error, "%s, but the text ends in line %zu", reader->fault, line);
	return error_validation(error, "%s in line %zu, column %zu", reader->fault, line, column);
}

static bool check(struct slice text, unsigned deepest, struct checked *checked, struct error *error)
{
	struct json_reader reader;
	struct json_token token;
	struct json_order order;
	*checked = (struct checked){.weight = text.len};
	json_reader_start(&reader, text, deepest);
	while (json_reader_next(&reader, &token) > JSON_TOKEN_FAULT) {
		checked->weight += weight_of(&token);
		checked->depth = reader.depth > checked->depth ? reader.depth : checked->depth;
		checked->rewrite = checked->rewrite || needs_rewriting(&token);
		checked->reorder = checked->reorder || !json_order_keeps(&order, &reader, &token);
	}
	checked->value = slice_trim(text);
	return token.kind == JSON_TOKEN_END || refuse(&reader, error);
}

/* ---- what json-c reads in another way ---- */

/* A checked string: NULs as the bytes C0 80 when it is a key, pairs of surrogates as the characters that they stand
 * for, of which json-c 0.16 loses 32,768, and lone ones as U+FFFD. */
static void rewrite_string(struct buffer *out, struct slice text, bool key)
{
	size_t copied = 0;
	for (size_t at = 0; (at += slice_find((struct slice){text.ptr + at, text.len - at}, '\\')) < text.len;) {
		size_t end = at;
		const unsigned character = json_read_escape(text, &end);
		const bool nul = character == 0 && key, lone = character >= 0xD800 && character < 0xE000;
		if (nul || lone || character >= 0x10000) {
			char utf8[4];
			buffer_add(out, text.ptr + copied, at - copied);
			if (nul)
				buffer_add(out, "\xC0\x80", 2);
			else
				buffer_add(out, utf8, json_encode_character(lone ? 0xFFFD : character, utf8));
			copied = end;
		}
		at = end;
	}
	buffer_add(out, text.ptr + copied, text.len - copied);
}

/* The checked text as json-c has to be given it. */
static void rewrite(struct buffer *out, struct slice text)
{
	struct json_reader reader;
	struct json_token token;
	const char *copied = text.ptr;
	json_reader_start(&reader, text, JSON_DEEPEST_STORED);
	while (json_reader_next(&reader, &token) > JSON_TOKEN_FAULT) {
		if (!needs_rewriting(&token))
			continue;
		buffer_add(out, copied, (size_t)(token.text.ptr - copied));
		copied = token.text.ptr + token.text.len;
		if (token.kind == JSON_TOKEN_NUMBER) {
			buffer_slice(out, token.text);
			buffer_text(out, ".0");
		} else {
			rewrite_string(out, token.text, token.kind == JSON_TOKEN_KEY);
		}
	}
	buffer_add(out, copied, (size_t)(text.ptr + text.len - copied));
}

static bool parse_checked(struct slice text, unsigned depth, struct json_object **json, struct error *error)
{
	/* A value in the deepest list is a level of its own to json-c, which sets room for all levels. */
	struct json_tokener *tokener = json_tokener_new_ex((int)depth + 1);
	if (!tokener)
		return error_unavailable(error, "no memory for parsing JSON");
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	*json = json_tokener_parse_ex(tokener, text.ptr, (int)text.len);
	/* A number ends only where something else begins. */
	if (json_tokener_get_error(tokener) == json_tokener_continue)
		*json = json_tokener_parse_ex(tokener, "", 1);
	const enum json_tokener_error result = json_tokener_get_error(tokener);
	json_tokener_free(tokener);
	if (result == json_tokener_success)
		return true;
	json_object_put(*json);
	*json = NULL;
	return error_internal(error, "json-c refuses what is JSON: %s", json_tokener_error_desc(result));
}

bool json_parse(struct arena *arena, struct slice text, unsigned deepest, struct json_object **json,
                struct error *error)
{
	struct checked checked;
	*json = NULL;
	if (text.len > JSON_LONGEST)
		return error_set(error, 413, "PayloadTooLargeError", "longer than %d bytes", JSON_LONGEST);
	if (!check(text, deepest, &checked, error) || (arena && !json_admit(arena, checked.weight, error)))
		return false;
	struct buffer rewritten = {0};
	if (checked.rewrite)
		rewrite(&rewritten, checked.value);
	bool done =
	    parse_checked(checked.rewrite ? buffer_as_slice(&rewritten) : checked.value, checked.depth, json, error);
	buffer_free(&rewritten);
	if (done && checked.reorder)
		json_order_members(*json);
	return done;
}

struct json_object *json_parse_stored(struct slice text)
{
	struct json_object *json;
	struct error error;
	return json_parse(NULL, text, JSON_DEEPEST_STORED, &json, &error) ? json : NULL;
}

struct slice json_skip_mark(struct slice text)
{
	const struct slice mark = SLICE("\xEF\xBB\xBF");
	return slice_starts_with(text, mark) ? (struct slice){text.ptr + mark.len, text.len - mark.len} : text;
}
