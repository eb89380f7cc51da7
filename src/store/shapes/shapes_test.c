/* The file of slow statements: what is noted by several servers is added up, and it stays small. */
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/test_project.h"

static char folder[] = "/tmp/lectern-unit-XXXXXX";

static struct query *make_query(const char *field, const char *value)
{
	const struct content_type *type = model_type(registry, SLICE("api::restaurant.restaurant"));
	struct query *query = query_create(arena, type);
	query_add_condition(
	    arena, query,
	    query_compare(arena, model_attribute(type, slice_of(field)), QUERY_EQ, value_text(slice_of(value))));
	return query;
}

static void note(struct shapes *shapes, const char *statement, int64_t nanoseconds)
{
	const struct shape_run run = {.query = make_query("price", "a secret"),
	                              .text = slice_of(statement),
	                              .rows = 2,
	                              .nanoseconds = nanoseconds};
	shapes_note(shapes, &run);
}

static size_t count_lines(struct slice text)
{
	size_t lines = 0;
	for (size_t i = 0; i < text.len; i++)
		lines += text.ptr[i] == '\n';
	return lines;
}

static bool has(struct slice text, const char *part)
{
	return memmem(text.ptr, text.len, part, strlen(part)) != NULL;
}

static void test_two_servers(void **state)
{
	static struct shapes servers[2];
	(void)state;
	for (size_t i = 0; i < COUNT_OF(servers); i++) {
		shapes_start(&servers[i], folder);
		note(&servers[i], "SELECT \"x\" = ?1", 300000);
		note(&servers[i], "SELECT \"x\" = ?1", 500000);
	}
	note(&servers[1], "SELECT 2", 9000000);
	for (size_t i = 0; i < COUNT_OF(servers); i++)
		shapes_stop(&servers[i]);
	struct slice text = shapes_read_file(folder, arena);
	assert_int_equal(count_lines(text), 2);
	assert_true(
	    has(text, "\"count\":4,\"rows\":8,\"steps\":0,\"nanoseconds\":1600000,\"longest\":500000,\"table\":"));
	assert_true(has(text, "\"equal\":[\"price\"],\"range\":[],\"rest\":false"));
	assert_true(has(text, "\"statement\":\"SELECT \\\"x\\\" = ?1\"}"));
	assert_false(has(text, "secret"));
}

static void test_it_stays_small(void **state)
{
	static struct shapes shapes;
	(void)state;
	shapes_start(&shapes, folder);
	for (int i = 0; i < SHAPES_MOST + 100; i++)
		note(&shapes, arena_format(arena, "SELECT %d", i), 200000 + i);
	shapes_stop(&shapes);
	struct slice text = shapes_read_file(folder, arena);
	assert_int_equal(count_lines(text), SHAPES_MOST);
	/* The dearest comes first. */
	assert_true(text.len > 100 && has((struct slice){text.ptr, 200}, "\"nanoseconds\":9200002"));
}

static void test_no_folder(void **state)
{
	static struct shapes shapes;
	(void)state;
	shapes_start(&shapes, "/nowhere/at/all");
	note(&shapes, "SELECT 1", 300000);
	shapes_stop(&shapes);
	assert_int_equal(shapes_read_file("/nowhere/at/all", arena).len, 0);
}

static int set_up(void **state)
{
	return mkdtemp(folder) ? load_project(state) : -1;
}

static int tear_down(void **state)
{
	static const char *const names[] = {"/.tmp/lectern-shapes.jsonl", "/.tmp/lectern-shapes.jsonl.lock"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		unlink(arena_format(arena, "%s%s", folder, names[i]));
	rmdir(arena_format(arena, "%s/.tmp", folder));
	rmdir(folder);
	return unload_project(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_two_servers), cmocka_unit_test(test_it_stays_small),
	                                   cmocka_unit_test(test_no_folder)};
	log_set_level(LOG_ERROR);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
