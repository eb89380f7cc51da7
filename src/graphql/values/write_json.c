/* json-c values as JSON text, numbers as JavaScript prints them. */
#include "graphql/schema/schema.h"

#include <json-c/json.h>

enum { DEEPEST = 512 };

/* A value put into itself would never end: what is deeper than any answer is null. */
static void write_at(struct buffer *buffer, struct json_object *json, unsigned depth);

static void write_array(struct buffer *buffer, struct json_object *json, unsigned depth)
{
	buffer_byte(buffer, '[');
	for (size_t i = 0; i < json_object_array_length(json); i++) {
		if (i)
			buffer_byte(buffer, ',');
		write_at(buffer, json_object_array_get_idx(json, i), depth + 1);
	}
	buffer_byte(buffer, ']');
}

static void write_object(struct buffer *buffer, struct json_object *json, unsigned depth)
{
	const char *separator = "{";
	json_object_object_foreach(json, key, value)
	{
		buffer_text(buffer, separator);
		json_write_string(buffer, slice_of(key));
		buffer_byte(buffer, ':');
		write_at(buffer, value, depth + 1);
		separator = ",";
	}
	buffer_text(buffer, *separator == '{' ? "{}" : "}");
}

static void write_integer(struct buffer *buffer, struct json_object *json)
{
	int64_t integer = json_object_get_int64(json);
	if (integer == INT64_MAX)
		buffer_format(buffer, "%llu", (unsigned long long)json_object_get_uint64(json));
	else
		buffer_int(buffer, integer);
}

static void write_at(struct buffer *buffer, struct json_object *json, unsigned depth)
{
	switch (depth > DEEPEST ? json_type_null : json_object_get_type(json)) {
	case json_type_null:
		buffer_text(buffer, "null");
		break;
	case json_type_boolean:
		buffer_text(buffer, json_object_get_boolean(json) ? "true" : "false");
		break;
	case json_type_int:
		write_integer(buffer, json);
		break;
	case json_type_double:
		json_write_double(buffer, json_object_get_double(json));
		break;
	case json_type_string:
		json_write_string(
		    buffer, (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)});
		break;
	case json_type_array:
		write_array(buffer, json, depth);
		break;
	case json_type_object:
		write_object(buffer, json, depth);
		break;
	}
}

void graphql_write_json(struct buffer *buffer, struct json_object *json)
{
	write_at(buffer, json, 0);
}
