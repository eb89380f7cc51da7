#include "order.h"

#include <stdlib.h>

/* Of keys that are no indexes, and before the first key. */
static const int64_t LARGEST_INDEX = 4294967294, NO_INDEX = 4294967295, NOTHING = -1;

static int64_t index_of(struct slice key)
{
	enum { LONGEST = 10 };
	int64_t value = 0;
	if (!key.len || key.len > LONGEST || (key.ptr[0] == '0' && key.len > 1))
		return NO_INDEX;
	for (size_t i = 0; i < key.len; i++) {
		if (key.ptr[i] < '0' || key.ptr[i] > '9')
			return NO_INDEX;
		value = value * 10 + (key.ptr[i] - '0');
	}
	return value <= LARGEST_INDEX ? value : NO_INDEX;
}

bool json_order_keeps(struct json_order *order, const struct json_reader *reader, const struct json_token *token)
{
	static const char digit[] = "\\u003";
	int64_t *last = &order->last[reader->depth];
	if (token->kind == JSON_TOKEN_OBJECT)
		*last = NOTHING;
	if (token->kind != JSON_TOKEN_KEY)
		return true;
	const struct slice key = {token->text.ptr + 1, token->text.len - 2};
	if (token->escaped && memmem(key.ptr, key.len, digit, sizeof digit - 1))
		return false;
	const int64_t index = index_of(key), before = *last;
	*last = index;
	return index == NO_INDEX || index > before;
}

/* ---- texts ---- */

struct order_part {
	int64_t index;
	size_t from, to; /* of a member, in the text that is written */
};

static int compare_parts(const void *a, const void *b)
{
	const struct order_part *one = a, *other = b;
	if (one->index != other->index)
		return one->index < other->index ? -1 : 1;
	return one->from < other->from ? -1 : one->from > other->from;
}

/* Writes the members of an object, which stand in `out` from its brace on, once more in their order. */
static void write_again(struct buffer *out, struct order_part *parts, size_t count)
{
	struct buffer members = {0};
	const size_t from = parts[0].from;
	qsort(parts, count, sizeof *parts, compare_parts);
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_byte(&members, ',');
		buffer_add(&members, out->data + parts[i].from, parts[i].to - parts[i].from);
	}
	out->len = from;
	buffer_slice(out, buffer_as_slice(&members));
	buffer_free(&members);
}

static void order_value(struct json_reader *reader, const struct json_token *first, struct buffer *out);

static void order_object(struct json_reader *reader, struct buffer *out)
{
	struct arena *arena = arena_create();
	struct order_part *parts = NULL;
	size_t count = 0, capacity = 0;
	struct json_token token;
	bool ordered = true;
	int64_t last = NOTHING;
	buffer_byte(out, '{');
	while (json_reader_next(reader, &token) == JSON_TOKEN_KEY) {
		const struct slice key = {token.text.ptr + 1, token.text.len - 2};
		if (count)
			buffer_byte(out, ',');
		parts = arena_grow(arena, parts, count, &capacity, sizeof *parts);
		parts[count] = (struct order_part){.index = index_of(key), .from = out->len};
		ordered = ordered && parts[count].index >= last;
		last = parts[count].index;
		buffer_slice(out, token.text);
		buffer_byte(out, ':');
		json_reader_next(reader, &token);
		order_value(reader, &token, out);
		parts[count++].to = out->len;
	}
	if (!ordered)
		write_again(out, parts, count);
	buffer_byte(out, '}');
	arena_destroy(arena);
}

static void order_value(struct json_reader *reader, const struct json_token *first, struct buffer *out)
{
	struct json_token token;
	if (first->kind == JSON_TOKEN_OBJECT) {
		order_object(reader, out);
	} else if (first->kind == JSON_TOKEN_LIST) {
		buffer_byte(out, '[');
		while (json_reader_next(reader, &token) > JSON_TOKEN_FAULT && token.kind != JSON_TOKEN_LIST_END) {
			if (token.follows)
				buffer_byte(out, ',');
			order_value(reader, &token, out);
		}
		buffer_byte(out, ']');
	} else {
		buffer_slice(out, first->text);
	}
}

void json_order_text(struct buffer *out, struct slice json)
{
	struct json_reader reader;
	struct json_token token;
	json_reader_start(&reader, json, JSON_DEEPEST_COLUMN);
	json_reader_next(&reader, &token);
	order_value(&reader, &token, out);
}

/* ---- parsed values ---- */

struct ordered_member {
	int64_t index;
	size_t place;
	const char *key;
	struct json_object *value;
};

static int compare(const void *a, const void *b)
{
	const struct ordered_member *one = a, *other = b;
	if (one->index != other->index)
		return one->index < other->index ? -1 : 1;
	return one->place < other->place ? -1 : one->place > other->place;
}

static bool is_ordered(struct json_object *json)
{
	int64_t last = NOTHING;
	json_object_object_foreach(json, key, value)
	{
		(void)value;
		const int64_t index = index_of(slice_of(key));
		if (index < last)
			return false;
		last = index;
	}
	return true;
}

/* Makes the object's members anew, in their order. */
static void order(struct json_object *json)
{
	const size_t count = (size_t)json_object_object_length(json);
	struct ordered_member *members = calloc(count, sizeof *members);
	size_t place = 0;
	if (!members)
		abort();
	json_object_object_foreach(json, key, value)
	{
		char *copy = strdup(key);
		if (!copy)
			abort();
		members[place] = (struct ordered_member){index_of(slice_of(key)), place, copy, json_object_get(value)};
		place++;
	}
	qsort(members, count, sizeof *members, compare);
	for (size_t i = 0; i < count; i++) {
		json_object_object_del(json, members[i].key);
		if (json_object_object_add(json, members[i].key, members[i].value) != 0)
			abort();
		free((void *)(uintptr_t)members[i].key);
	}
	free(members);
}

void json_order_members(struct json_object *json)
{
	if (json_object_is_type(json, json_type_array)) {
		for (size_t i = 0; i < json_object_array_length(json); i++)
			json_order_members(json_object_array_get_idx(json, i));
		return;
	}
	if (!json_object_is_type(json, json_type_object))
		return;
	if (!is_ordered(json))
		order(json);
	json_object_object_foreach(json, key, value)
	{
		(void)key;
		json_order_members(value);
	}
}
