/* The schema of the tests' models, and what the switches take out of it. tests/graphql_test.mjs compares all of
 * it. */
#include "api_graphql.h"
#include "graphql/values/coerce.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct arena *arena;
static const struct registry *registry;
static struct config *config;

static struct api_graphql_schema *build(const struct api_graphql_switches *switches)
{
	struct error error;
	struct api_graphql_schema *schema = api_graphql_build(arena, config, registry, switches, NULL, NULL, &error);
	if (!schema)
		fail_msg("%s", error.message);
	return schema;
}

static struct graphql_field *field(const struct api_graphql_schema *schema, const char *type, const char *name)
{
	struct graphql_type *owner = graphql_schema_type(schema->graphql, slice_of(type));
	return owner ? graphql_type_field(owner, slice_of(name)) : NULL;
}

static struct graphql_input *input(const struct api_graphql_schema *schema, const char *type, const char *name)
{
	struct graphql_type *owner = graphql_schema_type(schema->graphql, slice_of(type));
	return owner ? graphql_type_input(owner, slice_of(name)) : NULL;
}

static bool has_type(const struct api_graphql_schema *schema, const char *name)
{
	return graphql_schema_type(schema->graphql, slice_of(name)) != NULL;
}

static const struct api_graphql_root *root(const struct api_graphql_schema *schema, const char *name)
{
	return map_get(&schema->roots, slice_of(name));
}

static void assert_printed(const struct graphql_field *of, const char *type)
{
	struct buffer text = {0};
	graphql_print_reference(&text, of->type);
	assert_string_equal(buffer_terminate(&text), type);
	buffer_free(&text);
}

static void test_models(void **state)
{
	(void)state;
	const struct api_graphql_schema *schema = build(api_graphql_switches_create(arena, registry));
	assert_printed(field(schema, "Restaurant", "name"), "String!");
	assert_printed(field(schema, "Restaurant", "hours"), "[ComponentInfoOpeningHour]");
	assert_printed(field(schema, "Restaurant", "blocks"), "[RestaurantBlocksDynamicZone]");
	assert_printed(field(schema, "UploadFile", "related"), "[GenericMorph]");
	assert_printed(field(schema, "Bookmark", "target"), "GenericMorph");
	assert_printed(field(schema, "RestaurantEntityResponseCollection", "data"), "[RestaurantEntity!]!");
	assert_null(field(schema, "KitchenSink", "secret"));
	assert_non_null(input(schema, "KitchenSinkInput", "secret"));
	assert_null(field(schema, "UsersPermissionsUser", "password"));
	assert_null(field(schema, "Restaurant", "createdBy"));
	assert_null(input(schema, "RestaurantInput", "createdAt"));
	assert_null(input(schema, "RestaurantInput", "locale"));
	assert_non_null(input(schema, "RestaurantInput", "publishedAt"));
}

static void test_unused_types_are_left_out(void **state)
{
	(void)state;
	const struct api_graphql_schema *schema = build(api_graphql_switches_create(arena, registry));
	assert_false(has_type(schema, "HomepageFiltersInput"));
	assert_false(has_type(schema, "BookmarkRelationResponseCollection"));
	assert_false(has_type(schema, "ComponentBlocksSliderInput"));
	assert_true(has_type(schema, "ComponentBlocksSlider"));
	for (const struct graphql_type *type = schema->graphql->types; type; type = type->next)
		assert_false(slice_starts_with(type->name, SLICE("Admin")));
}

static void test_permissions(void **state)
{
	(void)state;
	const struct api_graphql_schema *schema = build(api_graphql_switches_create(arena, registry));
	static const char *const actions[][2] = {
	    {"Query.restaurants", "api::restaurant.restaurant.find"},
	    {"Query.restaurant", "api::restaurant.restaurant.findOne"},
	    {"Query.homepage", "api::homepage.homepage.find"},
	    {"Query.uploadFiles", "plugin::upload.content-api.find"},
	    {"Query.i18NLocale", "plugin::i18n.locales.listLocales"},
	    {"Mutation.createRestaurantLocalization", "api::restaurant.restaurant.createLocalization"},
	    {"Mutation.removeFile", "plugin::upload.content-api.destroy"},
	    {"Mutation.deleteUsersPermissionsUser", "plugin::users-permissions.user.destroy"},
	    {"Mutation.changePassword", "plugin::users-permissions.auth.changePassword"},
	};
	for (size_t i = 0; i < COUNT_OF(actions); i++) {
		const struct api_graphql_root *found = root(schema, actions[i][0]);
		assert_non_null(found);
		assert_int_equal(found->admission, API_GRAPHQL_SCOPED);
		assert_int_equal(found->action_count, 1);
		assert_true(slice_is(found->actions[0], actions[i][1]));
	}
	assert_int_equal(root(schema, "Query.me")->admission, API_GRAPHQL_CALLERS);
	assert_int_equal(root(schema, "Mutation.login")->admission, API_GRAPHQL_ANYBODY);
	assert_int_equal(root(schema, "Mutation.login")->work, API_GRAPHQL_ACCOUNT);
	/* Every field of Query and Mutation has somebody who may call it. */
	const struct graphql_field *query = schema->graphql->query->fields;
	for (; query; query = query->next)
		assert_non_null(schema->of_queries[query->index]);
	const struct graphql_field *mutation = schema->graphql->mutation->fields;
	for (; mutation; mutation = mutation->next)
		assert_non_null(schema->of_mutations[mutation->index]);
}

