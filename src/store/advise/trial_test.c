/* What a trial asks of the database, and when an index helps: on a database that is played. */
#include "trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { SLOW_NANOSECONDS = 20000000, ROWS = 1000 };

/* A database of one table: lists take their time without the index, and maybe with it. */
struct played {
	bool indexed;
	bool index_is_of_use;
	bool plain_suffers;
	int created, dropped;
	int lists, counts;
	bool fails;
};

static const struct schema_table *restaurants;

static bool play_rows(struct migration_database *database, const char *sql, struct arena *arena, const char ***cells,
                      size_t *row_count, struct error *error)
{
	struct played *played = database->handle;
	const bool list = strncmp(sql, "select t0.*", 11) == 0, plain = list && !strstr(sql, "order by t0.`name`");
	const bool slow =
	    plain ? played->indexed && played->plain_suffers : list && !(played->indexed && played->index_is_of_use);
	const struct timespec time = {0, SLOW_NANOSECONDS};
	if (played->fails)
		return error_internal(error, "it fails");
	if (slow)
		nanosleep(&time, NULL);
	played->lists += list && !plain;
	played->counts += strstr(sql, "select count(*) from `restaurants` t0 where t0.") != NULL;
	*cells = arena_array(arena, 1, sizeof **cells);
	(*cells)[0] = strstr(sql, "pragma_page_count") ? played->indexed ? "9000" : "5000"
	              : strstr(sql, "offset 900")      ? "901"
	                                               : "1000";
	*row_count = 1;
	return true;
}

static bool play_run(struct migration_database *database, const char *sql, struct error *error)
{
	struct played *played = database->handle;
	(void)error;
	played->created += strncmp(sql, "create index", 12) == 0;
	played->dropped += strncmp(sql, "drop index", 10) == 0;
	played->indexed = played->created > played->dropped;
	return true;
}

static bool try_index(struct arena *arena, struct played *played, struct index_candidate *candidate, bool *helps)
{
	struct migration_database database = {
	    .client = DATABASE_SQLITE, .handle = played, .run = play_run, .rows = play_rows};
	struct error error;
	*candidate = (struct index_candidate){.table = restaurants, .lists = true};
	candidate->equal = (struct column_list){.names = {"price"}, .count = 1};
	candidate->sorts = (struct column_list){.names = {"name"}, .count = 1};
	candidate_make_index(candidate, arena);
	return candidate_try(candidate, &database, arena, helps, &error);
}

static int set_up(void **state)
{
	struct findings findings;
	struct error error;
	static struct schema schema;
	struct arena *arena = arena_create();
	findings_init(&findings, arena);
	const struct registry *registry = model_load(arena, "tests/data/project", NULL, &findings);
	*state = arena;
	if (!registry || !schema_describe(arena, registry, &schema, &error))
		return -1;
	restaurants = schema_find(&schema, "restaurants");
	return restaurants ? 0 : -1;
}

static int tear_down(void **state)
{
	arena_destroy(*state);
	return 0;
}

static void an_index_that_helps_stays(void **state)
{
	struct played played = {.index_is_of_use = true};
	struct index_candidate candidate;
	bool helps;
	assert_true(try_index(*state, &played, &candidate, &helps));
	assert_true(helps && !candidate.slows_plain);
	assert_int_equal(played.created, 1);
	assert_int_equal(played.dropped, 0);
	assert_int_equal(played.lists, 2 * 5 * 5);
	assert_int_equal(played.counts, 0);
	assert_int_equal(candidate.rows, ROWS);
	assert_int_equal(candidate.bytes, 4000);
	assert_true(candidate.list_before > candidate.list_after);
}

static void an_index_that_does_not_help_is_dropped(void **state)
{
	struct played played = {.index_is_of_use = false};
	struct index_candidate candidate;
	bool helps;
	assert_true(try_index(*state, &played, &candidate, &helps));
	assert_false(helps);
	assert_int_equal(played.created, 1);
	assert_int_equal(played.dropped, 1);
}

static void lists_that_an_index_slows_are_told(void **state)
{
	struct played played = {.index_is_of_use = true, .plain_suffers = true};
	struct index_candidate candidate;
	bool helps;
	assert_true(try_index(*state, &played, &candidate, &helps));
	assert_true(helps && candidate.slows_plain);
}

static void a_database_that_fails_ends_the_trial(void **state)
{
	struct played played = {.fails = true};
	struct index_candidate candidate;
	bool helps;
	assert_false(try_index(*state, &played, &candidate, &helps));
	assert_false(helps);
	assert_int_equal(played.created, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_index_that_helps_stays),
	    cmocka_unit_test(an_index_that_does_not_help_is_dropped),
	    cmocka_unit_test(lists_that_an_index_slows_are_told),
	    cmocka_unit_test(a_database_that_fails_ends_the_trial),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
