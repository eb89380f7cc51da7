/* What is JSON, and the values that come of it. Whether both agree with JSON.parse is tests/json_test.mjs's to tell. */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct arena *arena;

/* NULL when the text is refused. */
static const char *parsed(struct slice text)
{
	struct json_object *json;
	struct error error;
	if (!json_parse(NULL, text, JSON_DEEPEST, &json, &error)) {
		assert_null(json);
		assert_int_equal(error.status, 400);
		return NULL;
	}
	const char *printed = json_print(arena, json);
	json_object_put(json);
	return printed;
}

static void expect(const char *text, const char *printed)
{
	assert_string_equal(parsed(slice_of(text)), printed);
}

static void values_are_read(void **state)
{
	(void)state;
	expect(" { \"a\" : [ 1 , 2.50 , -0 , 1e3 , 1E-2 ] , \"b\" : { } , \"c\" : [ ] }\n",
	       "{\"a\":[1,2.5,0,1000,0.01],\"b\":{},\"c\":[]}");
	expect("\t12\r\n", "12");
	expect("null", "null");
	expect(" true", "true");
	expect("\"\\u0041\\/\\ud83d\\ude00\\b\\u0007\"", "\"A/\xF0\x9F\x98\x80\\b\\u0007\"");
	expect("[1e400,-1e400,1e-400]", "[null,null,0]");
	expect("{\"__proto__\":1}", "{\"__proto__\":1}");
	/* Of the same keys the last counts, in the place of the first. */
	expect("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":3,\"b\":2}");
	expect("{\"\":{\"\":1}}", "{\"\":{\"\":1}}");
}

static void large_integers_are_doubles(void **state)
{
	(void)state;
	expect("[9223372036854775807,-9223372036854775808]", "[9223372036854775807,-9223372036854775808]");
	expect("9223372036854775808", "9223372036854776000");
	expect("[-9223372036854775809,1]", "[-9223372036854776000,1]");
	expect("{\"a\": 18446744073709551615 ,\"b\":100000000000000000000}",
	       "{\"a\":18446744073709552000,\"b\":100000000000000000000}");
	expect("[\"100000000000000000000\",10000000000000000000000.5]", "[\"100000000000000000000\",1e+22]");
}

static void a_nul_does_not_end_a_key(void **state)
{
	struct json_object *json;
	struct error error;
	(void)state;
	expect("{\"password\\u0000y\":1,\"password\\u0000\":2,\"\\u0000\":3,\"\\\\u0000\":\"\\u0000\"}",
	       "{\"password\\u0000y\":1,\"password\\u0000\":2,\"\\u0000\":3,\"\\\\u0000\":\"\\u0000\"}");
	assert_true(json_parse(NULL, SLICE("{\"a\\u0000b\":1,\"a\\u0000c\":2}"), JSON_DEEPEST, &json, &error));
	assert_int_equal(json_object_object_length(json), 2);
	assert_null(json_member(json, "a"));
	assert_int_equal(json_object_get_int(json_member(json, "a\xC0\x80"
	                                                       "b")),
	                 1);
	json_object_put(json);
	/* Nobody can send the bytes that stand for it. */
	assert_null(parsed(SLICE("{\"a\xC0\x80\":1}")));
}

static void lone_surrogates_become_replacement_characters(void **state)
{
	(void)state;
	expect("[\"\\ud800\",\"\\udc00x\",\"\\ud800\\ud800\\udc00\",\"\\uDBFF\\u0041\",\"\\\\ud800\"]",
	       "[\"\xEF\xBF\xBD\",\"\xEF\xBF\xBDx\",\"\xEF\xBF\xBD\xF0\x90\x80\x80\",\"\xEF\xBF\xBD"
	       "A\",\"\\\\ud800\"]");
	expect("{\"\\udfff\":1}", "{\"\xEF\xBF\xBD\":1}");
}

static void what_is_no_json_is_refused(void **state)
{
	static const char *const refused[] = {
	    "",
	    " ",
	    "{",
	    "}",
	    "[",
	    "]",
	    "[1,]",
	    "[,1]",
	    "[,]",
	    "{\"a\":1,}",
	    "{,}",
	    "{a:1}",
	    "{'a':1}",
	    "{\"a\" 1}",
	    "{\"a\":}",
	    "{\"a\"}",
	    "{1:1}",
	    "{\"a\":1 \"b\":2}",
	    "[1 2]",
	    "[1}",
	    "{\"a\":1]",
	    "tru",
	    "truee",
	    "True",
	    "NULL",
	    "nul",
	    "NaN",
	    "[NaN]",
	    "{\"a\":NaN}",
	    "Infinity",
	    "-Infinity",
	    "[-Infinity]",
	    "nan",
	    "undefined",
	    "01",
	    "-01",
	    "00",
	    "-",
	    "+1",
	    "1.",
	    ".5",
	    "1.e1",
	    "1e",
	    "1e+",
	    "0x10",
	    "1_000",
	    "--1",
	    "1.2.3",
	    "'a'",
	    "\"a",
	    "\"\\x\"",
	    "\"\\u12g4\"",
	    "\"\\u12\"",
	    "\"\\",
	    "\"\\\"",
	    "\"a\nb\"",
	    "\"\t\"",
	    "\"\x01\"",
	    "\"\xFF\"",
	    "\"\xC3\"",
	    "\"\xED\xA0\x80\"",
	    "1 2",
	    "{} x",
	    "[]]",
	    "// a\n1",
	    "/* a */ 1",
	    "[1 /* a */]",
	    "\xEF\xBB\xBF{}",
	    ("\xC2\xA0"
	     "1"),
	    "\f1",
	    "\v1",
	    "# 1",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(refused); i++)
		if (parsed(slice_of(refused[i])))
			fail_msg("taken for JSON: %s", refused[i]);
	assert_null(parsed(SLICE("1\0")));
	assert_null(parsed(SLICE("\"\0\"")));
	assert_null(parsed(SLICE("{}\0{}")));
	assert_null(parsed((struct slice){0}));
	assert_non_null(parsed(json_skip_mark(SLICE("\xEF\xBB\xBF{}"))));
}

