#include "store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void check(enum attribute_type type, struct cell cell, const char *expected)
{
	const struct attribute attribute = {.name = "a", .column = "a", .type = type};
	struct buffer json = {0};
	value_write(&json, &attribute, &cell);
	assert_string_equal(buffer_terminate(&json), expected);
	buffer_free(&json);
}

static struct cell integer(int64_t value)
{
	return (struct cell){.kind = CELL_INTEGER, .integer = value};
}

static struct cell number(double value)
{
	return (struct cell){.kind = CELL_NUMBER, .number = value};
}

static struct cell text(const char *value)
{
	return (struct cell){.kind = CELL_TEXT, .text = slice_of(value)};
}

static void null_is_null_for_every_type(void **state)
{
	(void)state;
	for (int type = ATTRIBUTE_ID; type <= ATTRIBUTE_LAST_SCALAR; type++)
		check((enum attribute_type)type, (struct cell){.kind = CELL_NULL}, "null");
}

static void values_are_json_of_their_type(void **state)
{
	(void)state;
	check(ATTRIBUTE_ID, integer(INT64_MIN), "-9223372036854775808");
	check(ATTRIBUTE_INTEGER, integer(-5), "-5");
	check(ATTRIBUTE_FLOAT, number(0.1), "0.1");
	check(ATTRIBUTE_DECIMAL, number(4), "4");
	check(ATTRIBUTE_BIGINTEGER, text("9007199254740994"), "\"9007199254740994\"");
	check(ATTRIBUTE_BOOLEAN, integer(1), "true");
	check(ATTRIBUTE_BOOLEAN, integer(0), "false");
	check(ATTRIBUTE_DATETIME, integer(1617339967089), "\"2021-04-02T05:06:07.089Z\"");
	check(ATTRIBUTE_TIMESTAMP, integer(1617339967089), "\"1617339967089\"");
	check(ATTRIBUTE_DATE, text("2021-04-02"), "\"2021-04-02\"");
	check(ATTRIBUTE_TIME, text("05:06:07.000"), "\"05:06:07.000\"");
	check(ATTRIBUTE_STRING, text("a\"b\\\n\x01</\303\251"), "\"a\\\"b\\\\\\n\\u0001</\303\251\"");
	check(ATTRIBUTE_ENUMERATION, text(""), "\"\"");
}

static void json_is_shown_compact_and_what_is_none_as_text(void **state)
{
	(void)state;
	check(ATTRIBUTE_JSON, text("{ \"a\" : [ 1, 2.50, null ] }"), "{\"a\":[1,2.5,null]}");
	check(ATTRIBUTE_JSON, text("\"x\""), "\"x\"");
	check(ATTRIBUTE_BLOCKS, text("[]"), "[]");
	check(ATTRIBUTE_JSON, text("{\"a\":"), "\"{\\\"a\\\":\"");
	check(ATTRIBUTE_JSON, text("<script>"), "\"<script>\"");
	check(ATTRIBUTE_JSON, text("1}, \"x\": {"), "\"1}, \\\"x\\\": {\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(null_is_null_for_every_type),
	    cmocka_unit_test(values_are_json_of_their_type),
	    cmocka_unit_test(json_is_shown_compact_and_what_is_none_as_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
