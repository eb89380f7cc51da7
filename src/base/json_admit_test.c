#include "json_admit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 4 };

static void containers_weigh_most(void **state)
{
	(void)state;
	size_t nothing = json_weigh(SLICE("1"));
	assert_true(nothing < 200);
	assert_true(json_weigh(SLICE("{}")) > nothing + 500);
	assert_true(json_weigh(SLICE("[]")) > nothing + 100);
	assert_true(json_weigh(SLICE("[{},{},{}]")) > 3 * json_weigh(SLICE("{}")));
	/* In strings they are text. */
	assert_true(json_weigh(SLICE("\"{}[]{}[],,::\"")) < 200);
	assert_true(json_weigh(SLICE("\"\\\"{}[]{}[],,::\"")) < 200);
	assert_true(json_weigh(SLICE("\"\\\\\"{}")) > 500);
	assert_true(json_weigh((struct slice){0}) < 200);
	/* What is no JSON is weighed all the same. */
	assert_true(json_weigh(SLICE("\"\\")) < 200);
}

static struct slice text_of(const char *unit, size_t count)
{
	size_t len = strlen(unit);
	char *text = malloc(len * count);
	for (size_t i = 0; i < count; i++)
		memcpy(text + i * len, unit, len);
	return (struct slice){text, len * count};
}

static void all_together_are_bounded(void **state)
{
	struct slice large = text_of("{},", 100000), huge = text_of("{},", 400000);
	struct arena *arenas[] = {arena_create(), arena_create(), arena_create(), arena_create()};
	struct error error;
	(void)state;
	assert_false(json_admit(arenas[0], huge, &error));
	assert_int_equal(error.status, 413);
	size_t admitted = 0;
	while (admitted < COUNT && json_admit(arenas[admitted], large, &error))
		admitted++;
	assert_int_equal(error.status, 503);
	assert_int_equal(admitted, JSON_MOST_BYTES / json_weigh(large));
	/* What is light goes on. */
	assert_true(json_admit(arenas[3], SLICE("{\"query\":\"{__typename}\"}"), &error));
	/* What one gives back another takes. */
	arena_reset(arenas[0], 0);
	assert_true(json_admit(arenas[3], large, &error));
	assert_false(json_admit(arenas[0], large, &error));
	for (size_t i = 0; i < COUNT; i++)
		arena_destroy(arenas[i]);
	struct arena *again = arena_create();
	assert_true(json_admit(again, large, &error));
	arena_destroy(again);
	free((void *)large.ptr);
	free((void *)huge.ptr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(containers_weigh_most),
	    cmocka_unit_test(all_together_are_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
