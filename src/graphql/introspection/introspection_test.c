/* Introspection of a small schema; tests/graphql_engine_test.mjs compares whole schemas with graphql-js. */
#include "graphql/execute/execute_fixture.h"

static const char text[] =
    "\"All\" schema { query: Root mutation: Change }\n"
    "type Root { a(x: [Int!]! = [1], old: Int @deprecated): [Node!]! gone: Int @deprecated(reason: \"no\") }\n"
    "type Change { a: Int }\n"
    "interface Node { id: ID }\n"
    "type Leaf implements Node { id: ID }\n"
    "type Twig implements Node { id: ID }\n"
    "union Any = Twig | Leaf\n"
    "enum Size { BIG SMALL @deprecated }\n"
    "input In { a: Int = 1 b: String @deprecated(reason: \"why\") }\n"
    "scalar Url @specifiedBy(url: \"https://example.org\")\n"
    "directive @mark(a: Int, b: Int @deprecated) repeatable on FIELD | QUERY\n";

static struct arena *arena;
static struct graphql_schema *schema;

static int begin(void **state)
{
	struct error error;
	(void)state;
	arena = arena_create();
	schema = graphql_schema_create(arena);
	assert_true(graphql_add_definitions(schema, slice_of(text), &error));
	assert_true(graphql_finish_schema(schema, &error));
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

/* The answer to a query that is valid. */
static const char *ask(const char *query)
{
	const struct graphql_error *errors;
	size_t count;
	const struct graphql_validation validation = {.schema = schema, .introspection = true};
	struct graphql_request request = {.schema = schema, .arena = arena};
	struct graphql_execution *execution = prepare_query(&request, query);
	assert_true(graphql_validate(arena, &validation, request.document, &errors, &count));
	return run_to_end(execution, arena);
}

#define assert_data(query, data) assert_string_equal(ask(query), "{\"data\":{" data "}}")

static void test_schema(void **state)
{
	(void)state;
	assert_data(
	    "{ __schema { description queryType { name } mutationType { name } subscriptionType { name } "
	    "__typename } __typename }",
	    "\"__schema\":{\"description\":\"All\",\"queryType\":{\"name\":\"Root\"},\"mutationType\":{\"name\":"
	    "\"Change\"},\"subscriptionType\":null,\"__typename\":\"__Schema\"},\"__typename\":\"Root\"");
	assert_data(
	    "{ __schema { directives { name isRepeatable locations args { name } } } }",
	    "\"__schema\":{\"directives\":["
	    "{\"name\":\"mark\",\"isRepeatable\":true,\"locations\":[\"FIELD\",\"QUERY\"],\"args\":[{\"name\":\"a\"}]},"
	    "{\"name\":\"include\",\"isRepeatable\":false,\"locations\":[\"FIELD\",\"FRAGMENT_SPREAD\","
	    "\"INLINE_FRAGMENT\"],\"args\":[{\"name\":\"if\"}]},"
	    "{\"name\":\"skip\",\"isRepeatable\":false,\"locations\":[\"FIELD\",\"FRAGMENT_SPREAD\","
	    "\"INLINE_FRAGMENT\"],\"args\":[{\"name\":\"if\"}]},"
	    "{\"name\":\"deprecated\",\"isRepeatable\":false,\"locations\":[\"FIELD_DEFINITION\","
	    "\"ARGUMENT_DEFINITION\",\"INPUT_FIELD_DEFINITION\",\"ENUM_VALUE\"],\"args\":[{\"name\":\"reason\"}]},"
	    "{\"name\":\"specifiedBy\",\"isRepeatable\":false,\"locations\":[\"SCALAR\"],\"args\":[{\"name\":\"url\"}]}"
	    "]}");
}

static void test_type(void **state)
{
	(void)state;
	assert_data("{ __type(name: \"Nope\") { name } }", "\"__type\":null");
	assert_data(
	    "query ($n: String! = \"Root\") { __type(name: $n) { kind fields { name args { name defaultValue type { "
	    "kind name ofType { kind ofType { kind ofType { name ofType { name } } } } } } } inputFields { name } "
	    "enumValues { name } possibleTypes { name } interfaces { name } } }",
	    "\"__type\":{\"kind\":\"OBJECT\",\"fields\":[{\"name\":\"a\",\"args\":[{\"name\":\"x\","
	    "\"defaultValue\":\"[1]\",\"type\":{\"kind\":\"NON_NULL\",\"name\":null,\"ofType\":{\"kind\":\"LIST\","
	    "\"ofType\":{\"kind\":\"NON_NULL\",\"ofType\":{\"name\":\"Int\",\"ofType\":null}}}}}]}],"
	    "\"inputFields\":null,\"enumValues\":null,\"possibleTypes\":null,\"interfaces\":[]}");
	assert_data(
	    "{ a: __type(name: \"Node\") { possibleTypes { name } } b: __type(name: \"Any\") { kind possibleTypes { "
	    "name } fields { name } } c: __type(name: \"Leaf\") { interfaces { name } } d: __type(name: \"Url\") { "
	    "specifiedByURL } e: __type(name: \"Int\") { specifiedByURL } }",
	    "\"a\":{\"possibleTypes\":[{\"name\":\"Leaf\"},{\"name\":\"Twig\"}]},\"b\":{\"kind\":\"UNION\","
	    "\"possibleTypes\":[{\"name\":\"Twig\"},{\"name\":\"Leaf\"}],\"fields\":null},"
	    "\"c\":{\"interfaces\":[{\"name\":\"Node\"}]},\"d\":{\"specifiedByURL\":\"https://example.org\"},"
	    "\"e\":{\"specifiedByURL\":null}");
}

static void test_deprecated(void **state)
{
	(void)state;
	assert_data(
	    "{ __type(name: \"Root\") { fields(includeDeprecated: true) { name isDeprecated deprecationReason "
	    "args(includeDeprecated: true) { name isDeprecated deprecationReason } } } }",
	    "\"__type\":{\"fields\":[{\"name\":\"a\",\"isDeprecated\":false,\"deprecationReason\":null,\"args\":["
	    "{\"name\":\"x\",\"isDeprecated\":false,\"deprecationReason\":null},{\"name\":\"old\",\"isDeprecated\":"
	    "true,\"deprecationReason\":\"No longer supported\"}]},{\"name\":\"gone\",\"isDeprecated\":true,"
	    "\"deprecationReason\":\"no\",\"args\":[]}]}");
	assert_data("{ a: __type(name: \"Size\") { enumValues { name } } b: __type(name: \"Size\") { "
	            "enumValues(includeDeprecated: true) { name } } c: __type(name: \"In\") { inputFields { name } } "
	            "d: __type(name: \"In\") { inputFields(includeDeprecated: true) { name deprecationReason } } "
	            "e: __type(name: \"In\") { inputFields(includeDeprecated: null) { name } } }",
	            "\"a\":{\"enumValues\":[{\"name\":\"BIG\"}]},\"b\":{\"enumValues\":[{\"name\":\"BIG\"},{\"name\":"
	            "\"SMALL\"}]},\"c\":{\"inputFields\":[{\"name\":\"a\"}]},\"d\":{\"inputFields\":[{\"name\":\"a\","
	            "\"deprecationReason\":null},{\"name\":\"b\",\"deprecationReason\":\"why\"}]},"
	            "\"e\":{\"inputFields\":[{\"name\":\"a\"}]}");
}

/* The types of introspection are introspected like any other. */
static void test_itself(void **state)
{
	(void)state;
	assert_data(
	    "{ __type(name: \"__TypeKind\") { kind name enumValues { name } } }",
	    "\"__type\":{\"kind\":\"ENUM\",\"name\":\"__TypeKind\",\"enumValues\":[{\"name\":\"SCALAR\"},{\"name\":"
	    "\"OBJECT\"},{\"name\":\"INTERFACE\"},{\"name\":\"UNION\"},{\"name\":\"ENUM\"},{\"name\":"
	    "\"INPUT_OBJECT\"},{\"name\":\"LIST\"},{\"name\":\"NON_NULL\"}]}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_schema, begin, end),
	    cmocka_unit_test_setup_teardown(test_type, begin, end),
	    cmocka_unit_test_setup_teardown(test_deprecated, begin, end),
	    cmocka_unit_test_setup_teardown(test_itself, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
