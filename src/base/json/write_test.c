/* The expected texts are what JSON.stringify of node gives. */
#include "base/base.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void assert_written(struct buffer *buffer, const char *expected)
{
	assert_string_equal(buffer_terminate(buffer), expected);
	buffer->len = 0;
}

static void test_doubles(void **state)
{
	static const struct {
		double value;
		const char *expected;
	} cases[] = {
	    {0, "0"},
	    {-0.0, "0"},
	    {1, "1"},
	    {-17, "-17"},
	    {0.1, "0.1"},
	    {4.2, "4.2"},
	    {0.1 + 0.2, "0.30000000000000004"},
	    {1.0 / 3, "0.3333333333333333"},
	    {-2.5, "-2.5"},
	    {1e-6, "0.000001"},
	    {1.5e-6, "0.0000015"},
	    {1e-7, "1e-7"},
	    {-1.5e-7, "-1.5e-7"},
	    {5e-324, "5e-324"},
	    {9007199254740991.0, "9007199254740991"},
	    {9007199254740993.0, "9007199254740992"},
	    {123456789012345678.0, "123456789012345680"},
	    {1e20, "100000000000000000000"},
	    {1e21, "1e+21"},
	    {1.7976931348623157e308, "1.7976931348623157e+308"},
	    {NAN, "null"},
	    {-INFINITY, "null"},
	};
	(void)state;
	struct buffer buffer = {0};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		json_write_double(&buffer, cases[i].value);
		assert_written(&buffer, cases[i].expected);
	}
	buffer_free(&buffer);
}

static void test_strings(void **state)
{
	(void)state;
	struct buffer buffer = {0};
	json_write_string(&buffer, SLICE("a\"\\/\b\f\n\r\t\x01\x1f\x7f\0z"));
	assert_written(&buffer, "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\\u0000z\"");
	json_write_string(&buffer, SLICE("caf\xC3\xA9 \xE2\x80\xA8 \xF0\x9F\x98\x80"));
	assert_written(&buffer, "\"caf\xC3\xA9 \xE2\x80\xA8 \xF0\x9F\x98\x80\"");
	json_write_string(&buffer, SLICE("a\xFF"
	                                 "b\xC3"));
	assert_written(&buffer, "\"a\xEF\xBF\xBD"
	                        "b\xEF\xBF\xBD\"");
	json_write_string(&buffer, (struct slice){NULL, 0});
	assert_written(&buffer, "\"\"");
	buffer_free(&buffer);
}

/* One byte or character at a time. */
static void write_plainly(struct buffer *buffer, struct slice text)
{
	static const char escaped[] = "\"\\\b\f\n\r\t";
	buffer_byte(buffer, '"');
	for (size_t at = 0; at < text.len;) {
		unsigned char byte = (unsigned char)text.ptr[at];
		size_t length = slice_character((struct slice){text.ptr + at, text.len - at});
		const char *found = memchr(escaped, byte, strlen(escaped));
		if (!length)
			buffer_text(buffer, "\xEF\xBF\xBD");
		else if (found)
			buffer_add(buffer, (char[]){'\\', "\"\\bfnrt"[found - escaped]}, 2);
		else if (byte < ' ')
			buffer_format(buffer, "\\u%04x", byte);
		else
			buffer_add(buffer, text.ptr + at, length);
		at += length ? length : 1;
	}
	buffer_byte(buffer, '"');
}

/* Strings are written in blocks: each kind of piece at each place of them, and none is read behind its end. */
static void test_blocks(void **state)
{
	static const char *const pieces[] = {"a",
	                                     "\"",
	                                     "\\",
	                                     "\n",
	                                     "\x01",
	                                     "\xC3\xA9",
	                                     "\xE6\x9D\xB1",
	                                     "\xED\x9F\xBF",
	                                     "\xED\xA0\x80",
	                                     "\xF0\x9F\x98\x80",
	                                     "\xC3",
	                                     "\xE6\x9D",
	                                     "\xFF",
	                                     "plain",
	                                     "\xE0\xA4\x85",
	                                     "\xC1\xBF",
	                                     "\xE0\x80\x80",
	                                     "\xF4\x90\x80\x80",
	                                     "\xEE\x80\x80"};
	(void)state;
	struct buffer buffer = {0}, expected = {0}, made = {0};
	unsigned random = 1;
	for (size_t length = 0; length < 70; length++) {
		for (size_t round = 0; round < 200; round++) {
			made.len = expected.len = buffer.len = 0;
			while (made.len < length) {
				random = random * 1103515245 + 12345;
				/* In most texts most bytes are plain. */
				size_t which = (random >> 16) % (COUNT_OF(pieces) << round % 4);
				buffer_text(&made, which < COUNT_OF(pieces) ? pieces[which] : "x");
			}
			/* Where it ends, a sanitizer sees what is read beyond. */
			char *text = malloc(length + 1);
			memcpy(text, buffer_terminate(&made), length);
			text = realloc(text, length ? length : 1);
			json_write_string(&buffer, (struct slice){text, length});
			write_plainly(&expected, (struct slice){text, length});
			assert_int_equal(buffer.len, expected.len);
			assert_memory_equal(buffer.data, expected.data, expected.len);
			free(text);
		}
		buffer_free(&buffer);
	}
	buffer_free(&made);
	buffer_free(&expected);
}

