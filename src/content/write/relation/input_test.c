/* What may stand in a relation field, and what it is read as. */
#include "relation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "model/test_project.h"

static bool read(const char *uid, const char *name, const char *json, struct relation_input *input, struct error *error)
{
	const struct content_type *type = model_type(registry, slice_of(uid));
	const struct attribute *attribute = model_attribute(type, slice_of(name));
	struct json_object *value = json_tokener_parse(json);
	bool done = relation_read_input(arena, registry, attribute, value, name, input, error);
	json_object_put(value);
	return done;
}

/* The items as text: "7 8<1 9>8 ^5" for 7 at the end, 8 before 1, 9 after 8 and 5 at the start. */
static const char *items_text(const struct relation_item *items, size_t count)
{
	struct buffer text = {0};
	for (size_t i = 0; i < count; i++) {
		buffer_text(&text, i ? " " : "");
		buffer_text(&text, items[i].position == POSITION_START ? "^" : "");
		buffer_int(&text, items[i].target_id);
		if (items[i].type)
			buffer_format(&text, "@%s", items[i].type->singular_name);
		if (items[i].position == POSITION_BEFORE || items[i].position == POSITION_AFTER)
			buffer_format(&text, "%c%lld", items[i].position == POSITION_BEFORE ? '<' : '>',
			              (long long)items[i].neighbour_id);
	}
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static const char *input_text(const struct relation_input *input)
{
	return arena_format(arena, "%s%s%s-%s", input->clear ? "null " : "", input->set ? "=" : "+",
	                    items_text(input->items, input->item_count),
	                    items_text(input->disconnect, input->disconnect_count));
}

static void test_forms(void **state)
{
	(void)state;
	static const struct {
		const char *uid, *attribute, *json, *expected;
	} cases[] = {
	    {"api::restaurant.restaurant", "categories", "null", "null +-"},
	    {"api::restaurant.restaurant", "categories", "5", "=5-"},
	    {"api::restaurant.restaurant", "categories", "\"6\"", "=6-"},
	    {"api::restaurant.restaurant", "categories", "7.0", "=7-"},
	    {"api::restaurant.restaurant", "categories", "[]", "=-"},
	    {"api::restaurant.restaurant", "categories", "[3, \"1\", {\"id\": 2}, {\"id\": \"4\"}]", "=3 1 2 4-"},
	    {"api::restaurant.restaurant", "categories", "[3, 1, {\"id\": 3}]", "=3 1-"},
	    {"api::restaurant.restaurant", "categories", "{\"id\": 3}", "=3-"},
	    {"api::restaurant.restaurant", "categories", "{\"set\": [3, {\"id\": 1}]}", "=3 1-"},
	    {"api::restaurant.restaurant", "categories", "{\"set\": []}", "=-"},
	    {"api::restaurant.restaurant", "categories", "{\"set\": null}", "+-"},
	    {"api::restaurant.restaurant", "categories", "{}", "+-"},
	    {"api::restaurant.restaurant", "categories", "{\"connect\": 4}", "+4-"},
	    {"api::restaurant.restaurant", "categories", "{\"connect\": [4], \"disconnect\": [{\"id\": 5}, 6]}",
	     "+4-5 6"},
	    {"api::restaurant.restaurant", "categories", "{\"connect\": [2], \"disconnect\": [2]}", "+2-2"},
	    {"api::restaurant.restaurant", "categories", "{\"disconnect\": [\"x\", 5]}", "+-5"},
	    {"api::restaurant.restaurant", "categories",
	     "{\"connect\": [{\"id\": 7, \"position\": {\"end\": true}}, {\"id\": 5, \"position\": {\"start\": true}},"
	     "{\"id\": 8, \"position\": {\"before\": 7}}, {\"id\": 9, \"position\": {\"after\": \"8\"}}]}",
	     "+7 ^5 8<7 9>8-"},
	    {"api::restaurant.restaurant", "gallery", "{\"set\": [5]}", "=5-"},
	    {"api::restaurant.restaurant", "cover", "{\"id\": 4}", "=4-"},
	    {"api::bookmark.bookmark", "target", "null", "null +-"},
	    {"api::bookmark.bookmark", "target", "{\"id\": 1, \"__type\": \"api::category.category\"}", "=1@category-"},
	    {"api::bookmark.bookmark", "target", "{\"id\": 2, \"__type\": \"api::nope.nope\"}", "=2-"},
	    {"api::bookmark.bookmark", "related",
	     "[{\"id\": 1, \"__type\": \"api::category.category\"}, {\"id\": 1, \"__type\": "
	     "\"api::restaurant.restaurant\"}]",
	     "=1@category 1@restaurant-"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct relation_input input;
		struct error error;
		if (!read(cases[i].uid, cases[i].attribute, cases[i].json, &input, &error))
			fail_msg("%s: %s", cases[i].json, error.message);
		assert_string_equal(input_text(&input), cases[i].expected);
	}
}

static void test_refusals(void **state)
{
	(void)state;
	static const struct {
		const char *uid, *attribute, *json, *expected;
	} cases[] = {
	    {"api::restaurant.restaurant", "categories", "{\"connect\": [1, 1]}", "connected more than once"},
	    {"api::restaurant.restaurant", "categories", "{\"connect\": [\"15\", {\"id\": 15}]}",
	     "connected more than once"},
	    {"api::restaurant.restaurant", "categories", "{\"set\": [1], \"connect\": [3]}", "set cannot be combined"},
	    {"api::restaurant.restaurant", "categories", "{\"set\": [1], \"disconnect\": [3]}",
	     "set cannot be combined"},
	    {"api::restaurant.restaurant", "categories", "{\"connect\": [{\"id\": 1, \"position\": {}}]}",
	     "exactly one of"},
	    {"api::restaurant.restaurant", "categories", "{\"connect\": [{\"id\": 1, \"position\": {\"nope\": 1}}]}",
	     "exactly one of"},
	    {"api::restaurant.restaurant", "categories",
	     "{\"connect\": [{\"id\": 1, \"position\": {\"start\": false}}]}", "exactly one of"},
	    {"api::restaurant.restaurant", "categories",
	     "{\"connect\": [{\"id\": 1, \"position\": {\"start\": true, \"end\": true}}]}", "exactly one of"},
	    {"api::restaurant.restaurant", "categories",
	     "{\"connect\": [{\"id\": 1, \"position\": {\"before\": 1, \"after\": 2}}]}", "exactly one of"},
	    {"api::restaurant.restaurant", "categories",
	     "{\"connect\": [{\"id\": 1, \"position\": {\"before\": \"x\"}}]}", "invalid id"},
	    {"api::restaurant.restaurant", "categories", "true", "invalid id"},
	    {"api::restaurant.restaurant", "categories", "1.5", "invalid id"},
	    {"api::restaurant.restaurant", "categories", "\"0x10\"", "invalid id"},
	    {"api::restaurant.restaurant", "categories", "[[1]]", "invalid id"},
	    {"api::restaurant.restaurant", "categories", "{\"connect\": [{\"nope\": 1}]}", "invalid id"},
	    {"api::restaurant.restaurant", "categories", "{\"disconnect\": [{\"nope\": 1}]}", "invalid id"},
	    {"api::restaurant.restaurant", "gallery", "{\"connect\": [6]}", "cannot be used with media"},
	    {"api::restaurant.restaurant", "cover", "{\"disconnect\": [6]}", "cannot be used with media"},
	    {"api::bookmark.bookmark", "target", "1", "__type"},
	    {"api::bookmark.bookmark", "target", "{\"id\": 1}", "__type"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct relation_input input;
		struct error error;
		if (read(cases[i].uid, cases[i].attribute, cases[i].json, &input, &error))
			fail_msg("%s was not refused", cases[i].json);
		assert_int_equal(error.status, 400);
		assert_string_equal(error.name, "ValidationError");
		assert_ptr_equal(strstr(error.message, cases[i].attribute), error.message);
		if (!strstr(error.message, cases[i].expected))
			fail_msg("%s: %s", cases[i].json, error.message);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_forms),
	    cmocka_unit_test(test_refusals),
	};
	return cmocka_run_group_tests(tests, load_project, unload_project);
}
