#include "numeric.h"

#include <endian.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUP_DIGITS = 4 /* base 10000 */ };

/* The highest byte is first. */
static unsigned read_group(const char *bytes)
{
	uint16_t value;
	memcpy(&value, bytes, sizeof value);
	return be16toh(value);
}

struct numeric {
	const char *groups; /* two bytes each */
	int count, weight;  /* the first group stands for multiples of 10000 to the power of `weight` */
	unsigned sign, scale;
};

enum { NUMERIC_NEGATIVE = 0x4000, NUMERIC_NAN = 0xC000, NUMERIC_INFINITE = 0xD000, NUMERIC_BELOW = 0xF000 };

static bool read_numeric_head(struct slice bytes, struct numeric *numeric)
{
	enum { HEAD = 8 };
	if (bytes.len < HEAD)
		return false;
	numeric->count = (int)read_group(bytes.ptr);
	numeric->weight = (int16_t)read_group(bytes.ptr + 2);
	numeric->sign = read_group(bytes.ptr + 4);
	numeric->scale = read_group(bytes.ptr + 6);
	numeric->groups = bytes.ptr + HEAD;
	return bytes.len == HEAD + (size_t)numeric->count * 2;
}

/* The group that stands for multiples of 10000 to the power of `weight`. */
static unsigned group_at(const struct numeric *numeric, int weight)
{
	const int index = numeric->weight - weight;
	return index < 0 || index >= numeric->count ? 0 : read_group(numeric->groups + index * 2);
}

static void write_fraction(struct buffer *text, const struct numeric *numeric)
{
	buffer_byte(text, '.');
	unsigned left = numeric->scale;
	for (int weight = -1; left; weight--) {
		char digits[GROUP_DIGITS + 1];
		const unsigned count = left < GROUP_DIGITS ? left : GROUP_DIGITS;
		snprintf(digits, sizeof digits, "%04u", group_at(numeric, weight) % 10000);
		buffer_slice(text, (struct slice){digits, count});
		left -= count;
	}
}

/* Up to 15 digits, of which at most eight are behind the point: the quotient of two integers that a double has exactly
 * is the double nearest to the number. */
static bool read_short_numeric(const struct numeric *numeric, struct cell *cell)
{
	enum { MOST_GROUPS = 3, MOST_BEHIND = 2 };
	static const double powers[] = {1, 1e4, 1e8};
	const int lowest = numeric->weight - numeric->count + 1;
	const int behind = lowest < 0 ? -lowest : 0;
	if (numeric->weight + behind >= MOST_GROUPS || behind > MOST_BEHIND)
		return false;
	int64_t digits = 0;
	for (int weight = numeric->weight; weight >= -behind; weight--)
		digits = digits * 10000 + group_at(numeric, weight);
	if (numeric->sign == NUMERIC_NEGATIVE)
		digits = -digits;
	if (numeric->scale) {
		cell->kind = CELL_NUMBER;
		cell->number = (double)digits / powers[behind];
	} else {
		cell->kind = CELL_INTEGER;
		cell->integer = digits;
	}
	return true;
}

/* As text, which is read like that of a server. */
static void read_long_numeric(const struct numeric *numeric, struct cell *cell)
{
	struct buffer text = {0};
	cell->kind = CELL_NUMBER;
	if (numeric->sign == NUMERIC_NEGATIVE)
		buffer_byte(&text, '-');
	buffer_format(&text, "%u", group_at(numeric, numeric->weight > 0 ? numeric->weight : 0));
	for (int weight = numeric->weight - 1; weight >= 0; weight--)
		buffer_format(&text, "%04u", group_at(numeric, weight));
	if (numeric->scale)
		write_fraction(&text, numeric);
	else if (slice_to_int64(buffer_as_slice(&text), &cell->integer))
		cell->kind = CELL_INTEGER;
	if (cell->kind == CELL_NUMBER)
		cell->number = strtod(buffer_terminate(&text), NULL);
	buffer_free(&text);
}

void postgres_read_numeric(struct slice bytes, struct cell *cell)
{
	struct numeric numeric;
	cell->kind = CELL_NULL;
	if (!read_numeric_head(bytes, &numeric))
		return;
	if (numeric.sign == NUMERIC_NAN || numeric.sign == NUMERIC_INFINITE || numeric.sign == NUMERIC_BELOW) {
		cell->kind = CELL_NUMBER;
		cell->number = numeric.sign == NUMERIC_NAN        ? (double)NAN
		               : numeric.sign == NUMERIC_INFINITE ? (double)INFINITY
		                                                  : (double)-INFINITY;
	} else if (!read_short_numeric(&numeric, cell)) {
		read_long_numeric(&numeric, cell);
	}
}
