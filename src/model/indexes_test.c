/* What models say of indexes, as far as one file tells. */
#include "member.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char file[] = "src/api/t/content-types/t/schema.json";

static bool check(struct arena *arena, const char *members, struct findings *findings)
{
	const char *json = arena_format(
	    arena,
	    "{\"kind\": \"collectionType\", \"collectionName\": \"ts\", \"info\": {\"singularName\": \"t\", "
	    "\"pluralName\": \"ts\", \"displayName\": \"T\"}, \"attributes\": {\"a\": {\"type\": "
	    "\"string\", \"index\": true}}, %s}",
	    members);
	findings_init(findings, arena);
	return model_check_text(arena, file, slice_of(json), findings);
}

static void test_mistakes(void **state)
{
	static const struct {
		const char *members, *path, *message;
	} cases[] = {
	    {"\"indexes\": {}", "$.indexes", "expected an array"},
	    {"\"indexes\": [3]", "$.indexes[0]", "expected an object"},
	    {"\"indexes\": [{\"columns\": [\"a\"]}]", "$.indexes[0].name", "expected a name"},
	    {"\"indexes\": [{\"name\": \"sqlite_x\", \"columns\": [\"a\"]}]", "$.indexes[0].name", "sqlite_"},
	    {"\"indexes\": [{\"name\": \"x\"}]", "$.indexes[0].columns", "1 to 8 columns"},
	    {"\"indexes\": [{\"name\": \"x\", \"columns\": []}]", "$.indexes[0].columns", "1 to 8 columns"},
	    {"\"indexes\": [{\"name\": \"x\", \"columns\": [\"a:desc\"]}]", "$.indexes[0].columns", "no column"},
	    {"\"indexes\": [{\"name\": \"x\", \"columns\": [\"a\"], \"type\": \"primary\"}]", "$.indexes[0].type",
	     "primary key"},
	    {"\"options\": {\"indexes\": 1}", "$.options.indexes", "expected an array"},
	    {"\"options\": {\"indexes\": [{\"columns\": [\"a:up\"]}]}", "$.options.indexes[0].columns", "no column"},
	    {"\"options\": {\"indexes\": [{\"columns\": [\"a\"], \"type\": \"hash\"}]}", "$.options.indexes[0].type",
	     "unknown type hash"},
	    {"\"options\": {\"indexes\": [{\"columns\": [\"a:desc\"], \"type\": \"unique\"}]}",
	     "$.options.indexes[0].columns", "unique"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena *arena = arena_create();
		struct findings findings;
		/* Strapi does not read those of options. */
		const bool is_note = strncmp(cases[i].path, "$.options", 9) == 0;
		bool found = false;
		assert_int_equal(check(arena, cases[i].members, &findings), is_note);
		for (const struct finding *at = findings.first; at; at = at->next)
			found |= strcmp(at->path, cases[i].path) == 0 && strcmp(at->file, file) == 0 &&
			         strstr(at->message, cases[i].message) && (at->kind == FINDING_NOTE) == is_note;
		if (!found)
			fail_msg("%s: nothing is said of %s", cases[i].members, cases[i].path);
		arena_destroy(arena);
	}
}

static void test_what_is_right(void **state)
{
	static const char *const cases[] = {
	    "\"indexes\": [{\"name\": \"x\", \"columns\": [\"a\", \"id\"], \"type\": null}]",
	    "\"indexes\": [{\"name\": \"x\", \"columns\": [\"a\"], \"type\": \"unique\"}]",
	    "\"indexes\": [{\"name\": \"x\", \"columns\": [\"a\"], \"type\": \"fulltext\"}]",
	    "\"indexes\": null",
	    "\"options\": {\"indexes\": [{\"columns\": [\"a:desc\", \"id\"]}]}",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena *arena = arena_create();
		struct findings findings;
		if (!check(arena, cases[i], &findings))
			fail_msg("%s: %s", cases[i], findings.first->message);
		arena_destroy(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_mistakes), cmocka_unit_test(test_what_is_right)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
