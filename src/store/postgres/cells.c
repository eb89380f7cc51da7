#include "cells.h"

#include <stdlib.h>

/* Reads at least `fewest` digits, at most nine. */
static bool read_digits(struct slice *text, size_t fewest, int *value)
{
	size_t count = 0;
	*value = 0;
	while (count < 9 && count < text->len && text->ptr[count] >= '0' && text->ptr[count] <= '9')
		*value = *value * 10 + (text->ptr[count++] - '0');
	text->ptr += count;
	text->len -= count;
	return count >= fewest;
}

static bool skip(struct slice *text, char byte)
{
	if (!text->len || text->ptr[0] != byte)
		return false;
	text->ptr++;
	text->len--;
	return true;
}

/* Days since 1970 of the Gregorian calendar, for any year; years are counted from March, so that the leap day is last.
 */
static int64_t days_since_1970(int64_t year, int month, int day)
{
	year -= month <= 2;
	int64_t era = (year >= 0 ? year : year - 399) / 400;
	int64_t of_era = year - era * 400;
	int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool read_fraction(struct slice *text, int *milliseconds)
{
	int weight = 100;
	*milliseconds = 0;
	if (!skip(text, '.'))
		return true;
	if (!text->len)
		return false;
	for (; text->len && text->ptr[0] >= '0' && text->ptr[0] <= '9'; text->ptr++, text->len--) {
		*milliseconds += (text->ptr[0] - '0') * weight;
		weight /= 10;
	}
	return true;
}

/* "+01", "-03:30", "+00:19:32"; nothing is no offset. In seconds. */
static bool read_offset(struct slice *text, int *offset)
{
	int hours, minutes = 0, seconds = 0;
	*offset = 0;
	if (!text->len || (text->ptr[0] != '+' && text->ptr[0] != '-'))
		return true;
	int sign = text->ptr[0] == '-' ? -1 : 1;
	skip(text, text->ptr[0]);
	if (!read_digits(text, 2, &hours) || (skip(text, ':') && !read_digits(text, 2, &minutes)) ||
	    (skip(text, ':') && !read_digits(text, 2, &seconds)))
		return false;
	*offset = sign * (hours * 3600 + minutes * 60 + seconds);
	return true;
}

/* "-04-02 05:06:07" behind the year: the two digits behind each mark, and whether that is what stands there. */
static bool read_parts(struct slice *text, int parts[5])
{
	static const char marks[] = "-- ::";
	if (text->len < 15)
		return false;
	for (size_t i = 0; i < 5; i++) {
		const char *part = text->ptr + i * 3;
		unsigned tens = (unsigned)(part[1] - '0'), ones = (unsigned)(part[2] - '0');
		if (part[0] != marks[i] || tens > 9 || ones > 9)
			return false;
		parts[i] = (int)(tens * 10 + ones);
	}
	text->ptr += 15;
	text->len -= 15;
	return true;
}

bool postgres_parse_timestamp(struct slice text, int64_t *milliseconds)
{
	int year, parts[5], fraction, offset;
	if (!read_digits(&text, 4, &year) || !read_parts(&text, parts) || !read_fraction(&text, &fraction) ||
	    !read_offset(&text, &offset))
		return false;
	if (slice_is(text, " BC")) {
		/* There is no year 0: 1 BC is the year before 1. */
		year = 1 - year;
		text.len = 0;
	}
	if (text.len || parts[0] < 1 || parts[0] > 12)
		return false;
	int64_t day = days_since_1970(year, parts[0], parts[1]);
	*milliseconds = (day * 86400 + parts[2] * 3600 + parts[3] * 60 + parts[4] - offset) * 1000 + fraction;
	return true;
}

static void read_number(struct slice text, struct cell *cell)
{
	if (slice_to_int64(text, &cell->integer)) {
		cell->kind = CELL_INTEGER;
		return;
	}
	cell->kind = CELL_NUMBER;
	cell->number = strtod(text.ptr, NULL);
}

void postgres_read_cell(struct slice text, const struct attribute *attribute, struct cell *cell)
{
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		read_number(text, cell);
		break;
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		cell->kind = postgres_parse_timestamp(text, &cell->integer) ? CELL_INTEGER : CELL_NULL;
		break;
	case ATTRIBUTE_BOOLEAN:
		cell->kind = CELL_INTEGER;
		cell->integer = text.len && text.ptr[0] == 't';
		break;
	default:
		cell->kind = CELL_TEXT;
		cell->text = text;
		break;
	}
}
