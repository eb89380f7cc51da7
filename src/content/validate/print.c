/* Values as the messages of Strapi show them. */
#include "print.h"

#include "scalar.h"

#include <math.h>

enum {
	DEEPEST = 100,
	LONGEST_PRINTED = 64 * 1024, /* bytes of a list or object; indented it is far longer than it was sent */
};

void print_number(struct buffer *buffer, double number)
{
	if (isnan(number))
		buffer_text(buffer, "NaN");
	else if (isinf(number))
		buffer_text(buffer, number < 0 ? "-Infinity" : "Infinity");
	else if (number == 0 && signbit(number))
		buffer_text(buffer, "-0");
	else
		json_write_double(buffer, number);
}

static void indent(struct buffer *buffer, unsigned depth)
{
	buffer_byte(buffer, '\n');
	for (unsigned i = 0; i < depth; i++)
		buffer_text(buffer, "  ");
}

/* `end`: the buffer's length from which on no more is shown. */
static void print_nested(struct buffer *buffer, struct json_object *value, unsigned depth, size_t end);

/* Inside of objects and lists the texts of simple values stand as JSON strings. */
static void print_member(struct buffer *buffer, struct json_object *value, unsigned depth, size_t end)
{
	if (json_object_is_type(value, json_type_object) || json_object_is_type(value, json_type_array)) {
		print_nested(buffer, value, depth, end);
		return;
	}
	struct buffer text = {0};
	print_value(&text, value);
	json_write_string(buffer, buffer_as_slice(&text));
	buffer_free(&text);
}

static void print_nested(struct buffer *buffer, struct json_object *value, unsigned depth, size_t end)
{
	bool list = json_object_is_type(value, json_type_array);
	size_t count = list ? json_object_array_length(value) : (size_t)json_object_object_length(value);
	if (!count || depth >= DEEPEST) {
		buffer_text(buffer, list ? "[]" : "{}");
		return;
	}
	char before = list ? '[' : '{';
	if (list) {
		for (size_t i = 0; i < count && buffer->len < end; i++, before = ',') {
			buffer_byte(buffer, before);
			indent(buffer, depth + 1);
			print_member(buffer, json_object_array_get_idx(value, i), depth + 1, end);
		}
	} else {
		json_object_object_foreach(value, key, member)
		{
			buffer_byte(buffer, before);
			indent(buffer, depth + 1);
			json_write_string(buffer, slice_of(key));
			buffer_text(buffer, ": ");
			print_member(buffer, member, depth + 1, end);
			before = ',';
			if (buffer->len >= end)
				break;
		}
	}
	indent(buffer, depth);
	buffer_byte(buffer, list ? ']' : '}');
}

/* A Date of code's (query_untag_data). */
static bool print_date(struct buffer *buffer, struct json_object *value)
{
	struct slice text = json_string(json_member(value, "value"));
	if (!slice_is(json_string(json_member(value, "@")), "date"))
		return false;
	buffer_slice(buffer, text.len ? text : SLICE("Invalid Date"));
	return true;
}

void print_value(struct buffer *buffer, struct json_object *value)
{
	switch (json_object_get_type(value)) {
	case json_type_string:
		buffer_byte(buffer, '"');
		buffer_slice(buffer, scalar_text(value));
		buffer_byte(buffer, '"');
		break;
	case json_type_int:
	case json_type_double:
		print_number(buffer, json_object_get_double(value));
		break;
	case json_type_object:
		if (print_date(buffer, value))
			break;
		/* fall through */
	case json_type_array:
		print_nested(buffer, value, 0, buffer->len + LONGEST_PRINTED);
		break;
	default:
		scalar_write_text(buffer, value);
	}
}
