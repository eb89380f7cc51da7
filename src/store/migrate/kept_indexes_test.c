/* Indexes that `lectern advise --apply` has made: they are listed once, and made again by the next migration. */
#include "kept_indexes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static struct {
	struct arena *arena;
	char folder[32];
	struct config config;
	const struct registry *registry;
	struct schema schema;
} place;

static const char *file_of(const char *ending)
{
	return arena_format(place.arena, "%s/data.db%s", place.folder, ending);
}

static int set_up(void **state)
{
	struct findings findings;
	struct error error;
	(void)state;
	place.arena = arena_create();
	memcpy(place.folder, "/tmp/lectern-unit-XXXXXX", sizeof "/tmp/lectern-unit-XXXXXX");
	assert_non_null(mkdtemp(place.folder));
	place.config = (struct config){.client = DATABASE_SQLITE, .sqlite_path = file_of("")};
	findings_init(&findings, place.arena);
	place.registry = model_load(place.arena, "tests/data/project", NULL, &findings);
	assert_non_null(place.registry);
	assert_true(schema_describe(place.arena, place.registry, &place.schema, &error));
	return 0;
}

static int tear_down(void **state)
{
	static const char *const endings[] = {"", "-wal", "-shm"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		unlink(file_of(endings[i]));
	rmdir(place.folder);
	arena_destroy(place.arena);
	return 0;
}

static void migrate(void)
{
	static const struct migrate_options options;
	struct error error;
	assert_true(store_migrate(&place.config, place.registry, &options, &error));
}

static void run(const char *sql)
{
	struct migration_database database;
	struct error error;
	assert_true(migration_open(&database, &place.config, false, place.arena, &error));
	assert_true(database.run(&database, sql, &error));
	database.close(&database);
}

static const char *ask(const char *sql)
{
	struct migration_database database;
	struct error error;
	const char **cells;
	size_t count;
	assert_true(migration_open(&database, &place.config, false, place.arena, &error));
	assert_true(database.rows(&database, sql, place.arena, &cells, &count, &error));
	database.close(&database);
	return count ? cells[0] : NULL;
}

static const char index_there[] = "select sql from sqlite_master where name = 'restaurants_rating_desc_id_index'";

static void add_index(void)
{
	struct schema_index index = {.name = "restaurants_rating_desc_id_index",
	                             .columns = {"rating", "id"},
	                             .descending = {true, false},
	                             .column_count = 2};
	struct migration_database database;
	struct error error;
	assert_true(migration_open(&database, &place.config, false, place.arena, &error));
	assert_true(
	    kept_indexes_add(&database, schema_find(&place.schema, "restaurants"), &index, place.arena, &error));
	database.close(&database);
}

static void they_are_listed_once(void **state)
{
	(void)state;
	migrate();
	assert_null(ask("select value from strapi_core_store_settings where key = 'lectern_indexes'"));
	add_index();
	add_index();
	assert_string_equal(ask("select value from strapi_core_store_settings where key = 'lectern_indexes'"),
	                    "[{\"table\":\"restaurants\",\"name\":\"restaurants_rating_desc_id_index\","
	                    "\"columns\":[\"rating:desc\",\"id\"]}]");
}

static void they_are_made_again(void **state)
{
	(void)state;
	migrate();
	add_index();
	assert_null(ask(index_there));
	for (int i = 0; i < 2; i++) {
		migrate();
		const char *sql = ask(index_there);
		assert_non_null(sql);
		assert_non_null(strstr(sql, "`rating` desc"));
		run("drop index restaurants_rating_desc_id_index");
	}
}

static void what_is_of_no_use_any_more_is_passed_over(void **state)
{
	static const char *const lists[] = {
	    "no json",
	    "{}",
	    "[1, {}, {\"table\":\"gone\",\"name\":\"a\",\"columns\":[\"id\"]}]",
	    "[{\"table\":\"restaurants\",\"name\":\"restaurants_rating_desc_id_index\",\"columns\":[\"gone\"]}]",
	    "[{\"table\":\"restaurants\",\"name\":\"restaurants_rating_desc_id_index\",\"columns\":[]}]",
	    "[{\"table\":\"restaurants\",\"name\":\"\",\"columns\":[\"id\"]}]",
	};
	(void)state;
	migrate();
	add_index();
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		run(arena_format(place.arena,
		                 "update strapi_core_store_settings set value = '%s' where key = 'lectern_indexes'",
		                 lists[i]));
		migrate();
		assert_null(ask(index_there));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(they_are_listed_once, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(they_are_made_again, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(what_is_of_no_use_any_more_is_passed_over, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
