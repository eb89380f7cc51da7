#include "names.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct arena *arena;

static void slugs(void **state)
{
	static const char *const cases[][2] = {
	    {"photo", "photo"},
	    {"two words", "two_words"},
	    {"  a--b__c  ", "a_b_c"},
	    {"HTMLParser2", "HTML_Parser2"},
	    {"fooBar", "foo_Bar"},
	    {"ABC123", "ABC_123"},
	    {"a&b", "a_and_b"},
	    {"stra\xc3\x9f"
	     "e",
	     "strasse"},
	    {"e\xcc\x81t\xc3\xa9", "ete"},
	    {"\xe6\x9d\xb1", ""},
	    {"", ""},
	    {"../../x", "x"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(name_slug(arena, slice_of(cases[i][0])), cases[i][1]);
}

static void validity(void **state)
{
	static const char *const wrong[] = {"", ".", "..", "a/b", "a\\b", "a:b", "a*", "nul", "COM1", "a\x01"};
	char name[300];
	(void)state;
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_false(name_is_valid(slice_of(wrong[i])));
	memset(name, 'x', sizeof name);
	assert_true(name_is_valid((struct slice){name, 255}));
	assert_false(name_is_valid((struct slice){name, 256}));
	assert_true(name_is_valid(SLICE("com")));
	assert_true(name_is_valid(SLICE(".env")));
}

static void extensions(void **state)
{
	(void)state;
	assert_true(slice_is(name_extension(SLICE("a.tar.gz")), ".gz"));
	assert_true(slice_is(name_extension(SLICE("a.")), "."));
	assert_int_equal(name_extension(SLICE(".env")).len, 0);
	assert_int_equal(name_extension(SLICE("none")).len, 0);
	assert_true(slice_is(name_base(SLICE("a.txt"), SLICE(".txt")), "a"));
	assert_true(slice_is(name_base(SLICE("a.txt"), SLICE(".png")), "a.txt"));
	assert_true(slice_is(name_base(SLICE(".txt"), SLICE(".txt")), ""));
	assert_true(slice_is(name_base(SLICE("a"), (struct slice){NULL, 0}), "a"));
	assert_int_equal(name_base((struct slice){NULL, 0}, (struct slice){NULL, 0}).len, 0);
}

static int start(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int stop(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(slugs),
	    cmocka_unit_test(validity),
	    cmocka_unit_test(extensions),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
