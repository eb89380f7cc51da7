#include "base.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void expect_suggested(const char *wanted, const char *const *names, const char *expected)
{
	struct suggestions suggestions = {.wanted = slice_of(wanted)};
	struct buffer buffer = {0};

	for (; *names; names++)
		suggest_consider(&suggestions, slice_of(*names));
	suggest_print(&buffer, NULL, suggestions.names, suggestions.count);
	assert_string_equal(buffer_terminate(&buffer), expected);
	buffer_free(&buffer);
}

#define NAMES(...)                \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

static void test_suggestions(void **state)
{
	(void)state;
	expect_suggested("", NAMES("a"), " Did you mean \"a\"?");
	expect_suggested("input", NAMES("x"), "");
	expect_suggested("nope", NAMES("name", "slug", "not", "open", "price", "and"),
	                 " Did you mean \"name\", \"not\", or \"open\"?");
	expect_suggested("abc", NAMES("a", "ab", "abc"), " Did you mean \"abc\", \"ab\", or \"a\"?");
	expect_suggested("verylongstring", NAMES("VERYLONGSTRING"), " Did you mean \"VERYLONGSTRING\"?");
	expect_suggested("agr", NAMES("rag", "gar"), " Did you mean \"gar\" or \"rag\"?");
	expect_suggested("greenish", NAMES("green", "greenhsi"), " Did you mean \"greenhsi\" or \"green\"?");
	expect_suggested("field", NAMES("field10", "field2", "field1", "fields", "fiel", "file", "yield"),
	                 " Did you mean \"fiel\", \"field1\", \"field2\", \"fields\", or \"yield\"?");
	expect_suggested("a", NAMES("b", "c"), " Did you mean \"b\" or \"c\"?");
}

static void test_order(void **state)
{
	(void)state;
	assert_int_equal(suggest_compare(SLICE("a2"), SLICE("a10")), -1);
	assert_int_equal(suggest_compare(SLICE("a10"), SLICE("a2")), 1);
	assert_int_equal(suggest_compare(SLICE("a"), SLICE("a")), 0);
	assert_int_equal(suggest_compare(SLICE("a"), SLICE("ab")), -1);
	assert_int_equal(suggest_compare(SLICE("B"), SLICE("a")), -1);
}

static void test_bounds(void **state)
{
	(void)state;
	char name[SUGGEST_LONGEST + 1];
	size_t budget = 20;
	struct suggestions suggestions = {.wanted = SLICE("abc"), .budget = &budget};

	suggest_consider(&suggestions, SLICE("abd"));
	suggest_consider(&suggestions, SLICE("abe"));
	assert_int_equal(suggestions.count, 1);
	assert_int_equal(budget, 4);
	memset(name, 'a', sizeof name);
	struct suggestions longest = {.wanted = {name, SUGGEST_LONGEST}};
	suggest_consider(&longest, (struct slice){name, SUGGEST_LONGEST + 1});
	assert_int_equal(longest.count, 0);
	suggest_consider(&longest, (struct slice){name, SUGGEST_LONGEST - 3});
	assert_int_equal(longest.distances[0], 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_suggestions), cmocka_unit_test(test_order),
	                                   cmocka_unit_test(test_bounds)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
