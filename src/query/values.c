#include "values.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST_NUMBER = 400 };

/* 0x, 0o and 0b integers. */
static bool prefixed_number(struct slice text, double *number)
{
	int base = (text.ptr[1] | 32) == 'x' ? 16 : (text.ptr[1] | 32) == 'o' ? 8 : (text.ptr[1] | 32) == 'b' ? 2 : 0;
	if (!base || text.len == 2)
		return false;
	*number = 0;
	for (size_t i = 2; i < text.len; i++) {
		char c = (char)(text.ptr[i] | 32);
		int digit = text.ptr[i] >= '0' && text.ptr[i] <= '9' ? text.ptr[i] - '0'
		            : c >= 'a' && c <= 'f'                   ? c - 'a' + 10
		                                                     : 99;
		if (digit >= base)
			return false;
		*number = *number * base + digit;
	}
	return true;
}

bool query_text_is_number(struct slice text, double *number)
{
	text = slice_trim(text);
	if (!text.len) {
		*number = 0;
		return true;
	}
	if (text.len > 2 && text.ptr[0] == '0' && prefixed_number(text, number))
		return true;
	if (text.len > LONGEST_NUMBER)
		return false;
	struct slice bare = text;
	if (bare.ptr[0] == '+' || bare.ptr[0] == '-') {
		bare.ptr++;
		bare.len--;
	}
	if (slice_is(bare, "Infinity")) {
		*number = text.ptr[0] == '-' ? -HUGE_VAL : HUGE_VAL;
		return true;
	}
	char copy[LONGEST_NUMBER + 1], *end;
	for (size_t i = 0; i < text.len; i++) {
		if (!strchr("+-.0123456789eE", text.ptr[i]) || !text.ptr[i])
			return false;
		copy[i] = text.ptr[i];
	}
	copy[text.len] = '\0';
	*number = strtod(copy, &end);
	return end == copy + text.len && end != copy;
}

bool value_known_boolean(struct slice text, bool *value)
{
	*value = slice_is(text, "true") || slice_is(text, "t") || slice_is(text, "1");
	return *value || slice_is(text, "false") || slice_is(text, "f") || slice_is(text, "0");
}

bool value_is_true(const struct param *param)
{
	bool value;
	if (param->kind == PARAM_TEXT && value_known_boolean(param->text, &value))
		return value;
	return param_is_truthy(param);
}

static bool refuse(struct reader *reader, const struct attribute *attribute, struct slice text, const char *expected)
{
	return error_validation(reader->error, "Invalid value \"%.*s\" for %s. Expected %s",
	                        slice_shown_length(text, 100), text.ptr, attribute->name, expected);
}

static bool two_digits(const char *p, int lowest, int highest, int *value)
{
	if (p[0] < '0' || p[0] > '9' || p[1] < '0' || p[1] > '9')
		return false;
	*value = (p[0] - '0') * 10 + p[1] - '0';
	return *value >= lowest && *value <= highest;
}

/* A date is the first ten characters; what follows is ignored, as in Strapi. */
static bool cast_date(struct reader *reader, struct slice text, struct value *value)
{
	int century, year, month, day;
	if (text.len < 10 || !two_digits(text.ptr, 0, 99, &century) || !two_digits(text.ptr + 2, 0, 99, &year) ||
	    text.ptr[4] != '-' || !two_digits(text.ptr + 5, 1, 12, &month) || text.ptr[7] != '-' ||
	    !two_digits(text.ptr + 8, 1, 31, &day))
		return error_validation(reader->error, "Invalid format, expected yyyy-MM-dd");
	if (!datetime_is_day(century * 100 + year, month, day))
		return error_validation(reader->error, "Invalid date");
	*value = value_text((struct slice){text.ptr, 10});
	return true;
}

static bool cast_time(struct reader *reader, struct slice text, struct value *value)
{
	int part;
	bool good = text.len >= 8 && text.len <= 12 && text.len != 9 && two_digits(text.ptr, 0, 23, &part) &&
	            text.ptr[2] == ':' && two_digits(text.ptr + 3, 0, 59, &part) && text.ptr[5] == ':' &&
	            two_digits(text.ptr + 6, 0, 59, &part);
	for (size_t i = 9; good && i < text.len; i++)
		good = text.ptr[i] >= '0' && text.ptr[i] <= '9';
	if (!good)
		return error_validation(reader->error, "Invalid time format, expected HH:mm:ss.SSS");
	char *padded = arena_copy(reader->arena, SLICE("00:00:00.000"));
	memcpy(padded, text.ptr, 8);
	if (text.len > 9)
		memcpy(padded + 9, text.ptr + 9, text.len - 9);
	*value = value_text((struct slice){padded, 12});
	return true;
}

static bool cast_number(struct reader *reader, const struct attribute *attribute, struct slice text,
                        struct value *value)
{
	double number;
	if (!query_text_is_number(text, &number))
		return refuse(reader, attribute, text, "a number");
	if (number == floor(number) && fabs(number) < 9007199254740992.0)
		*value = value_integer((int64_t)number);
	else
		*value = (struct value){.kind = VALUE_NUMBER, .number = number};
	return true;
}

/* Ids and bigintegers are compared as SQLite compares an integer column with a text: one that is a number counts as
 * that number, any other is greater than all numbers. A client may so look for an id from anywhere and find nothing. */
static void cast_big(struct slice text, struct value *value)
{
	double number;
	text = slice_trim(text);
	if (slice_to_int64(text, &value->integer)) {
		value->kind = VALUE_INTEGER;
		return;
	}
	bool decimal = text.len > 0;
	for (size_t i = 0; i < text.len; i++)
		decimal = decimal && strchr("+-.0123456789eE", text.ptr[i]);
	if (!decimal || !query_text_is_number(text, &number))
		number = HUGE_VAL;
	*value = (struct value){.kind = VALUE_NUMBER, .number = number};
}

bool value_cast(struct reader *reader, const struct attribute *attribute, struct slice text, struct value *value)
{
	bool truth;
	struct buffer json = {0};
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_BIGINTEGER:
		cast_big(text, value);
		return true;
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return cast_number(reader, attribute, text, value);
	case ATTRIBUTE_DATE:
		return cast_date(reader, text, value);
	case ATTRIBUTE_TIME:
		return cast_time(reader, text, value);
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		*value = (struct value){.kind = VALUE_DATETIME};
		if (!datetime_parse(text, &value->integer))
			return error_validation(reader->error, "Invalid format, expected a timestamp or an ISO date");
		return true;
	case ATTRIBUTE_BOOLEAN:
		if (!value_known_boolean(text, &truth))
			truth = text.len > 0;
		*value = (struct value){.kind = VALUE_BOOLEAN, .integer = truth};
		return true;
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		json_write_string(&json, text);
		*value = value_text(arena_copy_slice(reader->arena, buffer_as_slice(&json)));
		buffer_free(&json);
		return true;
	default:
		*value = value_text(text);
		return true;
	}
}

bool query_cast(struct arena *arena, const struct attribute *attribute, struct slice text, struct value *value,
                struct error *error)
{
	struct reader reader = {.arena = arena, .error = error};
	return value_cast(&reader, attribute, text, value);
}