static void test_type_switches(void **state)
{
	(void)state;
	struct api_graphql_switches *switches = api_graphql_switches_create(arena, registry);
	api_graphql_disable(switches, SLICE("api::chain.chain"), API_GRAPHQL_TYPE);
	api_graphql_disable(switches, SLICE("api::category.category"), API_GRAPHQL_MUTATIONS);
	api_graphql_disable(switches, SLICE("api::review.review"), API_GRAPHQL_QUERIES);
	api_graphql_disable_action(switches, SLICE("api::restaurant.restaurant"), SLICE("delete"));
	api_graphql_disable_action(switches, SLICE("api::office.office"), SLICE("*"));
	const struct api_graphql_schema *schema = build(switches);
	assert_false(has_type(schema, "Chain"));
	assert_null(field(schema, "Query", "chains"));
	assert_null(field(schema, "Restaurant", "chain"));
	assert_null(input(schema, "RestaurantInput", "chain"));
	assert_null(input(schema, "RestaurantFiltersInput", "chain"));
	assert_non_null(field(schema, "Query", "categories"));
	assert_null(field(schema, "Mutation", "createCategory"));
	assert_null(field(schema, "Query", "reviews"));
	assert_non_null(field(schema, "Mutation", "createReview"));
	assert_non_null(field(schema, "Restaurant", "reviews"));
	assert_null(field(schema, "Mutation", "deleteRestaurant"));
	assert_non_null(field(schema, "Mutation", "updateRestaurant"));
	assert_null(field(schema, "Query", "offices"));
	assert_null(field(schema, "Mutation", "createOffice"));
}

static void test_field_switches(void **state)
{
	(void)state;
	struct api_graphql_switches *switches = api_graphql_switches_create(arena, registry);
	struct slice uid = SLICE("api::restaurant.restaurant");
	api_graphql_disable_field(switches, uid, SLICE("rating"), API_GRAPHQL_FIELD);
	api_graphql_disable_field(switches, uid, SLICE("seats"), API_GRAPHQL_OUTPUT);
	api_graphql_disable_field(switches, uid, SLICE("price"), API_GRAPHQL_INPUT);
	api_graphql_disable_field(switches, uid, SLICE("name"), API_GRAPHQL_FILTERS);
	const struct api_graphql_schema *schema = build(switches);
	assert_null(field(schema, "Restaurant", "rating"));
	assert_null(input(schema, "RestaurantInput", "rating"));
	assert_null(input(schema, "RestaurantFiltersInput", "rating"));
	assert_null(field(schema, "Restaurant", "seats"));
	assert_non_null(input(schema, "RestaurantInput", "seats"));
	assert_non_null(field(schema, "Restaurant", "price"));
	assert_null(input(schema, "RestaurantInput", "price"));
	assert_non_null(input(schema, "RestaurantInput", "name"));
	assert_null(input(schema, "RestaurantFiltersInput", "name"));
	assert_false(api_graphql_is_field_enabled(switches, uid, SLICE("rating"), API_GRAPHQL_INPUT));
	assert_true(api_graphql_is_field_enabled(switches, uid, SLICE("seats"), API_GRAPHQL_INPUT));
}

static bool add_field(void *context, struct api_graphql_schema *schema, struct error *error)
{
	const struct api_graphql_root anybody = {.admission = API_GRAPHQL_ANYBODY};
	(void)context;
	api_graphql_set_root(schema, "Query.hello", &anybody);
	return graphql_add_definitions(
	    schema->graphql, SLICE("extend type Query {hello: Greeting} type Greeting {text: String}"), error);
}

static bool add_nonsense(void *context, struct api_graphql_schema *schema, struct error *error)
{
	(void)context;
	return graphql_add_definitions(schema->graphql, SLICE("extend type Query {hello: Nowhere}"), error);
}

