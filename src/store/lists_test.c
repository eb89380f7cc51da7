/* Lists by their ids: pages, what gives way. */
#include "base/base.h"
#include "lists.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static int64_t *numbers(size_t count)
{
	int64_t *ids = malloc((count ? count : 1) * sizeof *ids);
	assert_non_null(ids);
	for (size_t i = 0; i < count; i++)
		ids[i] = (int64_t)(count - i);
	return ids;
}

/* The ids of a page, counted; -1: it is not known. */
static int find(struct lists *lists, struct slice key, size_t offset, size_t limit, int64_t *first)
{
	int64_t ids[16] = {0};
	struct list_page page = {.offset = offset, .limit = limit, .ids = ids};
	*first = 0;
	if (!lists_find(lists, key, &page))
		return -1;
	*first = page.count ? ids[0] : 0;
	return (int)page.count;
}

static void pages_are_cut(void **state)
{
	struct lists lists = {.id_count = 0};
	int64_t first = 0;
	(void)state;
	lists_init(&lists);
	assert_int_equal(find(&lists, SLICE("a"), 0, 1, &first), -1);
	lists_keep(&lists, SLICE("a"), numbers(100), 100, false);
	assert_int_equal(find(&lists, SLICE("a"), 0, 10, &first), 10);
	assert_int_equal(first, 100);
	assert_int_equal(find(&lists, SLICE("a"), 90, 10, &first), 10);
	assert_int_equal(first, 10);
	/* More ids may follow. */
	assert_int_equal(find(&lists, SLICE("a"), 91, 10, &first), -1);
	assert_int_equal(find(&lists, SLICE("b"), 0, 10, &first), -1);
	lists_keep(&lists, SLICE("a"), numbers(95), 95, true);
	assert_int_equal(find(&lists, SLICE("a"), 91, 10, &first), 4);
	assert_int_equal(find(&lists, SLICE("a"), 1000, 10, &first), 0);
	lists_keep(&lists, SLICE("a"), numbers(0), 0, true);
	assert_int_equal(find(&lists, SLICE("a"), 0, 10, &first), 0);
	assert_int_equal(lists.id_count, 0);
	lists_free(&lists);
}

static void there_are_never_too_many_ids(void **state)
{
	struct lists lists = {.id_count = 0};
	int64_t first = 0;
	int known = 0;
	(void)state;
	lists_init(&lists);
	for (int i = 0; i < 300; i++) {
		char key[16];
		snprintf(key, sizeof key, "%d", i);
		lists_keep(&lists, slice_of(key), numbers(LISTS_LONGEST - 7), LISTS_LONGEST - 7, false);
		assert_in_range(lists.id_count, 1, LISTS_MOST);
		assert_int_equal(find(&lists, slice_of(key), 5, 1, &first), 1);
	}
	for (int i = 0; i < 300; i++) {
		char key[16];
		snprintf(key, sizeof key, "%d", i);
		known += find(&lists, slice_of(key), 5, 1, &first) == 1;
	}
	assert_int_equal(known * (LISTS_LONGEST - 7), lists.id_count);
	lists_keep(&lists, SLICE("too long"), numbers(LISTS_LONGEST + 1), LISTS_LONGEST + 1, true);
	assert_int_equal(find(&lists, SLICE("too long"), 0, 1, &first), -1);
	lists_free(&lists);
}

static void what_took_long_is_slow(void **state)
{
	struct lists *lists = calloc(1, sizeof *lists);
	(void)state;
	assert_non_null(lists);
	lists_init(lists);
	assert_false(lists_is_slow(lists, SLICE("SELECT 1")));
	lists_note_time(lists, SLICE("SELECT 1"), LISTS_SLOW - 1);
	assert_false(lists_is_slow(lists, SLICE("SELECT 1")));
	lists_note_time(lists, SLICE("SELECT 1"), LISTS_SLOW);
	assert_true(lists_is_slow(lists, SLICE("SELECT 1")));
	assert_false(lists_is_slow(lists, SLICE("SELECT 2")));
	lists_free(lists);
	free(lists);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(pages_are_cut),
	    cmocka_unit_test(there_are_never_too_many_ids),
	    cmocka_unit_test(what_took_long_is_slow),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
