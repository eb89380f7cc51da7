/* Schema definition language becoming a schema: all of it or nothing. */
#include "graphql/graphql.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct arena *arena;
static struct graphql_schema *schema;
static struct error error;

static int begin(void **state)
{
	(void)state;
	arena = arena_create();
	schema = graphql_schema_create(arena);
	assert_true(graphql_add_definitions(
	    schema,
	    SLICE("type Query { dog: Dog } type Dog { name: String } enum Size { BIG } directive @old on OBJECT"),
	    &error));
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

static const char *printed(void)
{
	struct buffer buffer = {0};
	graphql_print_schema(&buffer, schema);
	const char *copy = arena_copy(arena, buffer_as_slice(&buffer));
	buffer_free(&buffer);
	return copy;
}

static void test_extensions(void **state)
{
	(void)state;
	assert_true(graphql_add_definitions(
	    schema,
	    SLICE("extend type Query implements Node { id: ID! cats(size: Size = BIG, \"how\" limit: Int = 3): [Cat!] "
	          "@deprecated }\n"
	          "extend enum Size { SMALL @deprecated(reason: \"tiny\") }\n"
	          "interface Node { id: ID! }\n"
	          "\"A cat\" type Cat @old { lives: Int }\n"
	          "union Pet = Dog\n"
	          "extend union Pet = Cat\n"
	          "scalar Url @specifiedBy(url: \"https://example.org\")\n"
	          "scalar Int\n"
	          "input In { a: Int = 1, self: In = {a: 2, self: null} }\n"
	          "extend input In { b: [Size!] = BIG }\n"
	          "directive @mark(in: In = {self: null}) repeatable on FIELD_DEFINITION | OBJECT\n"
	          "schema { query: Query mutation: Cat }\n"),
	    &error));
	assert_true(graphql_finish_schema(schema, &error));
	assert_ptr_equal(schema->mutation, graphql_schema_type(schema, SLICE("Cat")));
	assert_string_equal(
	    printed(), "schema {\n  query: Query\n  mutation: Cat\n}\n\n"
		       "directive @old on OBJECT\n\n"
		       "directive @mark(in: In = {a: 1, self: null, b: [BIG]}) repeatable on FIELD_DEFINITION | "
		       "OBJECT\n\n"
		       "type Query implements Node {\n"
		       "  dog: Dog\n"
		       "  id: ID!\n"
		       "  cats(\n    size: Size = BIG\n\n    \"\"\"how\"\"\"\n    limit: Int = 3\n  ): [Cat!] "
		       "@deprecated\n"
		       "}\n\n"
		       "type Dog {\n  name: String\n}\n\n"
		       "enum Size {\n  BIG\n  SMALL @deprecated(reason: \"tiny\")\n}\n\n"
		       "interface Node {\n  id: ID!\n}\n\n"
		       "\"\"\"A cat\"\"\"\ntype Cat {\n  lives: Int\n}\n\n"
		       "union Pet = Dog | Cat\n\n"
		       "scalar Url @specifiedBy(url: \"https://example.org\")\n\n"
		       "input In {\n  a: Int = 1\n  self: In = {a: 2, self: null, b: [BIG]}\n  b: [Size!] = [BIG]\n}");
}

/* Definitions of one name are one: of the text's, and of the schema's. */
static void test_merged(void **state)
{
	(void)state;
	assert_true(graphql_merge_definitions(
	    schema,
	    SLICE("type Cat { id: ID lives: Int }\n"
	          "type Cat implements Node { id: ID! name(short: Boolean): String }\n"
	          "extend type Cat implements Node { \"of all\" name(short: Int, long: Int): String }\n"
	          "interface Node { id: ID! }\n"
	          "type Dog { \"known\" name(short: Boolean): String! tail: Boolean }\n"
	          "type Dog { tail: Boolean }\n"
	          "enum Size { BIG SMALL }\n"
	          "input In { a: [Int] }\n"
	          "input In { a: [Int!]! b: Int }\n"
	          "scalar Int\n"
	          "scalar Url\n"
	          "scalar Url\n"),
	    NULL, &error));
	assert_true(
	    graphql_merge_definitions(schema,
	                              SLICE("input In { a: [Int] c: Int } scalar Url type Query { dog(id: ID): Dog } "
	                                    "type Dog { name(short: Int long: Int): String } union Pet = Cat | Dog"),
	                              NULL, &error));
	assert_true(graphql_merge_definitions(schema, SLICE("union Pet = Cat"), NULL, &error));
	assert_true(graphql_finish_schema(schema, &error));
	assert_string_equal(printed(), "directive @old on OBJECT\n\n"
	                               "type Query {\n  dog(id: ID): Dog\n}\n\n"
	                               "type Dog {\n  name(short: Boolean, long: Int): String!\n  tail: Boolean\n}\n\n"
	                               "enum Size {\n  BIG\n  SMALL\n}\n\n"
	                               "type Cat implements Node {\n  id: ID!\n  lives: Int\n\n  \"\"\"of all\"\"\"\n"
	                               "  name(short: Boolean, long: Int): String\n}\n\n"
	                               "interface Node {\n  id: ID!\n}\n\n"
	                               "input In {\n  a: [Int!]!\n  b: Int\n  c: Int\n}\n\n"
	                               "scalar Url\n\n"
	                               "union Pet = Cat | Dog");
}

/* A field that the schema has keeps nothing beyond what the text says. */
static void test_replaced(void **state)
{
	(void)state;
	assert_true(graphql_merge_definitions(
	    schema,
	    SLICE(
		"type Query { \"all\" dogs(limit: Int = 5, sort: [String]): Dog dog: Dog } type Dog { name: String }"),
	    NULL, &error));
	assert_true(graphql_replace_definitions(schema, SLICE("extend type Query { dogs(sort: String): Dog cat: Dog }"),
	                                        NULL, &error));
	assert_true(graphql_finish_schema(schema, &error));
	assert_non_null(strstr(printed(), "type Query {\n  dog: Dog\n  dogs(sort: String): Dog\n  cat: Dog\n}"));
}

static void test_not_merged(void **state)
{
	static const char *const cases[][2] = {
	    {"type Dog { name: Int }",
	     "line 1, column 12: Field \"Dog.name\" is defined as String already, and can't be Int."},
	    {"type Dog { name: [String!]! }",
	     "line 1, column 12: Field \"Dog.name\" is defined as String already, and can't be [String!]!."},
	    {"type A { a: Int } type A { a: [Int] }",
	     "line 1, column 28: Field \"A.a\" is defined as Int already, and can't be [Int]."},
	    {"input A { a: Int } input A { a: ID }",
	     "line 1, column 30: Field \"A.a\" is defined as Int already, and can't be ID."},
	    {"type A { a: Int } input A { a: Int }", "line 1, column 25: There can be only one type named \"A\"."},
	    {"type A { a: Int", "line 1, column 16: Syntax Error: Expected Name, found <EOF>."},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_false(graphql_merge_definitions(schema, slice_of(cases[i][0]), NULL, &error));
		assert_string_equal(error.message, cases[i][1]);
	}
}

/* Each is refused, and leaves the schema as it was. */
static void test_refused(void **state)
{
	static const char *const cases[][2] = {
	    {"type A {", "line 1, column 9: Syntax Error: Expected Name, found <EOF>."},
	    {"type A { a: Int }\ntype A { b: Int }", "line 2, column 6: There can be only one type named \"A\"."},
	    {"type B { b: Int } type Dog { a: Int }",
	     "line 1, column 24: Type \"Dog\" already exists in the schema. It cannot also be defined in this type "
	     "definition."},
	    {"enum String { A }",
	     "line 1, column 6: Type \"String\" already exists in the schema. It cannot also be defined in this type "
	     "definition."},
	    {"extend type Dogs { a: Int }",
	     "line 1, column 13: Cannot extend type \"Dogs\" because it is not defined. Did you mean \"Dog\"?"},
	    {"extend enum Dog { A }", "line 1, column 13: Cannot extend non-enum type \"Dog\"."},
	    {"extend type Dog { name: Int }", "line 1, column 19: Field \"Dog.name\" already exists in the schema. It "
	                                      "cannot also be defined in this type "
	                                      "extension."},
	    {"extend type Dog { a: Int }\nextend type Dog { a: Int }",
	     "line 2, column 19: Field \"Dog.a\" can only be defined once."},
	    {"extend enum Size { BIG }", "line 1, column 20: Enum value \"Size.BIG\" already exists in the schema. It "
	                                 "cannot also be defined in this "
	                                 "type extension."},
	    {"enum New { A A }", "line 1, column 14: Enum value \"New.A\" can only be defined once."},
	    {"input New { a: Int a: Int }", "line 1, column 20: Field \"New.a\" can only be defined once."},
	    {"type New { a(b: Int, b: Int): Int }",
	     "line 1, column 22: Argument \"New.a(b:)\" can only be defined once."},
	    {"directive @d(a: Int, a: Int) on FIELD",
	     "line 1, column 22: Argument \"@d(a:)\" can only be defined once."},
	    {"directive @d on FIELD directive @d on FIELD",
	     "line 1, column 34: There can be only one directive named \"@d\"."},
	    {"directive @old on FIELD",
	     "line 1, column 12: Directive \"@old\" already exists in the schema. It cannot be redefined."},
	    {"type New @nope { a: Int }", "line 1, column 10: Unknown directive \"@nope\"."},
	    {"type New { a: Int @old }", "line 1, column 19: Directive \"@old\" may not be used on FIELD_DEFINITION."},
	    {"type New @old @old { a: Int }",
	     "line 1, column 15: The directive \"@old\" can only be used once at this location."},
	    {"type New { a: Int @deprecated(because: \"x\") }",
	     "line 1, column 31: Unknown argument \"because\" on directive \"@deprecated\"."},
	    {"type New { a: Int @deprecated(reason: 3) }",
	     "line 1, column 39: Argument \"reason\" has invalid value 3."},
	    {"scalar New @specifiedBy", "line 1, column 12: Directive \"@specifiedBy\" argument \"url\" of type "
	                                "\"String!\" is required, but it was not "
	                                "provided."},
	    {"directive @must(x: [Int]!) on OBJECT type New @must { a: Int }",
	     "line 1, column 47: Directive \"@must\" argument \"x\" of type \"[Int]!\" is required, but it was not "
	     "provided."},
	    {"schema { query: Dog } schema { query: Dog }",
	     "line 1, column 23: Must provide only one schema definition."},
	    {"schema { query: Dog query: Dog }", "line 1, column 28: There can be only one query type in schema."},
	    {"type A { a: Int }\n\n query { a }",
	     "line 3, column 2: A schema holds definitions and extensions, but no operations and fragments."},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *before = printed();
		assert_false(graphql_add_definitions(schema, slice_of(cases[i][0]), &error));
		assert_string_equal(error.message, cases[i][1]);
		assert_string_equal(printed(), before);
	}
	assert_true(graphql_finish_schema(schema, &error));
}

/* What only the whole schema can tell says where, too. */
static void test_refused_when_finished(void **state)
{
	static const char *const cases[][2] = {
	    {"type A {\n  a: Dogs\n}", "line 2, column 3: Unknown type \"Dogs\". Did you mean \"Dog\"?"},
	    {"type A implements Nope { a: Int }", "line 1, column 6: Unknown type \"Nope\"."},
	    {"\n  type A implements Dog { a: Int }",
	     "line 2, column 8: Type A must only implement Interface types, it cannot implement Dog."},
	    {"type A { a(b: Int = \"x\"): Int }",
	     "line 1, column 12: The default value \"x\" of \"b\" is none of type \"Int\"."},
	    {"input In { a: Int } type A { a(b: In = {x: 1}): Int }",
	     "line 1, column 32: Field \"x\" is not defined by type \"In\"."},
	    {"extend schema { mutation: Query }", "line 1, column 6: All root types must be different, \"Query\" type "
	                                          "is used as Query and Mutation root types."},
	    {"extend schema { mutation: Nope }", "Unknown type \"Nope\"."},
	    {"directive @__x on FIELD",
	     "line 1, column 12: Name \"__x\" must not begin with \"__\", which is reserved by GraphQL introspection."},
	    {"directive @x(a: Dog) on FIELD", "line 1, column 14: The type of @x(a:) must be Input Type but got: Dog."},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		end(state);
		begin(state);
		assert_true(graphql_add_definitions(schema, slice_of(cases[i][0]), &error));
		assert_false(graphql_finish_schema(schema, &error));
		assert_string_equal(error.message, cases[i][1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_extensions, begin, end),
	    cmocka_unit_test_setup_teardown(test_merged, begin, end),
	    cmocka_unit_test_setup_teardown(test_replaced, begin, end),
	    cmocka_unit_test_setup_teardown(test_not_merged, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_when_finished, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
