#include "binary.h"

#include "cells.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
	BOOL = 16,
	INT8 = 20,
	INT2 = 21,
	INT4 = 23,
	TEXT = 25,
	FLOAT8 = 701,
	DATE = 1082,
	TIME = 1083,
	TIMESTAMP = 1114
};
enum { NUMERIC = 1700, JSONB = 3802, BYTEA = 17, FLOAT4 = 700 };

/* Bytes as hexadecimal digits, and the text of the same value, both as PostgreSQL 15 sent them. */
struct sample {
	unsigned type;
	enum attribute_type read_as;
	const char *bytes, *text;
};

static const struct sample samples[] = {
    {BOOL, ATTRIBUTE_BOOLEAN, "01", "t"},
    {BOOL, ATTRIBUTE_BOOLEAN, "00", "f"},
    {INT2, ATTRIBUTE_INTEGER, "fffe", "-2"},
    {INT4, ATTRIBUTE_INTEGER, "7fffffff", "2147483647"},
    {INT4, ATTRIBUTE_INTEGER, "80000000", "-2147483648"},
    {INT8, ATTRIBUTE_ID, "0000000000000007", "7"},
    {INT8, ATTRIBUTE_BIGINTEGER, "7fffffffffffffff", "9223372036854775807"},
    {INT8, ATTRIBUTE_BIGINTEGER, "8000000000000000", "-9223372036854775808"},
    {INT4, ATTRIBUTE_TEXT, "ffffffff", "-1"},
    {FLOAT8, ATTRIBUTE_FLOAT, "3ff8000000000000", "1.5"},
    {FLOAT8, ATTRIBUTE_FLOAT, "4014000000000000", "5"},
    {FLOAT8, ATTRIBUTE_FLOAT, "8000000000000000", "-0"},
    {FLOAT8, ATTRIBUTE_FLOAT, "430c6bf526340000", "1e+15"},
    {FLOAT8, ATTRIBUTE_FLOAT, "430c6bf52633fff8", "999999999999999"},
    {FLOAT8, ATTRIBUTE_FLOAT, "3fb999999999999a", "0.1"},
    {FLOAT8, ATTRIBUTE_FLOAT, "3e7ad7f29abcaf48", "1e-07"},
    {FLOAT8, ATTRIBUTE_FLOAT, "7e37e43c8800759c", "1e+300"},
    {FLOAT8, ATTRIBUTE_FLOAT, "7ff0000000000000", "Infinity"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "0000000000000000", "0"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "0000000000000002", "0.00"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "00010000000000000005", "5"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "00010000000000020005", "5.00"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "000200004000000200051194", "-5.45"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "0001ffff0000000403e8", "0.1000"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "0001fffe000000060064", "0.000001"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "00030002000000020001092914d2", "123455330.00"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "00010001000000000001", "10000"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "000800040000000904d2162e23340d801ed204d2162e2328", "12345678901234567890.123456789"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "00010005000000000001", "100000000000000000000"},
    {NUMERIC, ATTRIBUTE_DECIMAL, "0002ffff0000000800010929", "0.00012345"},
    {TEXT, ATTRIBUTE_TEXT, "c3bc", "\xC3\xBC"},
    {TEXT, ATTRIBUTE_TEXT, "", ""},
    {JSONB, ATTRIBUTE_JSON, "017b7d", "{}"},
    {DATE, ATTRIBUTE_DATE, "00000000", "2000-01-01"},
    {DATE, ATTRIBUTE_DATE, "ffffffff", "1999-12-31"},
    {DATE, ATTRIBUTE_DATE, "0000003b", "2000-02-29"},
    {DATE, ATTRIBUTE_DATE, "0000003c", "2000-03-01"},
    {DATE, ATTRIBUTE_DATE, "7fffffff", "infinity"},
    {DATE, ATTRIBUTE_DATE, "80000000", "-infinity"},
    {DATE, ATTRIBUTE_DATE, "fff4dbfa", "0001-01-02"},
    {DATE, ATTRIBUTE_DATE, "fff4dbf8", "0001-12-31 BC"},
    {DATE, ATTRIBUTE_DATE, "fff49d30", "0045-12-30 BC"},
    {DATE, ATTRIBUTE_DATE, "0039a81f", "12345-06-07"},
    {TIME, ATTRIBUTE_TIME, "0000000000000000", "00:00:00"},
    {TIME, ATTRIBUTE_TIME, "0000000446c9cee0", "05:06:07.5"},
    {TIME, ATTRIBUTE_TIME, "000000141dd76000", "24:00:00"},
    {TIME, ATTRIBUTE_TIME, "0000000446c389c8", "05:06:07.089096"},
    {TIMESTAMP, ATTRIBUTE_DATETIME, "0000000000000000", "2000-01-01 00:00:00"},
    {TIMESTAMP, ATTRIBUTE_DATETIME, "ffffffffffffffff", "1999-12-31 23:59:59.999999"},
    {TIMESTAMP, ATTRIBUTE_DATETIME, "fffffffffffffc18", "1999-12-31 23:59:59.999"},
    {TIMESTAMP, ATTRIBUTE_TIMESTAMP, "00000000000003e8", "2000-01-01 00:00:00.001"},
    {TIMESTAMP, ATTRIBUTE_DATETIME, "ff1fe2ffc594bee0", "0001-12-31 23:59:59.5 BC"},
    {TIMESTAMP, ATTRIBUTE_DATETIME, "0487ceb724d62000", "12345-01-02 00:00:00"},
    {TIMESTAMP, ATTRIBUTE_DATETIME, "7fffffffffffffff", "infinity"},
    {TIMESTAMP, ATTRIBUTE_DATETIME, "8000000000000000", "-infinity"},
};

