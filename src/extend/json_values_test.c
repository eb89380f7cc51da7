/* Values and queries as extensions write them. */
#include "params_value.h"
#include "values.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct error error;

static struct lectern_call start(void)
{
	error.status = 0;
	return (struct lectern_call){.arena = arena_create(), .error = &error};
}

static void assert_json(lectern_call *call, const lectern_value *value, const char *json)
{
	assert_string_equal(lectern_write(call, value).data, json);
}

static void test_making(void **state)
{
	(void)state;
	struct lectern_call call = start();
	lectern_value *array = lectern_new_array(&call), *object = lectern_new_object(&call);
	lectern_append(array, lectern_new_integer(&call, INT64_MAX));
	lectern_append(array, lectern_new_number(&call, 1.50));
	lectern_append(array, lectern_new_number(&call, 0.0 / 0.0));
	lectern_append(array, lectern_new_boolean(&call, false));
	lectern_append(array, lectern_new_string(&call, "a\0b\xC3", 4));
	lectern_append(array, lectern_new_format(&call, "%d%%", 5));
	lectern_append(array, NULL);
	assert_json(&call, array, "[9223372036854775807,1.5,null,false,\"a\\u0000b\xEF\xBF\xBD\",\"5%\",null]");
	assert_true(lectern_set(object, "b", array) && lectern_set(object, "a", NULL));
	assert_int_equal(lectern_length(object), 2);
	assert_string_equal(lectern_key_at(object, 0), "b");
	assert_null(lectern_key_at(object, 2));
	assert_true(lectern_has(object, "a") && !lectern_has(object, "c"));
	assert_true(lectern_unset(object, "b"));
	assert_json(&call, object, "{\"a\":null}");
	assert_false(lectern_set(array, "a", NULL) || lectern_append(object, NULL) || lectern_set(object, "o", object));
	assert_null(lectern_new_text(&call, NULL));
	arena_destroy(call.arena);
}

static void test_reading(void **state)
{
	(void)state;
	struct lectern_call call = start();
	lectern_value *value = lectern_json(&call, "{\"a\": [{\"b\": 3.0}, \"x\"], \"n\": null}");
	assert_int_equal(lectern_as_integer(lectern_path(value, "a.0.b"), 7), 3);
	assert_int_equal(lectern_as_integer(lectern_path(value, "a.1"), 7), 7);
	assert_true(lectern_as_number(lectern_path(value, "a.0.b"), 0) > 2.9);
	assert_true(lectern_is_text(lectern_path(value, "a.1"), "x"));
	assert_false(lectern_is_text(lectern_path(value, "n"), ""));
	assert_string_equal(lectern_as_text(lectern_path(value, "n")).data, "");
	assert_null(lectern_path(value, "a.9"));
	assert_null(lectern_path(value, "a.-1"));
	assert_null(lectern_path(value, "a.1.c"));
	assert_int_equal(lectern_kind_of(lectern_path(value, "a")), LECTERN_ARRAY);
	assert_int_equal(lectern_length(NULL), 0);
	assert_true(lectern_as_boolean(lectern_json(&call, "true"), false) && lectern_as_boolean(NULL, true));
	int64_t integer;
	assert_true(lectern_to_integer((lectern_text){"-12", 3}, &integer) && integer == -12);
	assert_false(lectern_to_integer((lectern_text){"12x", 3}, &integer));
	arena_destroy(call.arena);
}

static void test_parsing(void **state)
{
	(void)state;
	static const char *const good[] = {"1", " -2.5e3 ", "\"x\"", "null", "[]", "{\"a\":{}}", "true"};
	static const char *const bad[] = {"", "1 2", "{a:1}", "[1,]", "nul", "\"", "\"\xFF\"", "{\"a\":1}}"};
	struct lectern_call call = start();
	lectern_value *value;
	for (size_t i = 0; i < COUNT_OF(good); i++)
		assert_true(lectern_parse(&call, good[i], strlen(good[i]), &value));
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		assert_false(lectern_parse(&call, bad[i], strlen(bad[i]), &value));
		assert_int_equal(error.status, 400);
		assert_null(value);
	}
	char deep[200];
	memset(deep, '[', sizeof deep);
	assert_false(lectern_parse(&call, deep, sizeof deep, &value));
	arena_destroy(call.arena);
}

/* A value that leads back to itself is an extension's mistake, and still has an end. */
static void test_circle(void **state)
{
	(void)state;
	struct lectern_call call = start();
	lectern_value *outer = lectern_new_array(&call), *inner = lectern_new_array(&call);
	lectern_append(outer, inner);
	lectern_append(inner, outer);
	lectern_text text = lectern_write(&call, outer);
	assert_true(text.length > 500 && text.length < 2000);
	value_to_params(call.arena, value_json(outer));
	json_object_array_del_idx(value_json(inner), 0, 1);
	arena_destroy(call.arena);
}

static void test_queries(void **state)
{
	(void)state;
	struct lectern_call call = start();
	lectern_value *query = lectern_json(
	    &call, "{\"sort\": [\"a\", \"b:desc\"], \"pagination\": {\"limit\": -1}, \"x\": null, \"y\": true}");
	assert_true(lectern_put(&call, query, "filters.city.$in", lectern_json(&call, "[1, \"two\", 2.5]")));
	assert_false(lectern_put(&call, query, "sort.x.y", NULL));
	struct param *params = value_to_params(call.arena, value_json(query));
	assert_true(slice_is(param_get(param_get(params, "pagination"), "limit")->text, "-1"));
	assert_int_equal(param_get(params, "x")->kind, PARAM_NULL);
	assert_true(slice_is(param_get(params, "y")->text, "true"));
	const struct param *in = param_get(param_get(param_get(params, "filters"), "city"), "$in");
	assert_int_equal(in->count, 3);
	assert_true(slice_is(in->first->next->text, "two") && slice_is(in->first->next->next->text, "2.5"));
	lectern_value *back = value_keep(call.arena, params_to_json(params));
	assert_json(&call, back,
	            "{\"sort\":[\"a\",\"b:desc\"],\"pagination\":{\"limit\":\"-1\"},\"x\":null,\"y\":\"true\","
	            "\"filters\":{\"city\":{\"$in\":[\"1\",\"two\",\"2.5\"]}}}");
	assert_int_equal(value_to_params(call.arena, NULL)->kind, PARAM_OBJECT);
	arena_destroy(call.arena);
}

static void test_errors(void **state)
{
	(void)state;
	struct lectern_call call = start();
	assert_false(lectern_fail(&call, 418, "Teapot", "short and %s", "stout"));
	assert_int_equal(lectern_error_status(&call), 418);
	assert_string_equal(lectern_error_message(&call), "short and stout");
	lectern_fail_details(&call, lectern_json(&call, "{\"a\": 1}"));
	assert_json(&call, lectern_error_details(&call), "{\"a\":1}");
	lectern_clear_error(&call);
	assert_string_equal(lectern_error_name(&call), "");
	lectern_fail(&call, 200, NULL, "no failure");
	assert_int_equal(lectern_error_status(&call), 500);
	/* what was said before may be part of what is said now */
	lectern_fail_validation(&call, "again: %s", lectern_error_message(&call));
	assert_string_equal(lectern_error_message(&call), "again: no failure");
	arena_destroy(call.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_making), cmocka_unit_test(test_reading), cmocka_unit_test(test_parsing),
	    cmocka_unit_test(test_circle), cmocka_unit_test(test_queries), cmocka_unit_test(test_errors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
