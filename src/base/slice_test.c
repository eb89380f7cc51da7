#include "base.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_compare(void **state)
{
	(void)state;
	assert_true(slice_equals(SLICE("a\0b"), SLICE("a\0b")));
	assert_false(slice_equals(SLICE("a\0b"), SLICE("a\0c")));
	assert_true(slice_equals((struct slice){NULL, 0}, SLICE("")));
	assert_true(slice_is(SLICE("abc"), "abc"));
	assert_false(slice_is(SLICE("abc"), "ab"));
	assert_true(slice_starts_with(SLICE("abc"), SLICE("ab")));
	assert_false(slice_starts_with(SLICE("ab"), SLICE("abc")));
	assert_true(slice_equals_ignoring_case(SLICE("Bearer"), SLICE("bEARER")));
	assert_false(slice_equals_ignoring_case(SLICE("k"), SLICE("\xE2\x84\xAA")));
	assert_int_equal(slice_of(NULL).len, 0);
}

static void test_trim(void **state)
{
	(void)state;
	assert_true(slice_is(slice_trim(SLICE(" \t\r\n a b \v\f")), "a b"));
	assert_int_equal(slice_trim(SLICE("   ")).len, 0);
	assert_int_equal(slice_trim((struct slice){NULL, 0}).len, 0);
}

static void test_split(void **state)
{
	static const char *const expected[] = {"a", "", "b", ""};
	(void)state;
	struct slice rest = SLICE("a,,b,"), part;
	size_t count = 0;
	while (slice_split(&rest, ',', &part)) {
		assert_true(count < COUNT_OF(expected));
		assert_true(slice_is(part, expected[count++]));
	}
	assert_int_equal(count, COUNT_OF(expected));
	assert_int_equal(slice_find(SLICE("abc"), 'c'), 2);
	assert_int_equal(slice_find(SLICE("abc"), 'x'), 3);
}

static void test_integers(void **state)
{
	static const char *const refused[] = {"",
	                                      "-",
	                                      "+",
	                                      " 1",
	                                      "1 ",
	                                      "1a",
	                                      "0x1",
	                                      "1.0",
	                                      "--1",
	                                      "9223372036854775808",
	                                      "-9223372036854775809",
	                                      "99999999999999999999"};
	(void)state;
	int64_t value;
	assert_true(slice_to_int64(SLICE("9223372036854775807"), &value));
	assert_true(value == INT64_MAX);
	assert_true(slice_to_int64(SLICE("-9223372036854775808"), &value));
	assert_true(value == INT64_MIN);
	assert_true(slice_to_int64(SLICE("+007"), &value));
	assert_int_equal(value, 7);
	for (size_t i = 0; i < COUNT_OF(refused); i++)
		if (slice_to_int64(slice_of(refused[i]), &value))
			fail_msg("taken for an integer: %s", refused[i]);
}

static void test_utf8(void **state)
{
	static const char *const good[] = {"",
	                                   "a",
	                                   "\x7F",
	                                   "\xC2\x80",
	                                   "\xE0\xA0\x80",
	                                   "\xED\x9F\xBF",
	                                   "\xEE\x80\x80",
	                                   "\xF0\x90\x80\x80",
	                                   "\xF4\x8F\xBF\xBF"};
	static const char *const bad[] = {"\x80",
	                                  "\xC0\x80",
	                                  "\xC1\xBF",
	                                  "\xC2",
	                                  "\xC2\x41",
	                                  "\xE0\x9F\xBF",
	                                  "\xED\xA0\x80",
	                                  "\xE2\x82",
	                                  "\xF0\x8F\xBF\xBF",
	                                  "\xF4\x90\x80\x80",
	                                  "\xF5\x80\x80\x80",
	                                  "\xFF"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(good); i++)
		assert_true(slice_is_utf8(slice_of(good[i])));
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_false(slice_is_utf8(slice_of(bad[i])));
}

static void test_shown_length(void **state)
{
	(void)state;
	assert_int_equal(slice_shown_length(SLICE(""), 0), 0);
	assert_int_equal(slice_shown_length(SLICE("abc"), 3), 3);
	assert_int_equal(slice_shown_length(SLICE("abcd"), 3), 3);
	assert_int_equal(slice_shown_length(SLICE("ab\303\251"), 3), 2);
	assert_int_equal(slice_shown_length(SLICE("ab\303\251x"), 4), 4);
	assert_int_equal(slice_shown_length(SLICE("\360\237\230\200"), 3), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_compare), cmocka_unit_test(test_trim),
	                                   cmocka_unit_test(test_split),   cmocka_unit_test(test_integers),
	                                   cmocka_unit_test(test_utf8),    cmocka_unit_test(test_shown_length)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
