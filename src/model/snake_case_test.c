/* The expected names are what lodash 4.17 gives. */

#include "model.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_snake_case(void **state)
{
	static const struct {
		const char *name, *expected;
	} cases[] = {
	    {"", ""},
	    {"name", "name"},
	    {"camelCaseName", "camel_case_name"},
	    {"camelCaseName2", "camel_case_name_2"},
	    {"HTMLBody2x", "html_body_2_x"},
	    {"HTML2", "html_2"},
	    {"HTMLb", "htm_lb"},
	    {"XMLHttpRequest", "xml_http_request"},
	    {"provider_metadata", "provider_metadata"},
	    {"__proto__x", "proto_x"},
	    {"kitchen-sink_id", "kitchen_sink_id"},
	    {"line1", "line_1"},
	    {"a1b2", "a_1_b_2"},
	    {"1st", "1st"},
	    {"2ndPlace", "2nd_place"},
	    {"11th", "11_th"},
	    {"10TH", "10th"},
	    {"21st", "21st"},
	    {"4THb", "4th_b"},
	    {"x1STy", "x_1st_y"},
	    {"1stly", "1_stly"},
	    {"3rd2", "3_rd_2"},
	    {"it'sMine", "its_mine"},
	    {"A", "a"},
	    {"aB", "a_b"},
	    {"UPPER_CASE", "upper_case"},
	    {"restaurants_openingHours_links", "restaurants_opening_hours_links"},
	    {"\xC3\xA9", "e"},
	    {"na\xC3\xAFve\xC3\x80ge", "naive_age"},
	    {"gr\xC3\xB6\xC3\x9F"
	     "e",
	     "grosse"},
	    {"\xC5\x89"
	     "a",
	     "na"},
	    {"e\xCC\x81t", "et"},
	    {"\xC4\xB2ssel", "i_jssel"},
	    {"a:b", "a_b"},
	    {"a.b,c", "a_b_c"},
	};
	(void)state;
	struct arena *arena = arena_create();
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(model_snake_case(arena, cases[i].name), cases[i].expected);
	arena_destroy(arena);
}

static void test_kebab_case(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	assert_string_equal(model_kebab_case(arena, "OpeningHour"), "opening-hour");
	assert_string_equal(model_kebab_case(arena, "kitchen_sink2"), "kitchen-sink-2");
	arena_destroy(arena);
	assert_true(model_is_kebab_case("kitchen-sink2-3"));
	const char *others[] = {"", "Kitchen", "2nd", "a_b", "a--b", "a-", "-a", "a b", "caf\xC3\xA9"};
	for (size_t i = 0; i < COUNT_OF(others); i++)
		assert_false(model_is_kebab_case(others[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_snake_case), cmocka_unit_test(test_kebab_case)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
