/* Query strings and the trees that they stand for, as JSON: what qs 6.15 answers with strictNullHandling, arrayLimit
 * 100 and depth 20. */
#include "params.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct tree {
	const char *query, *json;
};

static const struct tree trees[] = {
    {"", "{}"},
    {"a=1", "{\"a\":\"1\"}"},
    {"a", "{\"a\":null}"},
    {"a=", "{\"a\":\"\"}"},
    {"&&a=1&", "{\"a\":\"1\"}"},
    {"=1&a=2", "{\"a\":\"2\"}"},
    {"a=b=c", "{\"a\":\"b=c\"}"},
    {"a=x+y%20z%2B", "{\"a\":\"x y z+\"}"},
    {"%66=%C3%A9", "{\"f\":\"\303\251\"}"},
    /* nesting */
    {"filters[name][$eq]=x", "{\"filters\":{\"name\":{\"$eq\":\"x\"}}}"},
    {"filters%5Bname%5d=x", "{\"filters\":{\"name\":\"x\"}}"},
    {"a[b]=1&a[c]=2&a[b]=3", "{\"a\":{\"b\":[\"1\",\"3\"],\"c\":\"2\"}}"},
    {"a.b=1", "{\"a.b\":\"1\"}"},
    {"a[b=1", "{\"a[b\":\"1\"}"},
    {"a]=1", "{\"a]\":\"1\"}"},
    {"a[b]c=1", "{\"a\":{\"b\":\"1\"}}"},
    {"[a]=1", "{\"a\":\"1\"}"},
    {"a[b]=x]=y", "{\"a\":{\"b\":\"x]=y\"}}"},
    /* lists */
    {"a[]=1&a[]=2", "{\"a\":[\"1\",\"2\"]}"},
    {"a=1&a=2&a=3", "{\"a\":[\"1\",\"2\",\"3\"]}"},
    {"a[1]=y&a[0]=x", "{\"a\":[\"x\",\"y\"]}"},
    {"a[5]=x&a[2]=y", "{\"a\":[\"y\",\"x\"]}"},
    {"a[]", "{\"a\":[null]}"},
    {"a[]=", "{\"a\":[\"\"]}"},
    {"a[0][b]=1&a[1][b]=2", "{\"a\":[{\"b\":\"1\"},{\"b\":\"2\"}]}"},
    {"a[0][b]=1&a[0][c]=2", "{\"a\":[{\"b\":\"1\",\"c\":\"2\"}]}"},
    {"a[00]=1", "{\"a\":{\"00\":\"1\"}}"},
    {"a[-1]=1", "{\"a\":{\"-1\":\"1\"}}"},
    {"[][][2]=1", "{\"2\":\"1\"}"},
    /* values and containers under one key */
    {"a=x&a[b]=1", "{\"a\":[\"x\",{\"b\":\"1\"}]}"},
    {"a[b]=1&a=x", "{\"a\":[{\"b\":\"1\"},\"x\"]}"},
    {"a[0]=x&a[b]=1", "{\"a\":{\"0\":\"x\",\"b\":\"1\"}}"},
    {"a[b]=1&a[]=x", "{\"a\":{\"0\":\"x\",\"b\":\"1\"}}"},
    {"a[b]=1&a=", "{\"a\":{\"b\":\"1\"}}"},
    /* beyond the longest list */
    {"a[99]=x", "{\"a\":[\"x\"]}"},
    {"a[100]=x", "{\"a\":{\"100\":\"x\"}}"},
    {"a[100]=x&a[]=y", "{\"a\":{\"0\":\"y\",\"100\":\"x\"}}"},
    {"a=x&a[100]=y", "{\"a\":{\"0\":\"x\",\"101\":\"y\"}}"},
    {"b=x&b[99]=y", "{\"b\":{\"0\":\"x\",\"100\":\"y\"}}"},
    /* indexes come first among keys, in their order */
    {"b=1&a=2&9=3&1=4", "{\"1\":\"4\",\"9\":\"3\",\"b\":\"1\",\"a\":\"2\"}"},
    /* names that every JavaScript object has */
    {"__proto__[x]=1&constructor=2&a[toString]=3&a[length]=4", "{\"a\":{\"length\":\"4\"}}"},
};