static size_t read_hex(const char *digits, char *bytes)
{
	size_t count = 0;
	for (; digits[0] && digits[1]; digits += 2) {
		const char pair[] = {digits[0], digits[1], '\0'};
		bytes[count++] = (char)strtoul(pair, NULL, 16);
	}
	return count;
}

static struct cell read_bytes(const char *digits, unsigned type, const struct attribute *attribute,
                              char made[POSTGRES_MADE_TEXT])
{
	static char bytes[64];
	struct cell cell = {0};
	const size_t count = read_hex(digits, bytes);
	postgres_binary_cell((struct slice){bytes, count}, type, attribute, made, &cell);
	return cell;
}

static void assert_same(const struct cell *cell, const struct cell *expected, const char *text)
{
	if (cell->kind != expected->kind)
		fail_msg("%s is of kind %d, expected %d", text, cell->kind, expected->kind);
	if (cell->kind == CELL_INTEGER && cell->integer != expected->integer)
		fail_msg("%s is %lld", text, (long long)cell->integer);
	if (cell->kind == CELL_NUMBER && cell->number != expected->number)
		fail_msg("%s is %.17g", text, cell->number);
	if (cell->kind == CELL_TEXT && !slice_equals(cell->text, expected->text))
		fail_msg("%s is %.*s", text, (int)cell->text.len, cell->text.ptr);
}

static void test_as_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(samples); i++) {
		const struct attribute attribute = {.name = "a", .column = "a", .type = samples[i].read_as};
		char made[POSTGRES_MADE_TEXT];
		assert_true(postgres_binary_fits(samples[i].type, &attribute));
		struct cell cell = read_bytes(samples[i].bytes, samples[i].type, &attribute, made), expected = {0};
		postgres_read_cell(slice_of(samples[i].text), &attribute, &expected);
		assert_same(&cell, &expected, samples[i].text);
	}
}

static void test_all_days(void **state)
{
	(void)state;
	const struct attribute date = {.name = "a", .column = "a", .type = ATTRIBUTE_DATE};
	/* 1600 to 2400, against the reader of timestamps. */
	for (int32_t day = -146097; day < 146097; day++) {
		char made[POSTGRES_MADE_TEXT], text[POSTGRES_MADE_TEXT + 16];
		const uint32_t bits = (uint32_t)day;
		const char bytes[] = {(char)(bits >> 24), (char)(bits >> 16), (char)(bits >> 8), (char)bits};
		struct cell cell = {0};
		int64_t milliseconds = 0;
		postgres_binary_cell((struct slice){bytes, sizeof bytes}, DATE, &date, made, &cell);
		snprintf(text, sizeof text, "%.*s 00:00:00", (int)cell.text.len, cell.text.ptr);
		assert_true(postgres_parse_timestamp(slice_of(text), &milliseconds));
		assert_int_equal(milliseconds, ((int64_t)day + 10957) * 86400000);
	}
}

static void test_no_number(void **state)
{
	(void)state;
	const struct attribute decimal = {.name = "a", .column = "a", .type = ATTRIBUTE_DECIMAL};
	char made[POSTGRES_MADE_TEXT];
	assert_true(isnan(read_bytes("00000000c0000000", NUMERIC, &decimal, made).number));
	assert_true(isinf(read_bytes("00000000d0000000", NUMERIC, &decimal, made).number));
	assert_true(read_bytes("00000000f0000000", NUMERIC, &decimal, made).number < 0);
}

static void test_wrong_lengths(void **state)
{
	static const struct sample wrong[] = {
	    {INT4, ATTRIBUTE_INTEGER, "0000", ""},
	    {INT8, ATTRIBUTE_BIGINTEGER, "00", ""},
	    {FLOAT8, ATTRIBUTE_FLOAT, "", ""},
	    {BOOL, ATTRIBUTE_BOOLEAN, "", ""},
	    {TIMESTAMP, ATTRIBUTE_DATETIME, "0000", ""},
	    {DATE, ATTRIBUTE_DATE, "0000000000", ""},
	    {NUMERIC, ATTRIBUTE_DECIMAL, "00010000", ""},
	    {NUMERIC, ATTRIBUTE_DECIMAL, "0002000000000000", ""},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		const struct attribute attribute = {.name = "a", .column = "a", .type = wrong[i].read_as};
		char made[POSTGRES_MADE_TEXT];
		assert_int_equal(read_bytes(wrong[i].bytes, wrong[i].type, &attribute, made).kind, CELL_NULL);
	}
}

static void test_what_does_not_fit(void **state)
{
	(void)state;
	const struct attribute text = {.type = ATTRIBUTE_TEXT}, number = {.type = ATTRIBUTE_FLOAT};
	const struct attribute yes = {.type = ATTRIBUTE_BOOLEAN}, time = {.type = ATTRIBUTE_DATETIME};
	assert_false(postgres_binary_fits(BYTEA, &text));
	assert_false(postgres_binary_fits(BOOL, &text));
	assert_false(postgres_binary_fits(TIMESTAMP, &text));
	assert_false(postgres_binary_fits(FLOAT4, &number)); /* its text has fewer digits than the double */
	assert_false(postgres_binary_fits(TEXT, &number));
	assert_false(postgres_binary_fits(INT4, &yes));
	assert_false(postgres_binary_fits(TEXT, &time));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_as_text),           cmocka_unit_test(test_all_days),
	    cmocka_unit_test(test_no_number),         cmocka_unit_test(test_wrong_lengths),
	    cmocka_unit_test(test_what_does_not_fit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
