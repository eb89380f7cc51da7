#include "value.h"

/* ---- writing ---- */

/* Strapi has times with milliseconds, and PostgreSQL those without where they are 0. */
static void write_time(struct buffer *buffer, struct slice text)
{
	static const char full[] = "00:00:00.000";
	char padded[sizeof full];
	size_t length = sizeof full - 1;
	bool is_short = text.len >= 8 && text.len < length && (text.len == 8 || text.ptr[8] == '.');
	if (is_short) {
		memcpy(padded, full, sizeof full);
		memcpy(padded, text.ptr, text.len);
		text = (struct slice){padded, length};
	}
	json_write_string(buffer, text);
}

void transfer_write_value(struct buffer *buffer, const struct attribute *attribute, const struct cell *cell)
{
	if (attribute->type == ATTRIBUTE_TIMESTAMP)
		json_write_datetime(buffer, cell->integer);
	else if (attribute->type == ATTRIBUTE_TIME && cell->kind == CELL_TEXT)
		write_time(buffer, cell->text);
	else
		value_write(buffer, attribute, cell);
}

/* ---- reading ---- */

static bool read_integer(struct json_object *json, struct value *value)
{
	*value = value_integer(json_object_get_int64(json));
	return json_object_is_type(json, json_type_int) &&
	       (value->integer < 0 || json_object_get_uint64(json) <= INT64_MAX);
}

static bool read_number(struct json_object *json, struct value *value)
{
	if (read_integer(json, value))
		return true;
	*value = (struct value){.kind = VALUE_NUMBER, .number = json_object_get_double(json)};
	return json_object_is_type(json, json_type_int) || json_object_is_type(json, json_type_double);
}

static bool read_biginteger(struct arena *arena, struct json_object *json, bool strict, struct value *value)
{
	if (read_integer(json, value))
		return true;
	if (!json_object_is_type(json, json_type_string))
		return false;
	*value = value_integer(0);
	if (slice_to_int64(json_string(json), &value->integer))
		return true;
	*value = value_text(arena_copy_slice(arena, json_string(json)));
	return !strict;
}

static bool read_datetime(struct json_object *json, struct value *value)
{
	*value = (struct value){.kind = VALUE_DATETIME};
	return json_object_is_type(json, json_type_string) && datetime_parse_iso(json_string(json), &value->integer);
}

static bool is_time(struct slice text)
{
	static const char form[] = "00:00:00";
	if (text.len < sizeof form - 1)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		bool digit = text.ptr[i] >= '0' && text.ptr[i] <= '9';
		char wanted = i < sizeof form - 1 ? form[i] : i == sizeof form - 1 ? '.' : '0';
		if (wanted == '0' ? !digit : text.ptr[i] != wanted)
			return false;
	}
	return true;
}

static bool is_date(struct slice text)
{
	int64_t ignored;
	return datetime_parse_iso(text, &ignored);
}

static bool read_text(struct arena *arena, struct json_object *json, struct value *value)
{
	if (!json_object_is_type(json, json_type_string))
		return false;
	*value = value_text(arena_copy_slice(arena, json_string(json)));
	return true;
}

static bool or_else(bool done, const char *wanted, const char **expected)
{
	*expected = wanted;
	return done;
}

bool transfer_read_value(struct arena *arena, const struct attribute *attribute, struct json_object *json, bool strict,
                         struct value *value, const char **expected)
{
	*value = (struct value){.kind = VALUE_NULL};
	switch (attribute->type) {
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		*value = value_text(json_stringify(arena, json));
		return true;
	default:
		if (!json)
			return true;
		break;
	}
	switch (attribute->type) {
	case ATTRIBUTE_ID:
		return or_else(read_integer(json, value), "an integer", expected);
	case ATTRIBUTE_INTEGER:
		/* SQLite keeps other numbers in such columns, too. */
		return or_else(strict ? read_integer(json, value) : read_number(json, value), "an integer", expected);
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return or_else(read_number(json, value), "a number", expected);
	case ATTRIBUTE_BIGINTEGER:
		return or_else(read_biginteger(arena, json, strict, value),
		               "an integer of at most 64 bits, as a string", expected);
	case ATTRIBUTE_BOOLEAN:
		*value = (struct value){.kind = VALUE_BOOLEAN, .integer = json_object_get_boolean(json)};
		return or_else(json_object_is_type(json, json_type_boolean), "true or false", expected);
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return or_else(read_datetime(json, value), "a date and time: \"2024-12-31T23:59:59.000Z\"", expected);
	case ATTRIBUTE_DATE:
		return or_else(read_text(arena, json, value) && is_date(value->text), "a date: \"2024-12-31\"",
		               expected);
	case ATTRIBUTE_TIME:
		return or_else(read_text(arena, json, value) && is_time(value->text), "a time: \"23:59:59.000\"",
		               expected);
	default:
		return or_else(read_text(arena, json, value), "a string", expected);
	}
}
