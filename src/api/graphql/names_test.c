#include "names.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct arena *arena;

static void test_types(void **state)
{
	(void)state;
	const struct content_type api = {.uid = "api::kitchen-sink.kitchen-sink",
	                                 .api_name = "kitchen-sink",
	                                 .singular_name = "kitchen-sink",
	                                 .plural_name = "kitchen-sinks"};
	const struct content_type plugin = {.uid = "plugin::i18n.locale",
	                                    .api_name = "i18n",
	                                    .singular_name = "locale",
	                                    .plural_name = "locales",
	                                    .plugin = true};
	const struct content_type users = {.uid = "plugin::users-permissions.user",
	                                   .api_name = "users-permissions",
	                                   .singular_name = "user",
	                                   .plural_name = "users",
	                                   .plugin = true};
	const struct content_type component = {.uid = "shared.open-hour", .component = true};
	assert_string_equal(api_graphql_name_of_type(arena, &api), "KitchenSink");
	assert_string_equal(api_graphql_name_of_type_in_plural(arena, &api), "KitchenSinks");
	assert_string_equal(api_graphql_name_of_type(arena, &plugin), "I18NLocale");
	assert_string_equal(
	    api_graphql_name_with_small_letter(arena, api_graphql_name_of_type_in_plural(arena, &plugin)),
	    "i18NLocales");
	assert_string_equal(api_graphql_name_of_type(arena, &users), "UsersPermissionsUser");
	assert_string_equal(api_graphql_name_of_type(arena, &component), "ComponentSharedOpenHour");
}

static void test_parts(void **state)
{
	(void)state;
	const struct content_type type = {.singular_name = "page", .uid = "api::page.page"};
	const struct attribute kind = {.name = "kindOf"}, named = {.name = "kind", .enum_name = "PageKind"};
	const struct attribute zone = {.name = "main_blocks"};
	assert_string_equal(api_graphql_name_of_enumeration(arena, &type, &kind), "ENUM_PAGE_KINDOF");
	assert_string_equal(api_graphql_name_of_enumeration(arena, &type, &named), "PageKind");
	assert_string_equal(api_graphql_name_of_dynamic_zone(arena, &type, &zone), "PageMainBlocksDynamicZone");
}

static void test_enum_values(void **state)
{
	static const char *const names[][2] = {
	    {"cheap", "cheap"},        {"very cheap", "very_cheap"}, {" a - b ", "a_b"},   {"Été", "Ete"},
	    {"größer", "groesser"},    {"a.b/c", "a_b_c"},           {"x1", "x1"},         {"_x_", "x"},
	    {"Straße 5", "Strasse_5"}, {"Đang giao", "Dang_giao"},   {"Πελάτη", "Pelati"}, {"В пути", "V_puti"},
	    {"R&D", "R_and_D"},        {"camelCase", "camelCase"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		assert_string_equal(api_graphql_name_of_enum_value(arena, names[i][0]), names[i][1]);
	assert_null(api_graphql_name_of_enum_value(arena, "1x"));
	assert_null(api_graphql_name_of_enum_value(arena, "東京"));
	assert_null(api_graphql_name_of_enum_value(arena, ""));
	assert_null(api_graphql_name_of_enum_value(arena, "\xff"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_types),
	    cmocka_unit_test(test_parts),
	    cmocka_unit_test(test_enum_values),
	};
	arena = arena_create();
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_destroy(arena);
	return failed;
}
