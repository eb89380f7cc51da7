#include "pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct arena *arena;

/* Which of `rows` rows of one parent are in the page, as bits. */
static unsigned taken(struct pages *pages, int64_t parent, int rows)
{
	unsigned bits = 0;
	for (int i = 0; i < rows; i++)
		bits |= (unsigned)pages_take(pages, parent) << i;
	return bits;
}

static void each_parent_has_its_own(void **state)
{
	const int64_t parents[] = {7, -3, INT64_MAX, 0};
	(void)state;
	struct pages *pages = pages_create(arena, parents, 4, 1, 2);
	assert_int_equal(taken(pages, 7, 5), 6);
	assert_int_equal(taken(pages, 0, 1), 0);
	assert_int_equal(taken(pages, -3, 3), 6);
	assert_int_equal(taken(pages, 0, 1), 1);
	assert_int_equal(taken(pages, INT64_MAX, 9), 6);
	assert_false(pages_are_full(pages));
	assert_int_equal(taken(pages, 0, 2), 1);
	assert_true(pages_are_full(pages));
	assert_int_equal(taken(pages, 7, 3), 0);
}

static void without_a_limit_all_behind_the_offset(void **state)
{
	const int64_t parents[] = {1, 2};
	(void)state;
	struct pages *pages = pages_create(arena, parents, 2, 2, -1);
	assert_int_equal(taken(pages, 1, 6), 60);
	assert_int_equal(taken(pages, 2, 2), 0);
	assert_false(pages_are_full(pages));
}

static void nothing_and_nobody(void **state)
{
	const int64_t parents[] = {1, 1, 2};
	(void)state;
	assert_true(pages_are_full(pages_create(arena, parents, 3, 0, 0)));
	assert_true(pages_are_full(pages_create(arena, parents, 0, 0, 5)));
	/* A parent given twice has one page; one that was not given has none. */
	struct pages *pages = pages_create(arena, parents, 3, 0, 1);
	assert_int_equal(taken(pages, 3, 3), 0);
	assert_int_equal(taken(pages, 1, 3), 1);
	assert_int_equal(taken(pages, 2, 3), 1);
	assert_true(pages_are_full(pages));
	/* The largest numbers. */
	pages = pages_create(arena, parents, 3, INT64_MAX, INT64_MAX);
	assert_int_equal(taken(pages, 1, 3), 0);
}

static void many(void **state)
{
	enum { COUNT = 10000 };
	int64_t parents[COUNT];
	(void)state;
	for (int i = 0; i < COUNT; i++)
		parents[i] = (int64_t)i << 20;
	struct pages *pages = pages_create(arena, parents, COUNT, 0, 3);
	for (int row = 0; row < 4; row++)
		for (int i = 0; i < COUNT; i++)
			assert_int_equal(pages_take(pages, parents[i]), row < 3);
	assert_true(pages_are_full(pages));
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_parent_has_its_own),
	    cmocka_unit_test(without_a_limit_all_behind_the_offset),
	    cmocka_unit_test(nothing_and_nobody),
	    cmocka_unit_test(many),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