static void test_compact(void **state)
{
	static const struct {
		const char *json, *expected;
	} cases[] = {
	    {" { \"a\" : [ 1 , 2.50 , -0 , 1e3 ] , \"b\" : { } , \"c\" : [ ] }\n",
	     "{\"a\":[1,2.5,0,1000],\"b\":{},\"c\":[]}"},
	    {"\"\\u0041\\/\\ud83d\\ude00\\ud83dx\\u0007\"", "\"A/\xF0\x9F\x98\x80\\ud83dx\\u0007\""},
	    {"true", "true"},
	    {"null", "null"},
	    {"1E400", "null"},
	    {"[100000000000000000000000000000000000000000000000000000000000000000000000]", "[1e+71]"},
	    {"0.00000000000000000000000000000000000000000000000000000000000000000000125", "1.25e-69"},
	};
	static const char *const refused[] = {
	    "",         " ",          "{",
	    "[1,]",     "{\"a\":1,}", "{a:1}",
	    "[1 2]",    "tru",        "01",
	    "1.",       ".5",         "+1",
	    "1e",       "-",          "'a'",
	    "\"a",      "\"\\x\"",    "\"\\u12g4\"",
	    "\"\xFF\"", "1 2",        "0100000000000000000000000000000000000000000000000000000000000000000000000"};
	(void)state;
	struct buffer buffer = {0};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_true(json_write_compact(&buffer, slice_of(cases[i].json)));
		assert_written(&buffer, cases[i].expected);
	}
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		if (json_write_compact(&buffer, slice_of(refused[i])))
			fail_msg("taken for JSON: %s", refused[i]);
		assert_int_equal(buffer.len, 0);
	}
	buffer_free(&buffer);
}

static void test_compact_depth(void **state)
{
	(void)state;
	char nested[2000];
	struct buffer buffer = {0};
	memset(nested, '[', 400);
	memset(nested + 400, ']', 400);
	assert_true(json_write_compact(&buffer, (struct slice){nested, 800}));
	memset(nested, '[', 600);
	memset(nested + 600, ']', 600);
	buffer.len = 0;
	assert_false(json_write_compact(&buffer, (struct slice){nested, 1200}));
	assert_int_equal(buffer.len, 0);
	buffer_free(&buffer);
}

static void test_pieces(void **state)
{
	(void)state;
	struct buffer buffer = {0};
	buffer_byte(&buffer, '{');
	json_embed(&buffer, SLICE(""));
	json_write_name(&buffer, SLICE("a\"b"));
	buffer_byte(&buffer, '[');
	json_embed(&buffer, SLICE("1,2"));
	json_embed(&buffer, SLICE(""));
	json_embed(&buffer, SLICE("\"{\""));
	json_embed(&buffer, SLICE("{}"));
	json_embed(&buffer, SLICE("\"[\""));
	json_embed(&buffer, SLICE("\":\""));
	json_embed(&buffer, SLICE("null"));
	buffer_byte(&buffer, ']');
	json_embed(&buffer, SLICE("\"c\":3,\"d\":4"));
	json_write_name(&buffer, SLICE("e"));
	json_embed(&buffer, SLICE("{}"));
	buffer_byte(&buffer, '}');
	assert_written(&buffer, "{\"a\\\"b\":[1,2,\"{\",{},\"[\",\":\",null],\"c\":3,\"d\":4,\"e\":{}}");
	buffer_free(&buffer);
}

static void test_indented(void **state)
{
	(void)state;
	struct buffer buffer = {0};
	struct json_object *json =
	    json_parse_stored(SLICE("{\"a\":[1,{\"b\":null}],\"c\":{},\"d\":[],\"e\":\"/\\n\"}"));
	json_write_indented(&buffer, json);
	assert_written(&buffer,
	               "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ],\n  \"c\": {},\n  \"d\": [],\n"
	               "  \"e\": \"/\\n\"\n}");
	json_object_put(json);
	buffer_free(&buffer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_doubles),       cmocka_unit_test(test_strings),
	                                   cmocka_unit_test(test_compact),       cmocka_unit_test(test_indented),
	                                   cmocka_unit_test(test_compact_depth), cmocka_unit_test(test_pieces),
	                                   cmocka_unit_test(test_blocks)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
