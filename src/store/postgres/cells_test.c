#include "cells.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct cell read(const char *text, enum attribute_type type)
{
	const struct attribute attribute = {.name = "a", .column = "a", .type = type};
	struct cell cell = {0};
	postgres_read_cell(slice_of(text), &attribute, &cell);
	return cell;
}

static void check_time(const char *text, int64_t expected)
{
	struct cell cell = read(text, ATTRIBUTE_DATETIME);
	assert_int_equal(cell.kind, CELL_INTEGER);
	assert_int_equal(cell.integer, expected);
}

static void test_timestamps(void **state)
{
	(void)state;
	check_time("1970-01-01 00:00:00", 0);
	check_time("2021-04-02 05:06:07.089", 1617339967089);
	check_time("2021-04-02 05:06:07.08", 1617339967080);
	check_time("2021-04-02 05:06:07.089999", 1617339967089);
	check_time("1969-12-31 23:59:59.5", -500);
	check_time("2000-02-29 12:00:00", 951825600000);
	check_time("2000-03-01 00:00:00", 951868800000);
	check_time("12345-01-02 00:00:00", 327403468800000);
	/* 1 BC is the year 0 of ISO 8601, a leap year. */
	check_time("0001-01-02 00:00:00 BC", -62167132800000);
	check_time("0044-03-15 00:00:00 BC", -63517824000000);
	check_time("2021-04-02 05:06:07+00", 1617339967000);
	check_time("2021-04-02 05:06:07.5+05:30", 1617339967500 - 19800000);
	check_time("2021-04-02 05:06:07-03", 1617339967000 + 10800000);
	check_time("1890-01-01 00:00:00+00:19:32", -2524521600000 - 1172000);
}

static void test_no_timestamps(void **state)
{
	static const char *const texts[] = {"",
	                                    "infinity",
	                                    "-infinity",
	                                    "2021-04-02",
	                                    "2021-13-02 05:06:07",
	                                    "2021-00-02 05:06:07",
	                                    "2021-04-02 05:06:07.",
	                                    "2021-04-02 05:06:07 AD",
	                                    "2021-04-02 05:06:07+",
	                                    "2021-04-02 05:06:07+05:"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		assert_int_equal(read(texts[i], ATTRIBUTE_TIMESTAMP).kind, CELL_NULL);
}

static void test_numbers(void **state)
{
	(void)state;
	assert_int_equal(read("42", ATTRIBUTE_ID).integer, 42);
	assert_int_equal(read("-17", ATTRIBUTE_INTEGER).integer, -17);
	assert_int_equal(read("9223372036854775807", ATTRIBUTE_INTEGER).integer, INT64_MAX);
	struct cell cell = read("4.50", ATTRIBUTE_DECIMAL);
	assert_int_equal(cell.kind, CELL_NUMBER);
	assert_true(cell.number == 4.5);
	assert_true(read("0.14285714285714285", ATTRIBUTE_FLOAT).number == 1.0 / 7);
	assert_true(read("1e+300", ATTRIBUTE_FLOAT).number == 1e300);
	assert_int_equal(read("NaN", ATTRIBUTE_DECIMAL).kind, CELL_NUMBER);
	/* Larger than a double holds exactly: stays text. */
	cell = read("9007199254740994", ATTRIBUTE_BIGINTEGER);
	assert_int_equal(cell.kind, CELL_TEXT);
	assert_true(slice_is(cell.text, "9007199254740994"));
}

static void test_others(void **state)
{
	(void)state;
	assert_int_equal(read("t", ATTRIBUTE_BOOLEAN).integer, 1);
	assert_int_equal(read("f", ATTRIBUTE_BOOLEAN).integer, 0);
	assert_true(slice_is(read("2020-02-11", ATTRIBUTE_DATE).text, "2020-02-11"));
	assert_true(slice_is(read("{\"a\": 1}", ATTRIBUTE_JSON).text, "{\"a\": 1}"));
	assert_true(slice_is(read("", ATTRIBUTE_STRING).text, ""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_timestamps),
	    cmocka_unit_test(test_no_timestamps),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
