#include "headers.h"

#include <json-c/json.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct arena *arena;
static struct header *headers;
static size_t count;
static const char *problem;

static bool make(const char *defaults, const char *own)
{
	struct json_object *json = json_parse_stored(slice_of(defaults));
	bool done = headers_make(arena, json, slice_of(own), SLICE("entry.create"), &headers, &count, &problem);
	json_object_put(json);
	return done;
}

static void expect(const char *name, const char *value)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(headers[i].name, name) == 0) {
			assert_string_equal(headers[i].value, value);
			return;
		}
	}
	fail_msg("there is no header %s", name);
}

static void later_ones_win_and_keep_the_first_name(void **state)
{
	(void)state;
	assert_true(
	    make("{\"authorization\": \"a\", \"X-One\": 1}",
	         "{\"Authorization\": \"Bearer b\", \"x-strapi-event\": \"mine\", \"content-type\": \"text/plain\"}"));
	assert_int_equal(count, 7);
	expect("authorization", "Bearer b");
	expect("X-One", "1");
	expect("x-strapi-event", "entry.create");
	expect("content-type", "application/json");
	expect("Accept", "*/*");
	expect("Accept-Encoding", "gzip,deflate");
	expect("User-Agent", "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)");
}

static void values_are_texts(void **state)
{
	(void)state;
	assert_true(make("null", "{\"A\": null, \"B\": true, \"C\": 1.5, \"D\": \"\", \"User-Agent\": \"mine/1\"}"));
	expect("A", "null");
	expect("B", "true");
	expect("C", "1.5");
	expect("D", "");
	expect("User-Agent", "mine/1");
}

static void what_would_break_the_message_is_refused(void **state)
{
	(void)state;
	assert_false(make("null", "{\"X-A\": \"a\\r\\nX-B: b\"}"));
	assert_non_null(problem);
	assert_false(make("null", "{\"X-A\\r\\nX-B\": \"b\"}"));
	assert_false(make("null", "{\"X A\": \"b\"}"));
	assert_false(make("null", "{\"\": \"b\"}"));
	assert_false(make("{\"X\": \"\\u0000\"}", "{}"));
}

static void https_own_are_left_out(void **state)
{
	(void)state;
	assert_true(make("{\"content-length\": 1}", "{\"Transfer-Encoding\": \"chunked\", \"Connection\": \"close\"}"));
	assert_int_equal(count, 5);
}

static void what_is_no_object_has_none(void **state)
{
	(void)state;
	assert_true(make("null", "[1]"));
	assert_true(make("null", "nonsense"));
	assert_true(make("null", ""));
	assert_int_equal(count, 5);
}

static void they_are_bounded(void **state)
{
	struct buffer many = {0};
	(void)state;
	for (int i = 0; i < 200; i++)
		buffer_format(&many, "%s\"X-%d\": 1", i ? "," : "{", i);
	buffer_byte(&many, '}');
	assert_false(make("null", buffer_terminate(&many)));
	buffer_free(&many);
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(later_ones_win_and_keep_the_first_name),
	    cmocka_unit_test(values_are_texts),
	    cmocka_unit_test(what_would_break_the_message_is_refused),
	    cmocka_unit_test(https_own_are_left_out),
	    cmocka_unit_test(what_is_no_object_has_none),
	    cmocka_unit_test(they_are_bounded),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
