/* Jobs that yield, on a small SQLite database: what others see and write meanwhile, and what becomes of their parts. */
#include "yield.h"

#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { TOO_MANY = 300 };

static char folder[] = "/tmp/lectern-yield-test-XXXXXX", file[64];
static struct arena *arena;
static const struct registry *registry;
static struct store *store;
static struct config config = {.client = DATABASE_SQLITE, .sqlite_path = file, .statement_timeout = 30000};

static int run_sql(const char *sql)
{
	sqlite3 *database;
	assert_int_equal(sqlite3_open(file, &database), SQLITE_OK);
	sqlite3_busy_timeout(database, 5000);
	const int outcome = sqlite3_exec(database, sql, NULL, NULL, NULL);
	sqlite3_close(database);
	return outcome;
}

static int count(const char *name)
{
	sqlite3 *database;
	sqlite3_stmt *statement;
	assert_int_equal(sqlite3_open(file, &database), SQLITE_OK);
	assert_int_equal(
	    sqlite3_prepare_v2(database, "SELECT count(*) FROM categories WHERE name = ?", -1, &statement, NULL),
	    SQLITE_OK);
	sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	const int found = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(database);
	return found;
}

static int open_store(void **state)
{
	struct findings findings;
	struct error error;
	(void)state;
	arena = arena_create();
	findings_init(&findings, arena);
	registry = model_load(arena, "tests/data/project", NULL, &findings);
	if (!registry || !mkdtemp(folder))
		return -1;
	snprintf(file, sizeof file, "%s/data.db", folder);
	if (run_sql("CREATE TABLE categories (id INTEGER PRIMARY KEY, name VARCHAR UNIQUE)") != SQLITE_OK)
		return -1;
	return store_open(&config, registry, 1, &store, &error) ? 0 : -1;
}

static int close_store(void **state)
{
	static const char *const behind[] = {"", "-wal", "-shm"};
	(void)state;
	store_close(store);
	for (size_t i = 0; i < COUNT_OF(behind); i++) {
		char path[80];
		snprintf(path, sizeof path, "%s%s", file, behind[i]);
		unlink(path);
	}
	arena_destroy(arena);
	return rmdir(folder);
}

static bool add(struct store_session *session, const char *name, struct error *error)
{
	const struct content_type *type = model_type(registry, SLICE("api::category.category"));
	const struct attribute *attribute = model_attribute(type, SLICE("name"));
	const struct store_field field = {
	    .column = "name", .attribute = attribute, .value = value_text(slice_of(name))};
	return store_insert(session, "categories", &field, 1, NULL, error);
}

/* ---- jobs ---- */

struct change {
	const char *first, *second; /* what is added before it yields and after; NULL: nothing */
	bool keeps;                 /* it does not yield */
	bool fails;                 /* at its end */
	bool in_part;               /* whether it might yield in an undoable part */
	bool resumed;
	struct error error;
	pthread_barrier_t *meets; /* while others write; or NULL */
	struct arena *arena;
	struct store_job job;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool finished, done;
};

static void finish(void *context, bool done, const struct error *error)
{
	struct change *change = context;
	pthread_mutex_lock(&change->lock);
	change->finished = true;
	change->done = done;
	if (!done)
		change->error = *error;
	pthread_cond_signal(&change->changed);
	pthread_mutex_unlock(&change->lock);
}

static bool run(void *context, struct store_session *session, struct error *error)
{
	struct change *change = context;
	if (change->first && !add(session, change->first, error))
		return false;
	if (!store_begin_undoable(session, error))
		return false;
	change->in_part = store_may_yield(session);
	if (!store_keep(session, error))
		return false;
	if (!change->keeps && store_may_yield(session)) {
		if (!store_yield(session, error))
			return false;
		if (change->meets)
			pthread_barrier_wait(change->meets);
		change->resumed = store_resume(session, error);
		if (!change->resumed)
			return true;
	}
	if (change->second && !add(session, change->second, error))
		return false;
	return !change->fails || error_set(error, 400, "ValidationError", "It fails");
}

static void begin(struct change *change, bool yields)
{
	pthread_mutex_init(&change->lock, NULL);
	pthread_cond_init(&change->changed, NULL);
	change->arena = arena_create();
	change->job = (struct store_job){
	    .run = run, .finish = finish, .context = change, .arena = change->arena, .yields = yields};
	store_submit(store, &change->job);
}

