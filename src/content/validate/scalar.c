#include "scalar.h"

#include "print.h"

#include "query/query.h"

#include <math.h>
#include <stdlib.h>

enum {
	DEEPEST = 100,
	LONGEST_NUMBER = 400,
};

/* Integers up to this are the same in JavaScript. */
static const double MOST_EXACT = 9007199254740992.0;

static void write_text(struct buffer *buffer, struct json_object *value, unsigned depth)
{
	switch (json_object_get_type(value)) {
	case json_type_null:
		buffer_text(buffer, depth ? "" : "null");
		break;
	case json_type_boolean:
		buffer_text(buffer, json_object_get_boolean(value) ? "true" : "false");
		break;
	case json_type_int:
	case json_type_double:
		if (isfinite(json_object_get_double(value)))
			json_write_double(buffer, json_object_get_double(value));
		else
			print_number(buffer, json_object_get_double(value));
		break;
	case json_type_string:
		buffer_slice(buffer, scalar_text(value));
		break;
	case json_type_array:
		for (size_t i = 0; depth < DEEPEST && i < json_object_array_length(value); i++) {
			if (i)
				buffer_byte(buffer, ',');
			write_text(buffer, json_object_array_get_idx(value, i), depth + 1);
		}
		break;
	default:
		buffer_text(buffer, "[object Object]");
	}
}

void scalar_write_text(struct buffer *buffer, struct json_object *value)
{
	write_text(buffer, value, 0);
}

struct json_object *scalar_to_string(struct json_object *value)
{
	enum json_type type = json_object_get_type(value);
	if (type != json_type_boolean && type != json_type_int && type != json_type_double)
		return json_object_get(value);
	struct buffer text = {0};
	scalar_write_text(&text, value);
	struct json_object *string = json_object_new_string_len(text.data, (int)text.len);
	buffer_free(&text);
	return string;
}

/* The length of the white space that the text begins with, a character of it; 0 when it begins with none. */
static size_t white_space(struct slice text)
{
	static const char *const wide[] = {"\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9",
	                                   "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF"};
	unsigned char first = (unsigned char)text.ptr[0];
	if (first == ' ' || (first >= '\t' && first <= '\r'))
		return 1;
	for (size_t i = 0; first >= 0x80 && i < sizeof wide / sizeof wide[0]; i++)
		if (slice_starts_with(text, slice_of(wide[i])))
			return strlen(wide[i]);
	/* U+2000 to U+200A */
	if (text.len >= 3 && memcmp(text.ptr, "\xE2\x80", 2) == 0 && (unsigned char)text.ptr[2] >= 0x80 &&
	    (unsigned char)text.ptr[2] <= 0x8A)
		return 3;
	return 0;
}

/* Number() of the text without any white space; NaN when nothing is left. */
static double number_of_text(struct slice text)
{
	char bare[LONGEST_NUMBER];
	size_t length = 0;
	double number;
	while (text.len) {
		size_t skip = white_space(text);
		if (!skip) {
			if (length == sizeof bare)
				return NAN;
			bare[length++] = text.ptr[0];
			skip = 1;
		}
		text.ptr += skip;
		text.len -= skip;
	}
	return length && query_text_is_number((struct slice){bare, length}, &number) ? number : NAN;
}

/* parseFloat: the number that the text begins with. */
static double leading_number(struct slice text)
{
	char copy[LONGEST_NUMBER + 1], *end;
	size_t length = 0;
	while (text.len && white_space(text)) {
		size_t skip = white_space(text);
		text.ptr += skip;
		text.len -= skip;
	}
	while (length < text.len && length < LONGEST_NUMBER && text.ptr[length] &&
	       strchr("+-.0123456789eE", text.ptr[length])) {
		copy[length] = text.ptr[length];
		length++;
	}
	copy[length] = '\0';
	double number = strtod(copy, &end);
	return end == copy ? NAN : number;
}

static struct json_object *new_number(double number)
{
	if (number == floor(number) && fabs(number) < 9223372036854775807.0 && !(number == 0 && signbit(number)))
		return json_object_new_int64((int64_t)number);
	return json_object_new_double(number);
}

struct json_object *scalar_to_number(struct json_object *value, bool nullable)
{
	enum json_type type = json_object_get_type(value);
	struct buffer text = {0};
	double number;
	if (type == json_type_null && nullable)
		return NULL;
	if (type == json_type_int || type == json_type_double) {
		number = json_object_get_double(value);
		bool as_it_is = type == json_type_int ? fabs(number) <= MOST_EXACT : number != floor(number);
		return as_it_is ? json_object_get(value) : new_number(number);
	}
	if (type == json_type_string)
		return new_number(number_of_text(scalar_text(value)));
	scalar_write_text(&text, value);
	number = leading_number(buffer_as_slice(&text));
	buffer_free(&text);
	return new_number(number);
}

struct json_object *scalar_to_boolean(struct json_object *value)
{
	struct buffer text = {0};
	struct json_object *result;
	scalar_write_text(&text, value);
	struct slice slice = buffer_as_slice(&text);
	if (json_object_is_type(value, json_type_boolean))
		result = json_object_get(value);
	else if (slice_is(slice, "1") || slice_equals_ignoring_case(slice, SLICE("true")))
		result = json_object_new_boolean(true);
	else if (slice_is(slice, "0") || slice_equals_ignoring_case(slice, SLICE("false")))
		result = json_object_new_boolean(false);
	else
		result = json_object_get(value);
	buffer_free(&text);
	return result;
}

struct json_object *scalar_parse(struct arena *arena, struct json_object *text, enum json_type type)
{
	struct json_object *value;
	struct error error;
	if (!json_parse(arena, json_string(text), JSON_DEEPEST, &value, &error) && error.status != 400)
		return json_object_get(text);
	if (value && !json_object_is_type(value, type)) {
		json_object_put(value);
		return NULL;
	}
	return value;
}

static bool is_number(enum json_type type)
{
	return type == json_type_int || type == json_type_double;
}

bool scalar_same(struct json_object *a, struct json_object *b)
{
	enum json_type type = json_object_get_type(a), other = json_object_get_type(b);
	if (is_number(type) && is_number(other))
		return json_object_get_double(a) == json_object_get_double(b);
	if (type != other)
		return false;
	if (type == json_type_string)
		return slice_equals(scalar_text(a), scalar_text(b));
	if (type == json_type_boolean)
		return json_object_get_boolean(a) == json_object_get_boolean(b);
	return a == b;
}

size_t scalar_text_length(struct slice text)
{
	size_t length = 0;
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.ptr[i];
		length += (byte & 0xC0) != 0x80;
		length += byte >= 0xF0; /* beyond U+FFFF: two units */
	}
	return length;
}
