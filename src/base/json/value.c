/* json-c values: their members and texts, and how they are written. */
#include "escape.h"
#include "text.h"
#include <math.h>

static void release(void *json)
{
	json_object_put(json);
}

struct json_object *json_keep(struct arena *arena, struct json_object *json)
{
	if (json)
		arena_defer(arena, release, json);
	return json;
}

struct json_object *json_member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;
	json_find(object, name, &value);
	return value;
}

size_t json_count(struct json_object *list)
{
	return json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
}

struct json_object *json_item(struct json_object *list, size_t i)
{
	return i < json_count(list) ? json_object_array_get_idx(list, i) : NULL;
}

bool json_find(struct json_object *object, const char *name, struct json_object **value)
{
	return json_object_object_get_ex(object, name, value);
}

struct json_object *json_member_of_type(struct json_object *object, const char *name, enum json_type type)
{
	struct json_object *value = json_member(object, name);
	return json_object_is_type(value, type) ? value : NULL;
}

void json_add(struct json_object *object, struct slice key, struct json_object *value)
{
	struct buffer name = {0};
	json_encode_key(&name, key);
	json_object_object_add(object, buffer_terminate(&name), value);
	buffer_free(&name);
}

struct slice json_string(struct json_object *json)
{
	if (!json_object_is_type(json, json_type_string))
		return (struct slice){NULL, 0};
	return (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)};
}

bool json_is_truthy(struct json_object *json)
{
	switch (json_object_get_type(json)) {
	case json_type_null:
		return false;
	case json_type_boolean:
		return json_object_get_boolean(json);
	case json_type_int:
	case json_type_double:
		return json_object_get_double(json) != 0 && !isnan(json_object_get_double(json));
	case json_type_string:
		return json_object_get_string_len(json) > 0;
	default:
		return true;
	}
}

const char *json_print(struct arena *arena, struct json_object *json)
{
	struct buffer text = {0};
	json_write_value(&text, json);
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

const char *json_typeof(struct json_object *json)
{
	switch (json_object_get_type(json)) {
	case json_type_boolean:
		return "boolean";
	case json_type_int:
	case json_type_double:
		return "number";
	case json_type_string:
		return "string";
	default:
		return "object";
	}
}

struct slice json_text(struct arena *arena, struct json_object *json)
{
	return json_object_is_type(json, json_type_string) ? json_string(json) : slice_of(json_print(arena, json));
}

/* ---- writing ---- */

struct json_value_writer {
	struct buffer *buffer;
	bool doubles;  /* integers as JavaScript has them */
	bool indented; /* a line for each member and item */
};

static void write_at(const struct json_value_writer *writer, struct json_object *json, unsigned depth);

/* Where an item or member, or the end of a list or object, begins that is so many levels deep. */
static void write_line(const struct json_value_writer *writer, unsigned depth)
{
	if (!writer->indented)
		return;
	buffer_byte(writer->buffer, '\n');
	for (unsigned i = 0; i < depth; i++)
		buffer_text(writer->buffer, "  ");
}

static void write_list(const struct json_value_writer *writer, struct json_object *json, unsigned depth)
{
	const size_t count = json_object_array_length(json);
	buffer_byte(writer->buffer, '[');
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_byte(writer->buffer, ',');
		write_line(writer, depth + 1);
		write_at(writer, json_object_array_get_idx(json, i), depth + 1);
	}
	if (count)
		write_line(writer, depth);
	buffer_byte(writer->buffer, ']');
}

void json_write_key(struct buffer *buffer, const char *key)
{
	struct slice rest = slice_of(key);
	const char *nul;
	buffer_byte(buffer, '"');
	while ((nul = strstr(rest.ptr, "\xC0\x80"))) {
		json_write_inner(buffer, (struct slice){rest.ptr, (size_t)(nul - rest.ptr)});
		buffer_text(buffer, "\\u0000");
		rest = slice_of(nul + 2);
	}
	json_write_inner(buffer, rest);
	buffer_byte(buffer, '"');
}

static void write_object(const struct json_value_writer *writer, struct json_object *json, unsigned depth)
{
	struct buffer *buffer = writer->buffer;
	char before = '{';
	json_object_object_foreach(json, key, value)
	{
		buffer_byte(buffer, before);
		write_line(writer, depth + 1);
		json_write_key(buffer, key);
		buffer_text(buffer, writer->indented ? ": " : ":");
		write_at(writer, value, depth + 1);
		before = ',';
	}
	if (before == '{')
		buffer_byte(buffer, '{');
	else
		write_line(writer, depth);
	buffer_byte(buffer, '}');
}

static void write_integer(const struct json_value_writer *writer, struct json_object *json)
{
	if (writer->doubles)
		json_write_double(writer->buffer, json_object_get_double(json));
	else
		buffer_int(writer->buffer, json_object_get_int64(json));
}

/* A value put into itself would never end: what is deeper than any text is null. */
static void write_at(const struct json_value_writer *writer, struct json_object *json, unsigned depth)
{
	struct buffer *buffer = writer->buffer;
	switch (depth > JSON_DEEPEST_STORED ? json_type_null : json_object_get_type(json)) {
	case json_type_null:
		buffer_text(buffer, "null");
		break;
	case json_type_boolean:
		buffer_text(buffer, json_object_get_boolean(json) ? "true" : "false");
		break;
	case json_type_int:
		write_integer(writer, json);
		break;
	case json_type_double:
		json_write_double(buffer, json_object_get_double(json));
		break;
	case json_type_string:
		json_write_string(buffer, json_string(json));
		break;
	case json_type_array:
		write_list(writer, json, depth);
		break;
	case json_type_object:
		write_object(writer, json, depth);
		break;
	}
}

void json_write_value(struct buffer *buffer, struct json_object *json)
{
	write_at(&(struct json_value_writer){.buffer = buffer}, json, 0);
}

void json_write_indented(struct buffer *buffer, struct json_object *json)
{
	write_at(&(struct json_value_writer){.buffer = buffer, .indented = true}, json, 0);
}

struct slice json_stringify(struct arena *arena, struct json_object *json)
{
	struct buffer text = {0};
	write_at(&(struct json_value_writer){.buffer = &text, .doubles = true}, json, 0);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}
