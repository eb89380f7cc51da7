/* The expected instants are what date-fns' parseISO gives in UTC. */
#include "base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <time.h>

#include <cmocka.h>

static void test_parse_iso(void **state)
{
	static const struct {
		const char *text, *expected;
	} cases[] = {
	    {"2024", "2024-01-01T00:00:00.000Z"},
	    {"2024-03", "2024-03-01T00:00:00.000Z"},
	    {"2024-03-09", "2024-03-09T00:00:00.000Z"},
	    {"20240309", "2024-03-09T00:00:00.000Z"},
	    {"2024-061", "2024-03-01T00:00:00.000Z"},
	    {"2024-W09-5", "2024-03-01T00:00:00.000Z"},
	    {"2024W095", "2024-03-01T00:00:00.000Z"},
	    {"2024-W01", "2024-01-01T00:00:00.000Z"},
	    {"2020-W53-7", "2021-01-03T00:00:00.000Z"},
	    {"2021-W53-1", "2022-01-03T00:00:00.000Z"},
	    {"2024-W09T10:00Z", "2024-02-26T10:00:00.000Z"},
	    {"2019-W01-1", "2018-12-31T00:00:00.000Z"},
	    {"0001-W01-1", "0001-01-01T00:00:00.000Z"},
	    {"2024-366", "2024-12-31T00:00:00.000Z"},
	    {"20", "2000-01-01T00:00:00.000Z"},
	    {"2024-02-29T12:30", "2024-02-29T12:30:00.000Z"},
	    {"2024-02-29 12:30:05.5", "2024-02-29T12:30:05.500Z"},
	    {"2024-02-29T12:30:05.1239Z", "2024-02-29T12:30:05.123Z"},
	    {"1969-12-31T23:59:59.1239Z", "1969-12-31T23:59:59.124Z"},
	    {"2024-02-29T1230", "2024-02-29T12:30:00.000Z"},
	    {"2024-02-29T12.5", "2024-02-29T12:30:00.000Z"},
	    {"2024-02-29T24:00:00", "2024-03-01T00:00:00.000Z"},
	    {"2024-01-01T00:30:00+01:00", "2023-12-31T23:30:00.000Z"},
	    {"2024-01-01T00:30:00-0130", "2024-01-01T02:00:00.000Z"},
	    {"0001-01-01", "0001-01-01T00:00:00.000Z"},
	    {"9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"},
	};
	static const char *const refused[] = {
	    "",           "x",        "2023-02-29",       "2024-13-01",       "2024-00-01",
	    "2024-04-31", "2023-366", "2024-W00-1",       "2024-W54",         "2024-W09-8",
	    "2024-W09-0", "2024-W9",  "2024-W095x",       "2024-W09-",        "2024-01-01T25:00",
	    "2024-1-1",   "24-01-01", "2024-01-01T12:60", "2024-01-01T24:01", "2024-01-01T12:00:00Zx"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int64_t milliseconds;
		char text[DATETIME_ISO_SIZE];
		if (!datetime_parse_iso(slice_of(cases[i].text), &milliseconds))
			fail_msg("refused: %s", cases[i].text);
		assert_true(datetime_format_iso(milliseconds, text));
		assert_string_equal(text, cases[i].expected);
	}
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		int64_t milliseconds;
		if (datetime_parse_iso(slice_of(refused[i]), &milliseconds))
			fail_msg("taken for a date: %s", refused[i]);
	}
}

static void test_parse_numbers(void **state)
{
	(void)state;
	int64_t milliseconds;
	assert_true(datetime_parse(SLICE("1700000000000"), &milliseconds));
	assert_int_equal(milliseconds, 1700000000000);
	assert_true(datetime_parse(SLICE("-1"), &milliseconds));
	assert_int_equal(milliseconds, -1);
	assert_false(datetime_parse(SLICE("8640000000000001"), &milliseconds));
	assert_false(datetime_parse(SLICE("+1700000000000"), &milliseconds));
	assert_false(datetime_parse(SLICE("soon"), &milliseconds));
}

static void assert_formatted(int64_t milliseconds, const char *expected)
{
	char text[DATETIME_ISO_SIZE];
	assert_true(datetime_format_iso(milliseconds, text));
	assert_string_equal(text, expected);
}

static void test_format(void **state)
{
	(void)state;
	char text[DATETIME_ISO_SIZE];
	assert_formatted(0, "1970-01-01T00:00:00.000Z");
	assert_formatted(-1, "1969-12-31T23:59:59.999Z");
	assert_formatted(951782400000, "2000-02-29T00:00:00.000Z");
	assert_formatted(8640000000000000, "+275760-09-13T00:00:00.000Z");
	assert_formatted(-8640000000000000, "-271821-04-20T00:00:00.000Z");
	assert_false(datetime_format_iso(8640000000000001, text));
	assert_false(datetime_format_iso(INT64_MIN, text));
}

static void test_format_http(void **state)
{
	static const struct {
		int64_t seconds;
		const char *expected;
	} cases[] = {
	    {784111777, "Sun, 06 Nov 1994 08:49:37 GMT"}, {0, "Thu, 01 Jan 1970 00:00:00 GMT"},
	    {-1, "Wed, 31 Dec 1969 23:59:59 GMT"},        {951782400, "Tue, 29 Feb 2000 00:00:00 GMT"},
	    {INT64_MAX, "Fri, 31 Dec 9999 23:59:59 GMT"}, {INT64_MIN, "Sat, 01 Jan 0000 00:00:00 GMT"},
	};
	char text[DATETIME_HTTP_SIZE], wanted[DATETIME_HTTP_SIZE + 8];
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		datetime_format_http(cases[i].seconds, text);
		assert_string_equal(text, cases[i].expected);
	}
	/* Every day of some four hundred years, each at another time. */
	for (time_t seconds = -6000000000; seconds < 7000000000; seconds += 86399) {
		struct tm parts;
		gmtime_r(&seconds, &parts);
		strftime(wanted, sizeof wanted, "%a, %d %b %Y %H:%M:%S GMT", &parts);
		datetime_format_http(seconds, text);
		assert_string_equal(text, wanted);
	}
}

static void test_days(void **state)
{
	(void)state;
	assert_true(datetime_is_day(2000, 2, 29));
	assert_false(datetime_is_day(1900, 2, 29));
	assert_true(datetime_is_day(2023, 12, 31));
	assert_false(datetime_is_day(2023, 4, 31));
	assert_false(datetime_is_day(2023, 0, 1));
	assert_false(datetime_is_day(2023, 1, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_parse_iso), cmocka_unit_test(test_parse_numbers),
	                                   cmocka_unit_test(test_format), cmocka_unit_test(test_format_http),
	                                   cmocka_unit_test(test_days)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