static void wait_for(struct change *change)
{
	pthread_mutex_lock(&change->lock);
	while (!change->finished)
		pthread_cond_wait(&change->changed, &change->lock);
	pthread_mutex_unlock(&change->lock);
	pthread_cond_destroy(&change->changed);
	pthread_mutex_destroy(&change->lock);
	arena_destroy(change->arena);
}

/* ---- what they do ---- */

static void lets_others_write(void **state)
{
	pthread_barrier_t meets;
	struct change away = {.first = "away 1", .second = "away 2", .meets = &meets}, beside = {.first = "beside"};
	(void)state;
	pthread_barrier_init(&meets, NULL, 2);
	begin(&away, true);
	begin(&beside, false);
	wait_for(&beside);
	assert_true(beside.done);
	assert_int_equal(count("beside"), 1);
	pthread_barrier_wait(&meets);
	wait_for(&away);
	assert_true(away.done && away.resumed);
	assert_false(away.in_part);
	assert_int_equal(count("away 1"), 1);
	assert_int_equal(count("away 2"), 1);
	pthread_barrier_destroy(&meets);
}

static void shows_what_it_has_written(void **state)
{
	pthread_barrier_t meets;
	struct change away = {.first = "shown 1", .second = "shown 2", .meets = &meets};
	(void)state;
	pthread_barrier_init(&meets, NULL, 2);
	begin(&away, true);
	while (!count("shown 1"))
		usleep(1000);
	assert_int_equal(count("shown 2"), 0);
	/* Another process may write, too. */
	assert_int_equal(run_sql("INSERT INTO categories (name) VALUES ('of another')"), SQLITE_OK);
	pthread_barrier_wait(&meets);
	wait_for(&away);
	assert_int_equal(count("shown 2"), 1);
	pthread_barrier_destroy(&meets);
}

/* A name that is there already can't be added. */
static void loses_only_the_part_that_fails(void **state)
{
	struct change second = {.first = "kept", .second = "kept"}, fails = {.first = "kept too", .fails = true},
		      first = {.first = "kept", .second = "never"}, whole = {.first = "whole", .keeps = true},
		      undone = {.first = "undone", .keeps = true, .fails = true};
	struct change *const all[] = {&second, &fails, &first, &whole, &undone};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(all); i++) {
		begin(all[i], true);
		wait_for(all[i]);
	}
	assert_false(second.done);
	assert_non_null(strstr(second.error.message, "The change is stored, but"));
	assert_int_equal(count("kept"), 1);
	assert_false(fails.done);
	assert_int_equal(count("kept too"), 1);
	assert_false(first.done);
	assert_null(strstr(first.error.message, "stored"));
	assert_int_equal(count("never"), 0);
	assert_true(whole.done);
	assert_false(undone.done);
	assert_int_equal(count("undone"), 0);
}

/* More than there are threads for: those run, and do not yield. */
static void all_end_however_many(void **state)
{
	static struct change changes[TOO_MANY];
	static char names[TOO_MANY][16];
	size_t resumed = 0;
	(void)state;
	for (size_t i = 0; i < TOO_MANY; i++) {
		snprintf(names[i], sizeof names[i], "many %zu", i);
		changes[i] = (struct change){.first = names[i]};
		begin(&changes[i], true);
	}
	for (size_t i = 0; i < TOO_MANY; i++) {
		wait_for(&changes[i]);
		assert_true(changes[i].done);
		assert_int_equal(count(names[i]), 1);
		resumed += changes[i].resumed;
	}
	assert_true(resumed > TOO_MANY / 2);
}

/* The store closes when the job has ended. */
static void ends_before_the_store_closes(void **state)
{
	pthread_barrier_t meets;
	struct change away = {.first = "last 1", .second = "last 2", .meets = &meets};
	(void)state;
	pthread_barrier_init(&meets, NULL, 1);
	begin(&away, true);
	store_close(store);
	assert_true(away.finished && away.done);
	wait_for(&away);
	assert_int_equal(count("last 2"), 1);
	struct error error;
	assert_true(store_open(&config, registry, 1, &store, &error));
	pthread_barrier_destroy(&meets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lets_others_write),
	    cmocka_unit_test(shows_what_it_has_written),
	    cmocka_unit_test(loses_only_the_part_that_fails),
	    cmocka_unit_test(all_end_however_many),
	    cmocka_unit_test(ends_before_the_store_closes),
	};
	return cmocka_run_group_tests(tests, open_store, close_store);
}
