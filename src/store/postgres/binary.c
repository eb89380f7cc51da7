#include "binary.h"

#include "numeric.h"

#include <endian.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* OIDs of pg_type, which are the same on every server. */
enum type {
	TYPE_BOOL = 16,
	TYPE_INT8 = 20,
	TYPE_INT2 = 21,
	TYPE_INT4 = 23,
	TYPE_TEXT = 25,
	TYPE_JSON = 114,
	TYPE_FLOAT8 = 701,
	TYPE_BPCHAR = 1042,
	TYPE_VARCHAR = 1043,
	TYPE_DATE = 1082,
	TYPE_TIME = 1083,
	TYPE_TIMESTAMP = 1114,
	TYPE_TIMESTAMPTZ = 1184,
	TYPE_NUMERIC = 1700,
	TYPE_JSONB = 3802,
};

enum { DAYS_1970_TO_2000 = 10957, SECONDS_A_DAY = 86400 };

/* The highest byte is first. */
static int64_t read_integer(struct slice bytes)
{
	uint16_t two;
	uint32_t four;
	uint64_t eight;
	switch (bytes.len) {
	case 2:
		memcpy(&two, bytes.ptr, sizeof two);
		return (int16_t)be16toh(two);
	case 4:
		memcpy(&four, bytes.ptr, sizeof four);
		return (int32_t)be32toh(four);
	default:
		memcpy(&eight, bytes.ptr, sizeof eight);
		return (int64_t)be64toh(eight);
	}
}

static bool is_integer(unsigned type)
{
	return type == TYPE_INT8 || type == TYPE_INT4 || type == TYPE_INT2;
}

bool postgres_binary_fits(unsigned type, const struct attribute *attribute)
{
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return is_integer(type) || type == TYPE_FLOAT8 || type == TYPE_NUMERIC;
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return type == TYPE_TIMESTAMP || type == TYPE_TIMESTAMPTZ;
	case ATTRIBUTE_BOOLEAN:
		return type == TYPE_BOOL;
	default:
		return is_integer(type) || type == TYPE_TEXT || type == TYPE_VARCHAR || type == TYPE_BPCHAR ||
		       type == TYPE_JSON || type == TYPE_JSONB || type == TYPE_DATE || type == TYPE_TIME;
	}
}

/* The bytes that a value of the type has; 0: any number. */
static size_t length_of(unsigned type)
{
	switch (type) {
	case TYPE_BOOL:
		return 1;
	case TYPE_INT2:
		return 2;
	case TYPE_INT4:
	case TYPE_DATE:
		return 4;
	case TYPE_INT8:
	case TYPE_FLOAT8:
	case TYPE_TIME:
	case TYPE_TIMESTAMP:
	case TYPE_TIMESTAMPTZ:
		return 8;
	default:
		return 0;
	}
}

/* ---- numbers ---- */

/* A whole number is an integer, as its text is. */
static void read_double(struct slice bytes, struct cell *cell)
{
	static const double most = 1e15; /* PostgreSQL writes larger ones with an exponent */
	const int64_t bits = read_integer(bytes);
	double number;
	memcpy(&number, &bits, sizeof number);
	if (fabs(number) < most && trunc(number) == number) {
		cell->kind = CELL_INTEGER;
		cell->integer = (int64_t)number;
	} else {
		cell->kind = CELL_NUMBER;
		cell->number = number;
	}
}

/* ---- times ---- */

/* Infinity is no time. Microseconds are cut off. */
static void read_timestamp(struct slice bytes, struct cell *cell)
{
	const int64_t microseconds = read_integer(bytes);
	cell->kind = CELL_NULL;
	if (microseconds == INT64_MAX || microseconds == INT64_MIN)
		return;
	const int64_t milliseconds = microseconds / 1000 - (microseconds % 1000 < 0);
	cell->kind = CELL_INTEGER;
	cell->integer = milliseconds + (int64_t)DAYS_1970_TO_2000 * SECONDS_A_DAY * 1000;
}

struct day {
	int64_t year;
	int month, day;
};

