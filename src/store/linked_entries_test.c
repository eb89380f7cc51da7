#include "linked_entries.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { TABLE = 7 };

static struct linked linked;
static struct changes changes;
static const struct attribute relation = {.name = "localizations"};

static int set_up(void **state)
{
	(void)state;
	linked_init(&linked);
	changes_init(&changes);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	linked_free(&linked);
	changes_free(&changes);
	memset(&linked, 0, sizeof linked);
	memset(&changes, 0, sizeof changes);
	return 0;
}

static enum linked_answer ask(uint64_t moment, int64_t *ids, size_t *count)
{
	return linked_filter(&linked, &changes, &relation, TABLE, moment, ids, count);
}

static void change(uint16_t table)
{
	struct store_tables tables = {0};
	tables.bits[table / 64] |= UINT64_C(1) << table % 64;
	changes_publish(&changes, &tables);
}

static void ids_are_left_out_while_the_table_is_unchanged(void **state)
{
	(void)state;
	int64_t ids[] = {9, 2, 5, 4}, owners[] = {5, 9, 7, 5};
	size_t count = 4;
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_UNKNOWN);
	assert_int_equal(count, 4);
	linked_keep(&linked, &relation, changes_moment(&changes), owners, 4, 4);
	change(TABLE + 1);
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_KNOWN);
	assert_int_equal(count, 2);
	assert_int_equal(ids[0], 9);
	assert_int_equal(ids[1], 5);
	change(TABLE);
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_UNKNOWN);
	assert_int_equal(count, 2);
}

static void a_session_of_an_earlier_moment_uses_nothing_later(void **state)
{
	(void)state;
	int64_t ids[] = {1, 2}, owners[] = {2};
	size_t count = 2;
	const uint64_t before = changes_moment(&changes);
	assert_int_equal(ask(before, ids, &count), LINKED_UNKNOWN);
	change(TABLE);
	linked_keep(&linked, &relation, changes_moment(&changes), owners, 1, 1);
	assert_int_equal(ask(before, ids, &count), LINKED_UNKNOWN);
	assert_int_equal(count, 2);
	/* What was read earlier does not take the place of what was read later. */
	linked_keep(&linked, &relation, before, owners, 0, 0);
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_KNOWN);
	assert_int_equal(count, 1);
}

static void the_table_is_read_when_it_is_asked_for_often(void **state)
{
	(void)state;
	int64_t ids[] = {1}, *owners = calloc(LINKED_MOST + 1, sizeof *owners);
	size_t count = 1;
	for (int i = 0; i < LINKED_WORTH; i++)
		assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_UNKNOWN);
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_WORTH_READING);
	linked_keep(&linked, &relation, changes_moment(&changes), owners, LINKED_MOST + 1, LINKED_MOST + 1);
	for (int i = 0; i < 2 * LINKED_WORTH; i++)
		assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_UNKNOWN);
	/* An empty table is known to have none. */
	change(TABLE);
	linked_keep(&linked, &relation, changes_moment(&changes), owners, 0, 0);
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_KNOWN);
	assert_int_equal(count, 0);
	free(owners);
}

static void a_large_table_is_read_for_more_questions(void **state)
{
	(void)state;
	int64_t ids[] = {1}, owners[] = {1};
	size_t count = 1;
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_UNKNOWN);
	linked_keep(&linked, &relation, changes_moment(&changes), owners, 1, 10 * LINKED_ROWS_A_QUESTION);
	change(TABLE);
	for (int i = 0; i < LINKED_WORTH + 10; i++)
		assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_UNKNOWN);
	assert_int_equal(ask(changes_moment(&changes), ids, &count), LINKED_WORTH_READING);
}

static void another_relation_has_the_slot_for_itself(void **state)
{
	(void)state;
	static struct attribute relations[LINKED_SLOTS + 1];
	int64_t ids[] = {1}, owners[] = {1};
	size_t count = 1;
	const uint64_t moment = changes_moment(&changes);
	linked_filter(&linked, &changes, &relations[0], TABLE, moment, ids, &count);
	linked_keep(&linked, &relations[0], moment, owners, 1, 1);
	assert_int_equal(linked_filter(&linked, &changes, &relations[0], TABLE, moment, ids, &count), LINKED_KNOWN);
	assert_int_equal(linked_filter(&linked, &changes, &relations[LINKED_SLOTS], TABLE, moment, ids, &count),
	                 LINKED_UNKNOWN);
	assert_int_equal(count, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(ids_are_left_out_while_the_table_is_unchanged, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_session_of_an_earlier_moment_uses_nothing_later, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(the_table_is_read_when_it_is_asked_for_often, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_large_table_is_read_for_more_questions, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(another_relation_has_the_slot_for_itself, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