static void errors_say_what_was_expected_and_where(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
	    {"{\n\"a\": 1,\n\"b\" 2}", "expected ':' behind a key in line 3, column 5"},
	    {"", "expected a value, but the text ends in line 1"},
	    {"[1,", "expected a value, but the text ends in line 1"},
	    {"[NaN]", "expected a value in line 1, column 2"},
	    {"{}x", "expected nothing behind the value in line 1, column 3"},
	    {"\"a\\q\"", "a string has a wrong escape in line 1, column 3"},
	    {"\"a\xFF\"", "a string is not UTF-8 in line 1, column 3"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct json_object *json;
		struct error error;
		assert_false(json_parse(NULL, slice_of(cases[i].text), JSON_DEEPEST, &json, &error));
		assert_string_equal(error.message, cases[i].message);
	}
}

static void depth_is_limited(void **state)
{
	char nested[2 * JSON_DEEPEST_STORED + 8];
	struct json_object *json;
	struct error error;
	(void)state;
	for (unsigned depth = JSON_DEEPEST - 1; depth <= JSON_DEEPEST_STORED + 1; depth++) {
		const size_t length = 2 * depth + 1;
		memset(nested, '[', depth);
		nested[depth] = '1';
		memset(nested + depth + 1, ']', depth);
		assert_int_equal(json_parse(NULL, (struct slice){nested, length}, JSON_DEEPEST, &json, &error),
		                 depth <= JSON_DEEPEST);
		json_object_put(json);
		json = json_parse_stored((struct slice){nested, length});
		assert_int_equal(json != NULL, depth <= JSON_DEEPEST_STORED);
		json_object_put(json);
	}
	assert_false(json_parse(NULL, (struct slice){nested, 1000}, JSON_DEEPEST, &json, &error));
	assert_string_equal(error.message, "nested deeper than 64 levels");
}

static void strings_are_unquoted(void **state)
{
	(void)state;
	assert_true(slice_equals(json_unquote(arena, SLICE("\"\"")), SLICE("")));
	assert_true(slice_equals(json_unquote(arena, SLICE("\"plain\"")), SLICE("plain")));
	assert_true(slice_equals(json_unquote(arena, SLICE("\"a\\u0000\\n\\\"\\u00e9\\ud83d\\ude00\\ud800z\"")),
	                         SLICE("a\0\n\"\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBDz")));
}

static void numbers_are_stringified_as_doubles(void **state)
{
	struct json_object *json = json_parse_stored(SLICE("[9007199254740993,1.50,{\"a\\u0000\":-0}]"));
	(void)state;
	assert_true(slice_is(json_stringify(arena, json), "[9007199254740992,1.5,{\"a\\u0000\":0}]"));
	assert_string_equal(json_print(arena, json), "[9007199254740993,1.5,{\"a\\u0000\":0}]");
	assert_true(slice_is(json_text(arena, json_object_array_get_idx(json, 1)), "1.5"));
	json_object_put(json);
}

static void typeof_is_that_of_javascript(void **state)
{
	struct json_object *json = json_parse_stored(SLICE("[true,1,1.5,\"\",[],{},null]"));
	const char *const types[] = {"boolean", "number", "number", "string", "object", "object", "object"};
	(void)state;
	for (size_t i = 0; i < json_count(json); i++)
		assert_string_equal(json_typeof(json_item(json, i)), types[i]);
	json_object_put(json);
}

static void keys_with_nuls_are_added(void **state)
{
	struct json_object *json = json_object_new_object();
	(void)state;
	json_add(json, SLICE("a\0b\0"), json_object_new_int(1));
	json_add(json, SLICE("a"), json_object_new_int(2));
	json_add(json, SLICE(""), NULL);
	assert_string_equal(json_print(arena, json), "{\"a\\u0000b\\u0000\":1,\"a\":2,\"\":null}");
	json_object_put(json);
}

static void members_are_found(void **state)
{
	struct json_object *json = json_parse_stored(SLICE("{\"a\":\"x\\u0000y\",\"b\":null,\"c\":1}"));
	(void)state;
	assert_true(slice_equals(json_string(json_member(json, "a")), SLICE("x\0y")));
	assert_null(json_member(json, "b"));
	assert_null(json_member(json, "d"));
	assert_null(json_member(NULL, "a"));
	assert_null(json_member(json_member(json, "a"), "a"));
	assert_null(json_member_of_type(json, "c", json_type_string));
	assert_non_null(json_member_of_type(json, "c", json_type_int));
	assert_null(json_string(json_member(json, "c")).ptr);
	json_object_put(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(values_are_read),
	    cmocka_unit_test(large_integers_are_doubles),
	    cmocka_unit_test(a_nul_does_not_end_a_key),
	    cmocka_unit_test(lone_surrogates_become_replacement_characters),
	    cmocka_unit_test(what_is_no_json_is_refused),
	    cmocka_unit_test(errors_say_what_was_expected_and_where),
	    cmocka_unit_test(depth_is_limited),
	    cmocka_unit_test(strings_are_unquoted),
	    cmocka_unit_test(numbers_are_stringified_as_doubles),
	    cmocka_unit_test(typeof_is_that_of_javascript),
	    cmocka_unit_test(keys_with_nuls_are_added),
	    cmocka_unit_test(members_are_found),
	};
	arena = arena_create();
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_destroy(arena);
	return failed;
}
