/* From kept shapes to indexes: which columns they have, in which order, and what no index serves. */
#include "candidates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *arena;
static struct schema schema;

static int set_up(void **state)
{
	struct findings findings;
	struct error error;
	(void)state;
	arena = arena_create();
	findings_init(&findings, arena);
	const struct registry *registry = model_load(arena, "tests/data/project", NULL, &findings);
	return registry && schema_describe(arena, registry, &schema, &error) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

static struct index_candidates read_lines(const char *lines)
{
	char folder[] = "/tmp/lectern-unit-XXXXXX";
	struct index_candidates candidates = {.arena = arena};
	assert_non_null(mkdtemp(folder));
	const char *hidden = arena_format(arena, "%s/.tmp", folder);
	const char *path = arena_format(arena, "%s/lectern-shapes.jsonl", hidden);
	assert_int_equal(mkdir(hidden, 0700), 0);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(lines, file);
	fclose(file);
	candidates_read(&candidates, folder, &schema);
	unlink(path);
	rmdir(hidden);
	rmdir(folder);
	return candidates;
}

/* "price,name,id,open:desc" */
static const char *columns_of(const struct index_candidate *candidate)
{
	const char *text = "";
	for (size_t i = 0; i < candidate->index.column_count; i++)
		text = arena_format(arena, "%s%s%s%s", text, i ? "," : "", candidate->index.columns[i],
		                    candidate->index.descending[i] ? ":desc" : "");
	return text;
}

#define SHAPE(kind, more) \
	"{\"table\":\"restaurants\",\"kind\":\"" kind "\",\"count\":2,\"nanoseconds\":10,\"longest\":7," more "}\n"

static void columns_stand_in_the_order_that_serves(void **state)
{
	static const struct {
		const char *line, *columns;
	} cases[] = {
	    {SHAPE("list", "\"equal\":[\"price\"],\"sorts\":[\"name\"]"), "price,name,id"},
	    {SHAPE("list", "\"equal\":[],\"sorts\":[\"rating:desc\",\"name\"]"), "rating:desc,name,id"},
	    {SHAPE("list", "\"range\":[\"seats\"],\"sorts\":[\"name\"]"), "name,id,seats"},
	    {SHAPE("list", "\"range\":[\"seats\"]"), "seats,id"},
	    {SHAPE("list", "\"equal\":[\"locale\",\"price\"],\"live\":true"), "price,id,locale,published_at"},
	    {SHAPE("count", "\"equal\":[\"price\",\"open\"]"), "price,open,id"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct index_candidates found = read_lines(cases[i].line);
		assert_int_equal(found.count, 1);
		assert_string_equal(columns_of(&found.items[0]), cases[i].columns);
		assert_true(found.items[0].index.unlisted && !found.items[0].index.unique);
		assert_int_equal(found.unserved, 0);
	}
}

static void what_no_index_serves_is_counted(void **state)
{
	static const char *const lines[] = {
	    SHAPE("list", "\"sorts\":[]"),
	    SHAPE("list", "\"equal\":[\"description\"]"),
	    SHAPE("list", "\"equal\":[\"gone\"]"),
	    SHAPE("list", "\"equal\":[\"price\"],\"related\":true"),
	    SHAPE("list", "\"equal\":[\"locale\"]"),
	    "{\"table\":\"nothing\",\"kind\":\"list\",\"equal\":[\"price\"]}\n",
	    "{\"table\":\"restaurants\",\"equal\":[\"price\"]}\n",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct index_candidates found = read_lines(lines[i]);
		assert_int_equal(found.count, 0);
		assert_int_equal(found.unserved, 1);
	}
	assert_int_equal(read_lines("").unserved, 0);
	assert_int_equal(read_lines("no json\n\n").unserved, 0);
}

static void a_list_and_its_total_are_one_candidate(void **state)
{
	(void)state;
	struct index_candidates found = read_lines(SHAPE("list", "\"equal\":[\"price\"]") SHAPE(
	    "count", "\"equal\":[\"price\"]") SHAPE("list", "\"equal\":[\"open\"]"));
	assert_int_equal(found.count, 2);
	const struct index_candidate *price = &found.items[0];
	assert_string_equal(columns_of(price), "price,id");
	assert_true(price->lists && price->counts);
	assert_int_equal(price->runs, 4);
	assert_int_equal(price->nanoseconds, 20);
	assert_int_equal(price->longest, 7);
	assert_ptr_equal(candidates_find_same(&found, price), price);
	assert_false(found.items[1].counts);
}

static void the_dearest_comes_first(void **state)
{
	(void)state;
	struct index_candidates found =
	    read_lines("{\"table\":\"restaurants\",\"kind\":\"list\",\"equal\":[\"price\"],\"nanoseconds\":5}\n"
	               "{\"table\":\"restaurants\",\"kind\":\"list\",\"equal\":[\"open\"],\"nanoseconds\":50}\n"
	               "{\"table\":\"reviews\",\"kind\":\"list\",\"equal\":[\"stars\"],\"nanoseconds\":20}\n");
	assert_int_equal(found.count, 3);
	assert_string_equal(columns_of(&found.items[0]), "open,id");
	assert_string_equal(found.items[1].table->name, "reviews");
	assert_string_equal(columns_of(&found.items[2]), "price,id");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(columns_stand_in_the_order_that_serves),
	    cmocka_unit_test(what_no_index_serves_is_counted),
	    cmocka_unit_test(a_list_and_its_total_are_one_candidate),
	    cmocka_unit_test(the_dearest_comes_first),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
