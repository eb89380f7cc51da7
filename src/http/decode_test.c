#include "http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void check_decode(const char *from, bool plus_is_space, const char *expected)
{
	char text[64];
	size_t len = strlen(from);
	memcpy(text, from, len);
	len = http_percent_decode(text, len, plus_is_space);
	if (!expected) {
		assert_true(len == SIZE_MAX);
		return;
	}
	assert_int_equal(len, strlen(expected));
	assert_memory_equal(text, expected, len);
}

static void decodes_percent(void **state)
{
	(void)state;
	check_decode("", false, "");
	check_decode("abc", false, "abc");
	check_decode("a%20b", false, "a b");
	check_decode("%5Bx%5d", false, "[x]");
	check_decode("%e6%9d%b1", false, "\xe6\x9d\xb1");
	check_decode("%2525", false, "%25");
	check_decode("a+b", false, "a+b");
	check_decode("a+b%2B", true, "a b+");
	char nul[] = "%00";
	assert_int_equal(http_percent_decode(nul, 3, false), 1);
	assert_int_equal(nul[0], 0);
}

static void refuses_bad_percent(void **state)
{
	(void)state;
	check_decode("%", false, NULL);
	check_decode("a%2", false, NULL);
	check_decode("%zz", false, NULL);
	check_decode("%2g", false, NULL);
	check_decode("%%20", false, NULL);
	check_decode("% 20", true, NULL);
}

/* `expected` has | between segments; NULL: the path is none. */
static void check_segments(const char *raw, const char *expected)
{
	struct arena *arena = arena_create();
	struct slice parts[4];
	struct buffer joined = {0};
	size_t count;
	bool split = http_split_path(slice_of(raw), arena, parts, COUNT_OF(parts), &count);
	assert_int_equal(split, expected != NULL);
	for (size_t i = 0; split && i < count; i++) {
		if (i)
			buffer_byte(&joined, '|');
		buffer_slice(&joined, parts[i]);
	}
	assert_true(!split || slice_is(buffer_as_slice(&joined), expected));
	buffer_free(&joined);
	arena_destroy(arena);
}

static void splits_before_decoding(void **state)
{
	(void)state;
	check_segments("/a/b", "a|b");
	check_segments("/a%2Fb", "a/b");
	check_segments("/a%2fb/c%2F/", "a/b|c/");
	check_segments("/%2F", "/");
	check_segments("/a%252Fb", "a%2Fb");
	check_segments("/a//b", NULL);
	check_segments("/a/b/c/d/e", NULL);
	check_segments("/", NULL);
	check_segments("", NULL);
	check_segments("/%2", NULL);
}

static void tells_slashes_within(void **state)
{
	static const struct {
		const char *raw, *path;
		bool within;
	} cases[] = {{"/a/b", "/a/b", false},
	             {"/a%2Fb", "/a/b", true},
	             {"/a%2fb", "/a/b", true},
	             {"/a%252F", "/a%2F", false},
	             {"/%20", "/ ", false}};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct http_request request = {.raw_path = slice_of(cases[i].raw), .path = slice_of(cases[i].path)};
		assert_int_equal(http_has_slash_within(&request), cases[i].within);
	}
	assert_true(slice_is(http_raw_path(SLICE("http://x/a%2F?b")), "/a%2F"));
	assert_true(slice_is(http_raw_path(SLICE("http://x?b")), "/"));
	assert_true(slice_is(http_raw_path(SLICE("/a?b?c")), "/a"));
}

static void check_split(const char *target, const char *path, const char *query)
{
	struct arena *arena = arena_create();
	struct slice got_path, got_query;
	struct error error;
	assert_true(http_split_target(slice_of(target), arena, &got_path, &got_query, &error));
	assert_true(slice_is(got_path, path));
	assert_true(slice_is(got_query, query));
	arena_destroy(arena);
}

static void splits_targets(void **state)
{
	(void)state;
	check_split("/", "/", "");
	check_split("/api/a%20b", "/api/a b", "");
	check_split("/a?", "/a", "");
	check_split("/a?b=%20+c?d", "/a", "b=%20+c?d");
	check_split("/%3f?x", "/?", "x");
	check_split("/\xc3\xa9?\xc3\xa9=1", "/\xc3\xa9", "\xc3\xa9=1");
	check_split("http://host:1/p?q", "/p", "q");
	check_split("HTTPS://host", "/", "");
	check_split("http://host?q", "/", "q");
	check_split("*", "*", "");
}

static void check_mended(const char *target, const char *mended)
{
	struct arena *arena = arena_create();
	struct slice got = http_mend_target(arena, slice_of(target));
	assert_int_equal(got.len, strlen(mended));
	assert_memory_equal(got.ptr, mended, got.len);
	arena_destroy(arena);
}

static void mends_targets(void **state)
{
	(void)state;
	check_mended("/a%zz", "/a%25zz");
	check_mended("/a%zz?", "/a%25zz?");
	check_mended("/%41%/%41//%ff/%00", "/%2541%25/%41//%25ff/%00");
	check_mended("http://host/%?%", "http://host/%25?%25");
	check_mended("/?a=100%&b=%20&c", "/?a=100%25&b=%20&c");
	check_mended("/?a%=%31&b=1%2=%31&&=%", "/?a%25=%31&b=1%252=%2531&&=%25");
	check_mended("/?a=%ff%20", "/?a=%25ff%2520");
}

static void check_refused(struct slice target, const char *part)
{
	struct arena *arena = arena_create();
	struct slice path, query;
	struct error error;
	assert_false(http_split_target(target, arena, &path, &query, &error));
	assert_int_equal(error.status, 400);
	assert_string_equal(error.name, "ValidationError");
	assert_non_null(strstr(error.message, part));
	arena_destroy(arena);
}

static void refuses_bad_targets(void **state)
{
	(void)state;
	check_refused(SLICE(""), "begin with /");
	check_refused(SLICE("api"), "begin with /");
	check_refused(SLICE("?a=b"), "begin with /");
	check_refused(SLICE("/a b"), "spaces");
	check_refused(SLICE("/a\x01"), "control");
	check_refused(SLICE("/a\0b"), "control");
	check_refused(SLICE("/%"), "path has invalid percent-encoding");
	check_refused(SLICE("/%00"), "NUL");
	check_refused(SLICE("/%ff"), "path is not valid UTF-8");
	check_refused(SLICE("/%c0%af"), "path is not valid UTF-8");
	check_refused(SLICE("/?a=%e6%9d"), "query string is not valid UTF-8");
	check_refused(SLICE("/?a=%u0041"), "query string has invalid percent-encoding");
	check_refused(SLICE("/?\xed\xa0\x80"), "query string is not valid UTF-8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(splits_before_decoding), cmocka_unit_test(tells_slashes_within),
	    cmocka_unit_test(decodes_percent),        cmocka_unit_test(refuses_bad_percent),
	    cmocka_unit_test(mends_targets),          cmocka_unit_test(splits_targets),
	    cmocka_unit_test(refuses_bad_targets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