/* The day of the Gregorian calendar; years are counted from March, so that the leap day is last. */
static struct day day_since_1970(int64_t days)
{
	days += 719468;
	const int64_t era = (days >= 0 ? days : days - 146096) / 146097;
	const int64_t of_era = days - era * 146097;
	const int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	const int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
	const int64_t month = (5 * of_year + 2) / 153;
	return (struct day){
	    .year = year + era * 400 + (month >= 10),
	    .month = (int)(month < 10 ? month + 3 : month - 9),
	    .day = (int)(of_year - (153 * month + 2) / 5 + 1),
	};
}

static void write_pair(char *text, int number)
{
	text[0] = (char)('0' + number / 10);
	text[1] = (char)('0' + number % 10);
}

/* "2021-04-02", "0044-03-15 BC", "infinity": as PostgreSQL writes a date in DateStyle ISO. */
static int format_date(int64_t days, char text[POSTGRES_MADE_TEXT])
{
	if (days == INT32_MAX || days == INT32_MIN)
		return snprintf(text, POSTGRES_MADE_TEXT, "%s", days > 0 ? "infinity" : "-infinity");
	const struct day day = day_since_1970(days + DAYS_1970_TO_2000);
	const bool before = day.year <= 0;
	if (!before && day.year <= 9999) {
		write_pair(text, (int)day.year / 100);
		write_pair(text + 2, (int)day.year % 100);
		text[4] = text[7] = '-';
		write_pair(text + 5, day.month);
		write_pair(text + 8, day.day);
		return 10;
	}
	return snprintf(text, POSTGRES_MADE_TEXT, "%04" PRId64 "-%02d-%02d%s", before ? 1 - day.year : day.year,
	                day.month, day.day, before ? " BC" : "");
}

/* "05:06:07.089": without zeros at the end. */
static int format_time(int64_t microseconds, char text[POSTGRES_MADE_TEXT])
{
	const int64_t seconds = microseconds / 1000000;
	int rest = (int)(microseconds % 1000000), length = 8;
	write_pair(text, (int)(seconds / 3600));
	write_pair(text + 3, (int)(seconds / 60 % 60));
	write_pair(text + 6, (int)(seconds % 60));
	text[2] = text[5] = ':';
	if (!rest)
		return length;
	text[length++] = '.';
	for (int weight = 100000; rest; rest %= weight, weight /= 10)
		text[length++] = (char)('0' + rest / weight);
	return length;
}

/* ---- all ---- */

static void read_text(struct slice bytes, unsigned type, char made[POSTGRES_MADE_TEXT], struct cell *cell)
{
	cell->kind = CELL_TEXT;
	cell->text = bytes;
	if (type == TYPE_JSONB) {
		/* A number of the format stands first. */
		cell->text = bytes.len ? (struct slice){bytes.ptr + 1, bytes.len - 1} : bytes;
	} else if (length_of(type)) {
		const int64_t value = read_integer(bytes);
		const int length = type == TYPE_DATE   ? format_date(value, made)
		                   : type == TYPE_TIME ? format_time(value, made)
		                                       : snprintf(made, POSTGRES_MADE_TEXT, "%" PRId64, value);
		cell->text = (struct slice){made, (size_t)length};
	}
}

static void read_number(struct slice bytes, unsigned type, struct cell *cell)
{
	if (type == TYPE_FLOAT8) {
		read_double(bytes, cell);
	} else if (type == TYPE_NUMERIC) {
		postgres_read_numeric(bytes, cell);
	} else {
		cell->kind = CELL_INTEGER;
		cell->integer = read_integer(bytes);
	}
}

void postgres_binary_cell(struct slice bytes, unsigned type, const struct attribute *attribute,
                          char made[POSTGRES_MADE_TEXT], struct cell *cell)
{
	const size_t length = length_of(type);
	cell->kind = CELL_NULL;
	if (length && bytes.len != length)
		return;
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		read_number(bytes, type, cell);
		break;
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		read_timestamp(bytes, cell);
		break;
	case ATTRIBUTE_BOOLEAN:
		cell->kind = CELL_INTEGER;
		cell->integer = bytes.ptr[0] != 0;
		break;
	default:
		read_text(bytes, type, made, cell);
		break;
	}
}