static void test_extending(void **state)
{
	(void)state;
	struct error error;
	struct api_graphql_switches *switches = api_graphql_switches_create(arena, registry);
	const struct api_graphql_schema *schema =
	    api_graphql_build(arena, config, registry, switches, add_field, NULL, &error);
	assert_non_null(schema);
	assert_true(has_type(schema, "Greeting"));
	assert_int_equal(schema->of_queries[field(schema, "Query", "hello")->index]->admission, API_GRAPHQL_ANYBODY);
	assert_null(api_graphql_build(arena, config, registry, switches, add_nonsense, NULL, &error));
	assert_non_null(strstr(error.message, "Nowhere"));
}

/* What a literal is for a scalar: its text, or why it is none. */
static const char *parse(const struct api_graphql_schema *schema, const char *scalar, const char *literal)
{
	struct graphql_value value = {0};
	const char *reason = NULL;
	const struct graphql_type *type = graphql_schema_type(schema->graphql, slice_of(scalar));
	const struct graphql_node *node = graphql_parse_value(arena, slice_of(literal));
	assert_non_null(type);
	assert_non_null(node);
	if (!graphql_parse_leaf(arena, type, node, NULL, &value, &reason))
		return reason ? reason : "";
	if (value.kind == GRAPHQL_VALUE_INTEGER)
		return arena_format(arena, "%lld", (long long)value.integer);
	assert_int_equal(value.kind, GRAPHQL_VALUE_STRING);
	return arena_copy(arena, value.text);
}

static void test_scalars(void **state)
{
	static const char *const cases[][3] = {
	    {"DateTime", "\"2020-01-01T01:00:00+01:00\"", "2020-01-01T00:00:00.000Z"},
	    {"DateTime", "\"2020-02-29t00:00:00.5z\"", "2020-02-29T00:00:00.500Z"},
	    {"DateTime", "\"2021-02-29T00:00:00Z\"",
	     "DateTime cannot represent an invalid date-time-string 2021-02-29T00:00:00Z."},
	    {"DateTime", "\"2021-02-28\"", "DateTime cannot represent an invalid date-time-string 2021-02-28."},
	    {"DateTime", "12", "DateTime cannot represent non string or Date type 12"},
	    {"Date", "\"2020-02-29\"", "2020-02-29"},
	    {"Date", "\"2021-02-29\"", "Date cannot represent an invalid date-string 2021-02-29."},
	    {"Date", "true", "Date cannot represent non string type true"},
	    {"Long", "\"9007199254740993\"", "9007199254740993"},
	    {"Long", "-5", "-5"},
	    {"Long", "\"92233720368547758070\"", "92233720368547758070"},
	};
	(void)state;
	const struct api_graphql_schema *schema = build(api_graphql_switches_create(arena, registry));
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(parse(schema, cases[i][0], cases[i][1]), cases[i][2]);
	assert_string_equal(parse(schema, "Time", "\"10:11:12.5\""), "10:11:12.500");
	assert_non_null(strstr(parse(schema, "Time", "\"10:11\""), "Invalid time format, expected HH:mm:ss.SSS"));
	assert_non_null(strstr(parse(schema, "Time", "\"24:00:00\""), "Invalid time format"));
	assert_non_null(strstr(parse(schema, "Long", "1.5"), "Cannot convert 1.5 to a BigInt"));
	assert_string_equal(parse(schema, "JSON", "\"text\""), "text");
	assert_string_equal(parse(schema, "JSON", "12"), "12");
	assert_string_equal(parse(schema, "JSON", "NAME"), "");
	assert_string_equal(parse(schema, "I18NLocaleCode", "\"fr-CA\""), "fr-CA");
	assert_non_null(strstr(parse(schema, "I18NLocaleCode", "\"xx\""), "Unknown locale supplied"));
	assert_non_null(strstr(parse(schema, "Upload", "\"x\""), "Upload literal unsupported."));
	assert_non_null(strstr(parse(schema, "HomepageBodyDynamicZoneInput", "{__typename: \"Nope\"}"),
	                       "Component not found. expected one of: ComponentBlocksQuote, ComponentBlocksRelated, "
	                       "ComponentBlocksRichText"));
	assert_non_null(
	    strstr(parse(schema, "HomepageBodyDynamicZoneInput", "5"), "Component not found. expected one of: "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_models),         cmocka_unit_test(test_unused_types_are_left_out),
	    cmocka_unit_test(test_permissions),    cmocka_unit_test(test_type_switches),
	    cmocka_unit_test(test_field_switches), cmocka_unit_test(test_extending),
	    cmocka_unit_test(test_scalars),
	};
	struct findings findings;
	arena = arena_create();
	findings_init(&findings, arena);
	registry = model_load(arena, "tests/data/project", NULL, &findings);
	findings_init(&findings, arena);
	config = config_load(arena, "tests/data/project", NULL, NULL, &findings);
	int failed = registry && config ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
	arena_destroy(arena);
	return failed;
}