static void dump(struct buffer *json, const struct param *param)
{
	const bool list = param->kind == PARAM_LIST;
	if (param->kind == PARAM_NULL) {
		buffer_text(json, "null");
		return;
	}
	if (param->kind == PARAM_TEXT) {
		json_write_string(json, param->text);
		return;
	}
	buffer_byte(json, list ? '[' : '{');
	for (const struct param *at = param->first; at; at = at->next) {
		if (at != param->first)
			buffer_byte(json, ',');
		if (!list) {
			json_write_string(json, at->key);
			buffer_byte(json, ':');
		}
		dump(json, at);
	}
	buffer_byte(json, list ? ']' : '}');
}

static void a_query_string_becomes_a_tree(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(trees); i++) {
		struct arena *arena = arena_create();
		struct buffer json = {0};
		struct param *root;
		struct error error;
		assert_true(params_parse(arena, slice_of(trees[i].query), &root, &error));
		dump(&json, root);
		assert_string_equal(buffer_terminate(&json), trees[i].json);
		buffer_free(&json);
		arena_destroy(arena);
	}
}

/* `part` count times. */
static struct slice repeated(struct arena *arena, const char *before, const char *part, size_t count,
                             const char *behind)
{
	struct buffer text = {0};
	buffer_text(&text, before);
	for (size_t i = 0; i < count; i++)
		buffer_text(&text, part);
	buffer_text(&text, behind);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static void a_list_past_the_limit_is_an_object(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct param *root;
	struct error error;
	assert_true(params_parse(arena, repeated(arena, "", "a[]=x&", 100, ""), &root, &error));
	assert_int_equal(param_get(root, "a")->kind, PARAM_LIST);
	assert_true(params_parse(arena, repeated(arena, "", "a[]=x&", 103, ""), &root, &error));
	assert_int_equal(param_get(root, "a")->kind, PARAM_OBJECT);
	assert_int_equal(param_get(root, "a")->count, 103);
	assert_non_null(param_get(param_get(root, "a"), "102"));
	arena_destroy(arena);
}

static void limits_hold(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct param *root;
	struct error error;
	assert_true(params_parse(arena, repeated(arena, "a", "[a]", PARAMS_DEEPEST, "=1"), &root, &error));
	assert_false(params_parse(arena, repeated(arena, "a", "[a]", PARAMS_DEEPEST + 1, "=1"), &root, &error));
	assert_int_equal(error.status, 400);
	assert_non_null(strstr(error.message, "nested too deeply"));
	assert_true(params_parse(arena, repeated(arena, "", "a&", PARAMS_MOST_KEYS - 1, "a"), &root, &error));
	assert_false(params_parse(arena, repeated(arena, "", "a&", PARAMS_MOST_KEYS, "a"), &root, &error));
	assert_non_null(strstr(error.message, "Too many query parameters"));
	arena_destroy(arena);
}

static void limits_can_be_others(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct param *root;
	struct error error;
	params_set_limits(&(struct params_limits){.keys = 2000, .levels = 30, .list = 300});
	assert_true(params_parse(arena, repeated(arena, "a", "[a]", 30, "=1"), &root, &error));
	assert_false(params_parse(arena, repeated(arena, "a", "[a]", 31, "=1"), &root, &error));
	assert_true(params_parse(arena, repeated(arena, "", "a[]=x&", 300, ""), &root, &error));
	assert_int_equal(param_get(root, "a")->kind, PARAM_LIST);
	assert_true(params_parse(arena, slice_of("a[299]=x"), &root, &error));
	assert_int_equal(param_get(root, "a")->kind, PARAM_LIST);
	assert_true(params_parse(arena, repeated(arena, "", "a&", 1999, "a"), &root, &error));
	assert_false(params_parse(arena, repeated(arena, "", "a&", 2000, "a"), &root, &error));
	params_set_limits(&(struct params_limits){0});
	assert_false(params_parse(arena, repeated(arena, "", "a&", PARAMS_MOST_KEYS, "a"), &root, &error));
	arena_destroy(arena);
}

static void what_is_no_text_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {"a=%", "a=%4", "a=%zz", "a=%00", "a=%FF", "a=%C3", "%80=1", "a=%ED%A0%80"};
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct arena *arena = arena_create();
		struct param *root;
		struct error error;
		assert_false(params_parse(arena, slice_of(bad[i]), &root, &error));
		assert_string_equal(error.name, "ValidationError");
		arena_destroy(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_query_string_becomes_a_tree),
	    cmocka_unit_test(a_list_past_the_limit_is_an_object),
	    cmocka_unit_test(limits_hold),
	    cmocka_unit_test(limits_can_be_others),
	    cmocka_unit_test(what_is_no_text_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
