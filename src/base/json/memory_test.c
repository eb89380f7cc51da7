#include "json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { COUNT = 4 };

static struct slice list_of(const char *unit, size_t count)
{
	size_t len = strlen(unit);
	char *text = malloc(len * count + 4);
	text[0] = '[';
	for (size_t i = 0; i < count; i++)
		memcpy(text + 1 + i * len, unit, len);
	memcpy(text + 1 + count * len, "{}]", 3);
	return (struct slice){text, len * count + 4};
}

static bool parse(struct arena *arena, struct slice text, struct error *error)
{
	struct json_object *json;
	bool done = json_parse(arena, text, JSON_DEEPEST, &json, error);
	json_object_put(json);
	return done;
}

static void all_together_are_bounded(void **state)
{
	struct slice large = list_of("{},", 80000), huge = list_of("{},", 400000);
	struct arena *arenas[] = {arena_create(), arena_create(), arena_create(), arena_create()};
	struct error error;
	(void)state;
	assert_false(parse(arenas[0], huge, &error));
	assert_int_equal(error.status, 413);
	size_t admitted = 0;
	while (admitted < COUNT && parse(arenas[admitted], large, &error))
		admitted++;
	assert_int_equal(error.status, 503);
	assert_int_equal(admitted, 3);
	/* What is light goes on. */
	assert_true(parse(arenas[3], SLICE("{\"query\":\"{__typename}\"}"), &error));
	/* What one gives back another takes. */
	arena_reset(arenas[0], 0);
	assert_true(parse(arenas[3], large, &error));
	assert_false(parse(arenas[0], large, &error));
	for (size_t i = 0; i < COUNT; i++)
		arena_destroy(arenas[i]);
	struct arena *again = arena_create();
	assert_true(parse(again, large, &error));
	arena_destroy(again);
	free((void *)large.ptr);
	free((void *)huge.ptr);
}

/* A string weighs what it is long, whatever stands in it. */
static void texts_are_light(void **state)
{
	char text[15 * 1024];
	struct arena *arena = arena_create();
	struct error error;
	(void)state;
	assert_true(json_admit(arena, JSON_MOST_BYTES, &error));
	memset(text, '{', sizeof text);
	text[0] = text[sizeof text - 1] = '"';
	struct arena *other = arena_create();
	assert_true(parse(other, (struct slice){text, sizeof text}, &error));
	assert_false(json_admit(other, 16 * 1024, &error));
	assert_int_equal(error.status, 503);
	arena_destroy(other);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_together_are_bounded),
	    cmocka_unit_test(texts_are_light),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
