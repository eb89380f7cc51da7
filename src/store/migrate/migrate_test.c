/* Changes of a small SQLite database in a temporary folder: what is missing is added once, all of it or nothing. */
#include "database.h"
#include "migrate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct place {
	struct arena *arena;
	char folder[32];
	struct config config;
	const struct registry *registry;
};

static int set_up(void **state)
{
	struct findings findings;
	struct place *place = calloc(1, sizeof *place);
	place->arena = arena_create();
	memcpy(place->folder, "/tmp/lectern-unit-XXXXXX", sizeof "/tmp/lectern-unit-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	place->config.sqlite_path = arena_format(place->arena, "%s/deep/data.db", place->folder);
	findings_init(&findings, place->arena);
	place->registry = model_load(place->arena, "tests/data/project", NULL, &findings);
	assert_non_null(place->registry);
	*state = place;
	return 0;
}

static int tear_down(void **state)
{
	struct place *place = *state;
	static const char *const endings[] = {"", "-wal", "-shm"};
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		unlink(arena_format(place->arena, "%s%s", place->config.sqlite_path, endings[i]));
	rmdir(arena_format(place->arena, "%s/deep", place->folder));
	rmdir(place->folder);
	arena_destroy(place->arena);
	free(place);
	return 0;
}

static bool migrate(struct place *place, struct error *error)
{
	static const struct migrate_options options;
	return store_migrate(&place->config, place->registry, &options, error);
}

static void run(struct place *place, const char *sql)
{
	struct migration_database database;
	struct error error;
	assert_true(migration_open(&database, &place->config, false, place->arena, &error));
	assert_true(database.run(&database, sql, &error));
	database.close(&database);
}

static const char *ask(struct place *place, const char *sql)
{
	struct migration_database database;
	struct error error;
	const char **cells;
	size_t count;
	assert_true(migration_open(&database, &place->config, false, place->arena, &error));
	assert_true(database.rows(&database, sql, place->arena, &cells, &count, &error));
	database.close(&database);
	assert_int_equal(count, 1);
	return cells[0];
}

static void test_a_database_is_made_with_its_folder(void **state)
{
	struct place *place = *state;
	struct error error;
	assert_int_not_equal(access(place->config.sqlite_path, F_OK), 0);
	assert_true(migrate(place, &error));
	assert_string_equal(ask(place, "select count(*) from up_roles"), "2");
	assert_string_equal(ask(place, "select count(*) from up_permissions_role_links"), "9");
	assert_true(migrate(place, &error));
	assert_string_equal(ask(place, "select count(*) from up_roles"), "2");
}

static void test_what_was_lost_is_added_again(void **state)
{
	struct place *place = *state;
	struct error error;
	assert_true(migrate(place, &error));
	run(place, "alter table categories drop column code; drop table reviews_author_links; "
	           "drop index restaurants_slug_unique; delete from up_roles");
	assert_true(migrate(place, &error));
	assert_string_equal(ask(place, "select type from pragma_table_info('categories') where name = 'code'"),
	                    "varchar(255)");
	assert_string_equal(ask(place, "select count(*) from pragma_foreign_key_list('reviews_author_links')"), "2");
	assert_string_equal(ask(place, "select \"unique\" from pragma_index_list('restaurants') where name = "
	                               "'restaurants_slug_unique'"),
	                    "1");
	/* The tables were there: whoever emptied them meant it. */
	assert_string_equal(ask(place, "select count(*) from up_roles"), "0");
}

static void test_nothing_is_done_by_halves(void **state)
{
	struct place *place = *state;
	struct error error;
	assert_true(migrate(place, &error));
	/* A table that can get no column: the last change fails after others have been made. */
	run(place, "drop table reviews_author_links; drop table chains_headquarters_links; drop table globals; "
	           "create view globals as select 1 as id");
	assert_false(migrate(place, &error));
	assert_non_null(strstr(error.message, "globals"));
	assert_string_equal(ask(place, "select count(*) from sqlite_master where name like 'reviews_author%'"), "0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_a_database_is_made_with_its_folder, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_what_was_lost_is_added_again, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_nothing_is_done_by_halves, set_up, tear_down),
	};
	log_set_level(LOG_ERROR);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
