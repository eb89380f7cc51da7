#include "dialect.h"

#include "store/sql/sql.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct bind bind_of(enum attribute_type type, struct value value)
{
	static struct attribute attribute;
	attribute = (struct attribute){.name = "a", .column = "a", .type = type};
	return (struct bind){.kind = BIND_VALUE, .value = value, .attribute = &attribute};
}

/* The placeholder of a value and the text that is bound to it, with a space between. */
static void check(enum attribute_type type, struct value value, const char *expected)
{
	struct arena *arena = arena_create();
	struct sql sql = {.arena = arena};
	const struct bind bind = bind_of(type, value);
	const char **values;
	struct error error;
	postgres_write_placeholder(&sql, 7, &bind);
	assert_true(postgres_bind_values(arena, &bind, 1, &values, &error));
	buffer_byte(&sql.text, ' ');
	buffer_text(&sql.text, values[0] ? values[0] : "NULL");
	assert_string_equal(buffer_terminate(&sql.text), expected);
	buffer_free(&sql.text);
	arena_destroy(arena);
}

static struct value number(double number)
{
	return (struct value){.kind = VALUE_NUMBER, .number = number};
}

static struct value datetime(int64_t milliseconds)
{
	return (struct value){.kind = VALUE_DATETIME, .integer = milliseconds};
}

static void test_numbers(void **state)
{
	(void)state;
	check(ATTRIBUTE_ID, value_integer(INT64_MAX), "$7::bigint 9223372036854775807");
	check(ATTRIBUTE_INTEGER, value_integer(-3), "$7::bigint -3");
	check(ATTRIBUTE_INTEGER, number(1.5), "$7::numeric 1.5");
	check(ATTRIBUTE_BIGINTEGER, number(1e30), "$7::numeric 1e+30");
	check(ATTRIBUTE_DECIMAL, value_integer(4), "$7::numeric 4");
	check(ATTRIBUTE_DECIMAL, number(0.1), "$7::numeric 0.1");
	check(ATTRIBUTE_FLOAT, value_integer(4), "$7::double precision 4");
	check(ATTRIBUTE_FLOAT, number(0.1), "$7::double precision 0.1");
	check(ATTRIBUTE_INTEGER, number(-HUGE_VAL), "$7::double precision -Infinity");
}

static void test_others(void **state)
{
	(void)state;
	check(ATTRIBUTE_STRING, value_text(SLICE("x%")), "$7::text x%");
	check(ATTRIBUTE_JSON, value_text(SLICE("\"x\"")), "$7::jsonb \"x\"");
	check(ATTRIBUTE_DATE, value_text(SLICE("2020-02-11")), "$7::date 2020-02-11");
	check(ATTRIBUTE_TIME, value_text(SLICE("10:05:06.789")), "$7::time 10:05:06.789");
	check(ATTRIBUTE_BOOLEAN, (struct value){.kind = VALUE_BOOLEAN, .integer = 1}, "$7::boolean t");
	check(ATTRIBUTE_DATE, (struct value){.kind = VALUE_NULL}, "$7::date NULL");
}

static void test_times(void **state)
{
	(void)state;
	check(ATTRIBUTE_DATETIME, datetime(1617339967089), "$7::timestamp 2021-04-02T05:06:07.089Z");
	check(ATTRIBUTE_DATETIME, datetime(-62167132800000), "$7::timestamp 0001-01-02T00:00:00.000Z BC");
	check(ATTRIBUTE_DATETIME, datetime(-63517824000000), "$7::timestamp 0044-03-15T00:00:00.000Z BC");
	check(ATTRIBUTE_DATETIME, datetime(327403468800000), "$7::timestamp 012345-01-02T00:00:00.000Z");
	check(ATTRIBUTE_DATETIME, datetime(8640000000000000), "$7::timestamp 275760-09-13T00:00:00.000Z");
	check(ATTRIBUTE_DATETIME, datetime(-8640000000000000), "$7::timestamp -infinity");
}

static void test_ids(void **state)
{
	struct arena *arena = arena_create();
	const int64_t ids[] = {3, -1, INT64_MIN};
	const struct bind binds[] = {{.kind = BIND_IDS, .ids = ids, .id_count = 3}, {.kind = BIND_IDS}};
	const char **values;
	struct error error;
	(void)state;
	assert_true(postgres_bind_values(arena, binds, 2, &values, &error));
	assert_string_equal(values[0], "{3,-1,-9223372036854775808}");
	assert_string_equal(values[1], "{}");
	arena_destroy(arena);
}

static void test_nul(void **state)
{
	struct arena *arena = arena_create();
	const struct bind bind = bind_of(ATTRIBUTE_STRING, value_text(SLICE("a\0b")));
	const char **values;
	struct error error;
	(void)state;
	assert_false(postgres_bind_values(arena, &bind, 1, &values, &error));
	assert_int_equal(error.status, 400);
	arena_destroy(arena);
}

static void check_expression(const char *begin, const char *end, const char *expected_begin, const char *expected_end)
{
	struct arena *arena = arena_create();
	struct slice expression;
	char letters[301];
	memset(letters, 'x', 300);
	letters[300] = '\0';
	struct slice pattern = slice_of(arena_format(arena, "%s%s%s", begin, letters, end));
	bool made = postgres_regular_expression(arena, pattern, &expression);
	assert_int_equal(made, expected_begin != NULL);
	if (made)
		assert_string_equal(arena_copy(arena, expression),
		                    arena_format(arena, "%s%s%s", expected_begin, letters, expected_end));
	arena_destroy(arena);
}

static void test_regular_expressions(void **state)
{
	(void)state;
	check_expression("%", "%", "***:", "");
	check_expression("", "", NULL, NULL);
	check_expression("a", "%", NULL, NULL);
	check_expression("a%", "%", "***:^a.*", "");
	check_expression("%%a_%b", "\\_", "***:a..*b", "\\_$");
	check_expression("%(.*)[a]^$|?+{1}\\%\\\\", "\\", NULL, NULL);
	check_expression("%(.*)[a]^$|?+{1}\\%\\\\\\a \xC3\xA9\n", "%b",
	                 "***:\\(\\.\\*\\)\\[a\\]\\^\\$\\|\\?\\+\\{1\\}\\%\\\\a \xC3\xA9\n", ".*b$");
	struct slice expression;
	assert_false(postgres_regular_expression(NULL, SLICE("%short%"), &expression));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_regular_expressions),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_others),
	    cmocka_unit_test(test_times),
	    cmocka_unit_test(test_ids),
	    cmocka_unit_test(test_nul),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
