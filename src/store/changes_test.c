#include "changes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static bool has(const char *statement, const char *name)
{
	struct store_tables noted = {0}, wanted = {0};
	uint16_t number = 0;
	changes_note(&noted, slice_of(statement));
	store_tables_add(&wanted, slice_of(name));
	assert_int_equal(store_tables_list(&wanted, &number, 1), 1);
	return noted.bits[number / 64] & UINT64_C(1) << number % 64;
}

static void a_statement_names_its_tables(void **state)
{
	(void)state;
	static const char select[] =
	    "SELECT t0.\"id\", t0.\"name\" FROM \"restaurants\" AS t0 LEFT JOIN \"restaurants_chain_links\" AS t1 ON "
	    "t1.\"restaurant_id\" = t0.\"id\" WHERE t0.\"kind\" = 'a \"quoted\" text' AND EXISTS (SELECT 1 FROM "
	    "\"chains\")";
	assert_true(has(select, "restaurants"));
	assert_true(has(select, "restaurants_chain_links"));
	assert_true(has(select, "chains"));
	assert_false(has(select, "name"));
	assert_false(has(select, "quoted"));
	assert_true(has("INSERT INTO \"reviews\" (\"note\") VALUES (?1)", "reviews"));
	assert_true(has("UPDATE \"reviews\" SET \"note\" = ?1", "reviews"));
	assert_true(has("DELETE FROM \"reviews\"", "reviews"));
	assert_false(has("DELETE FROM \"reviews", "restaurants"));
	assert_true(changes_is_read(slice_of(select)));
	assert_false(changes_is_read(SLICE("WITH gone AS (DELETE FROM \"reviews\") SELECT 1")));
}

static void what_was_read_is_good_until_one_of_its_tables_changes(void **state)
{
	(void)state;
	static struct changes changes;
	struct store_tables chains = {0}, restaurants = {0};
	uint16_t number = 0;
	changes_init(&changes);
	store_tables_add(&chains, SLICE("chains"));
	store_tables_add(&restaurants, SLICE("restaurants"));
	assert_int_equal(store_tables_list(&restaurants, &number, 1), 1);
	uint64_t moment = changes_moment(&changes);
	assert_true(changes_none_since(&changes, &number, 1, moment));
	changes_publish(&changes, &chains);
	assert_true(changes_none_since(&changes, &number, 1, moment));
	assert_true(changes_moment(&changes) > moment);
	changes_publish(&changes, &restaurants);
	assert_false(changes_none_since(&changes, &number, 1, moment));
	moment = changes_moment(&changes);
	assert_true(changes_none_since(&changes, &number, 1, moment));
	changes_publish(&changes, NULL);
	assert_false(changes_none_since(&changes, &number, 1, moment));
	assert_false(changes_none_since(&changes, NULL, 0, moment));
	changes_free(&changes);
}

static void a_table_whose_changes_are_not_told_counts_as_changed(void **state)
{
	(void)state;
	static struct changes changes;
	struct store_tables silent = {0}, none = {0};
	uint16_t number = 0;
	changes_init(&changes);
	store_tables_add(&silent, SLICE("chains"));
	assert_int_equal(store_tables_list(&silent, &number, 1), 1);
	changes_set_silent(&changes, &silent);
	assert_false(changes_none_since(&changes, &number, 1, changes_moment(&changes)));
	assert_true(changes_last_of(&changes, &number, 1) <= changes_moment(&changes));
	/* A change that is told all the same does not make it known. */
	changes_publish(&changes, &silent);
	assert_false(changes_none_since(&changes, &number, 1, changes_moment(&changes)));
	/* What was read before it became known again may be old. */
	const uint64_t before = changes_moment(&changes);
	changes_set_silent(&changes, &none);
	assert_false(changes_none_since(&changes, &number, 1, before));
	assert_true(changes_none_since(&changes, &number, 1, changes_moment(&changes)));
	changes_free(&changes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_statement_names_its_tables),
	    cmocka_unit_test(what_was_read_is_good_until_one_of_its_tables_changes),
	    cmocka_unit_test(a_table_whose_changes_are_not_told_counts_as_changed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
