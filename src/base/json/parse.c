#include "build.h"
#include "order.h"

/* What json-c takes for each, its allocator's part included. */
enum { OBJECT = 730, LIST = 200, MEMBER = 48, VALUE = 130 };

struct checked {
	size_t weight; /* bytes that the value will take, about */
	bool reorder;  /* JavaScript would put the members of an object into another order */
};

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
		checked->reorder = checked->reorder || !json_order_keeps(&order, &reader, &token);
	}
	return token.kind == JSON_TOKEN_END || refuse(&reader, error);
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
	const bool done = json_build(text, json, error);
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
