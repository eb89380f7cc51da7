/* Input coercion: variables and literals, and what is said of wrong ones. */
#include "coerce.h"
#include "graphql/graphql.h"
#include "show.h"
#include "variables.h"

#include <json-c/json.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const char text[] =
    "type Query {\n"
    "  a(int: Int, float: Float, id: ID, color: Color, page: Page, list: [Int!], need: Int!, date: Date, "
    "any: Any, time: Time): Int\n"
    "}\n"
    "enum Color { RED GREEN BLUE }\n"
    "input Page { start: Int = 0 limit: Int! order: [Color!] next: Page }\n"
    "input CategoryInput { name: String code: String restaurants: [ID] publishedAt: String }\n"
    "scalar Date\n"
    "scalar Time\n"
    "scalar Any\n";

static struct arena *arena;
static struct graphql_schema *schema;

static bool parse_date(void *context, struct arena *memory, const struct graphql_value *sent,
                       struct graphql_value *value, const char **reason)
{
	(void)context;
	if (sent->kind != GRAPHQL_VALUE_STRING || sent->text.len != 10) {
		*reason = arena_format(memory, "Date cannot represent %s", graphql_inspected(memory, sent));
		return false;
	}
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_INTEGER, .integer = sent->text.ptr[0] - '0'};
	return true;
}

static bool parse_date_literal(void *context, struct arena *memory, const struct graphql_node *literal,
                               struct graphql_value *value, const char **reason)
{
	(void)context;
	(void)memory;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_INTEGER, .integer = 77};
	*reason = "only strings";
	return literal->kind == GRAPHQL_NODE_STRING;
}

static bool parse_nothing(void *context, struct arena *memory, const struct graphql_value *sent,
                          struct graphql_value *value, const char **reason)
{
	(void)context;
	(void)memory;
	(void)sent;
	(void)value;
	(void)reason;
	return false;
}

static int begin(void **state)
{
	struct error error;
	(void)state;
	arena = arena_create();
	schema = graphql_schema_create(arena);
	assert_true(graphql_add_definitions(schema, slice_of(text), &error));
	graphql_schema_type(schema, SLICE("Date"))->parse = parse_date;
	graphql_schema_type(schema, SLICE("Date"))->parse_literal = parse_date_literal;
	graphql_schema_type(schema, SLICE("Time"))->parse = parse_nothing;
	assert_true(graphql_finish_schema(schema, &error));
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

static const struct graphql_operation *operation(const char *query)
{
	struct graphql_error error;
	struct graphql_document *document = graphql_parse(arena, slice_of(query), NULL, &error);
	assert_non_null(document);
	return document->operations;
}

/* ---- variables ---- */

/* One variable $d of that type, given as JSON: the messages, a line each. */
static const char *messages(const char *type, const char *json)
{
	struct map variables;
	const struct graphql_error *errors;
	size_t count;
	struct buffer lines = {0};
	struct json_object *sent = json_tokener_parse(arena_format(arena, "{\"d\":%s}", json));
	assert_non_null(sent);
	graphql_coerce_variables(arena, schema, operation(arena_format(arena, "query ($d: %s) { a }", type)), sent,
	                         NULL, &variables, &errors, &count);
	for (size_t i = 0; i < count; i++) {
		buffer_format(&lines, "%s%s", i ? "\n" : "", errors[i].message);
		if (i < 50)
			assert_int_equal(*errors[i].locations, strlen("query ("));
	}
	const char *copy = arena_copy(arena, buffer_as_slice(&lines));
	buffer_free(&lines);
	json_object_put(sent);
	return copy;
}

#define assert_messages(type, json, expected) assert_string_equal(messages(type, json), expected)

static void test_messages(void **state)
{
	(void)state;
	assert_messages("Int", "1", "");
	assert_messages("Int", "1.0", "");
	assert_messages("Int", "null", "");
	assert_messages("Int!", "null", "Variable \"$d\" of non-null type \"Int!\" must not be null.");
	assert_messages("Int", "\"1\"",
	                "Variable \"$d\" got invalid value \"1\"; Int cannot represent non-integer value: \"1\"");
	assert_messages("Int", "2147483648",
	                "Variable \"$d\" got invalid value 2147483648; Int cannot represent non 32-bit signed integer "
	                "value: 2147483648");
	assert_messages(
	    "[Int!]", "[1, null, \"x\"]",
	    "Variable \"$d\" got invalid value null at \"d[1]\"; Expected non-nullable type \"Int!\" not to be "
	    "null.\n"
	    "Variable \"$d\" got invalid value \"x\" at \"d[2]\"; Int cannot represent non-integer value: "
	    "\"x\"");
	assert_messages(
	    "[[Int]]", "[[1], 2, [\"x\"]]",
	    "Variable \"$d\" got invalid value \"x\" at \"d[2][0]\"; Int cannot represent non-integer value: "
	    "\"x\"");
	assert_messages(
	    "Color", "\"GREN\"",
	    "Variable \"$d\" got invalid value \"GREN\"; Value \"GREN\" does not exist in \"Color\" enum. Did you "
	    "mean the enum value \"GREEN\" or \"RED\"?");
	assert_messages("Color", "3",
	                "Variable \"$d\" got invalid value 3; Enum \"Color\" cannot represent non-string value: 3.");
	assert_messages("ID", "1.5", "Variable \"$d\" got invalid value 1.5; ID cannot represent value: 1.5");
	assert_messages("Nope", "1",
	                "Variable \"$d\" expected value of type \"Nope\" which cannot be used as an input type.");
	assert_messages("[Query!]", "1",
	                "Variable \"$d\" expected value of type \"[Query!]\" which cannot be used as an input type.");
}

static void test_object_messages(void **state)
{
	(void)state;
	assert_messages(
	    "CategoryInput!", "{\"name\":\"G3\",\"nope\":1}",
	    "Variable \"$d\" got invalid value { name: \"G3\", nope: 1 }; Field \"nope\" is not defined by type "
	    "\"CategoryInput\". Did you mean \"code\" or \"name\"?");
	assert_messages("Page", "3", "Variable \"$d\" got invalid value 3; Expected type \"Page\" to be an object.");
	assert_messages(
	    "Page", "{\"next\":{\"limit\":1,\"start\":true},\"order\":\"RED\"}",
	    "Variable \"$d\" got invalid value { next: { limit: 1, start: true }, order: \"RED\" }; Field "
	    "\"limit\" of required type \"Int!\" was not provided.\n"
	    "Variable \"$d\" got invalid value true at \"d.next.start\"; Int cannot represent non-integer value: "
	    "true");
	assert_messages(
	    "Page", "[]",
	    "Variable \"$d\" got invalid value []; Field \"limit\" of required type \"Int!\" was not provided.");
	/* What is nested, or long, is not shown. */
	assert_messages(
	    "Int", "{\"a\":{\"b\":{\"c\":1}},\"e\":{}}",
	    "Variable \"$d\" got invalid value { a: { b: [Object] }, e: {} }; Int cannot represent non-integer "
	    "value: { a: { b: [Object] }, e: {} }");
	assert_messages(
	    "Boolean", "[1,2,3,4,5,6,7,8,9,10,[[[]]],12]",
	    "Variable \"$d\" got invalid value [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... 2 more items]; Boolean cannot "
	    "represent a non boolean value: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... 2 more items]");
}

static void test_scalar_messages(void **state)
{
	(void)state;
	assert_messages("Date", "\"2020-01-01\"", "");
	assert_messages("Date", "3", "Variable \"$d\" got invalid value 3; Date cannot represent 3");
	assert_messages("Time", "3", "Variable \"$d\" got invalid value 3; Expected type \"Time\".");
	graphql_schema_type(schema, SLICE("Date"))->reasons_explained = true;
	assert_messages("Date", "3",
	                "Variable \"$d\" got invalid value 3; Expected type \"Date\". Date cannot represent 3");
}

static void test_error_bound(void **state)
{
	struct buffer json = {0};
	(void)state;
	buffer_byte(&json, '[');
	for (int i = 0; i < 60; i++)
		buffer_text(&json, i ? ",\"x\"" : "\"x\"");
	buffer_byte(&json, ']');
	const char *lines = messages("[Int]", buffer_terminate(&json));
	size_t count = 1;
	for (const char *at = lines; (at = strchr(at, '\n')); at++)
		count++;
	assert_int_equal(count, 51);
	assert_string_equal(strrchr(lines, '\n') + 1,
	                    "Too many errors processing variables, error limit reached. Execution aborted.");
	buffer_free(&json);
}

static void test_deep_value(void **state)
{
	struct buffer json = {0};
	struct json_tokener *tokener = json_tokener_new_ex(1000);
	struct map variables;
	const struct graphql_error *errors;
	size_t count;
	(void)state;
	buffer_text(&json, "{\"d\":");
	for (int i = 0; i < 300; i++)
		buffer_byte(&json, '[');
	for (int i = 0; i < 300; i++)
		buffer_byte(&json, ']');
	buffer_byte(&json, '}');
	struct json_object *sent = json_tokener_parse_ex(tokener, buffer_terminate(&json), (int)json.len);
	assert_non_null(sent);
	assert_false(graphql_coerce_variables(arena, schema, operation("query ($d: Any) { a }"), sent, NULL, &variables,
	                                      &errors, &count));
	assert_string_equal(errors[0].message, "Variable \"$d\" is nested deeper than 200 levels.");
	json_object_put(sent);
	json_tokener_free(tokener);
	buffer_free(&json);
}

static void test_given_and_defaults(void **state)
{
	struct map variables;
	const struct graphql_error *errors;
	size_t count;
	const struct graphql_value *value;
	struct json_object *sent =
	    json_tokener_parse("{\"id\":7,\"color\":\"RED\",\"page\":{\"limit\":3},\"null\":null,\"list\":4}");
	(void)state;
	assert_true(graphql_coerce_variables(
	    arena, schema,
	    operation("query ($id: ID, $color: Color!, $page: Page, $null: Int = 3, $list: [Float], $other: Int = 9, "
	              "$absent: Int) { a }"),
	    sent, NULL, &variables, &errors, &count));
	value = map_get(&variables, SLICE("id"));
	assert_true(slice_is(value->text, "7"));
	value = map_get(&variables, SLICE("page"));
	assert_int_equal(value->count, 2);
	assert_int_equal(graphql_value_field(value, "start")->integer, 0);
	assert_int_equal(graphql_value_field(value, "limit")->integer, 3);
	assert_true(slice_is(value->inputs[1]->name, "limit"));
	assert_int_equal(((struct graphql_value *)map_get(&variables, SLICE("null")))->kind, GRAPHQL_VALUE_NULL);
	value = map_get(&variables, SLICE("list"));
	assert_int_equal(value->kind, GRAPHQL_VALUE_LIST);
	assert_int_equal(value->items[0].integer, 4);
	assert_int_equal(((struct graphql_value *)map_get(&variables, SLICE("other")))->integer, 9);
	assert_null(map_get(&variables, SLICE("absent")));
	json_object_put(sent);
	assert_false(graphql_coerce_variables(arena, schema, operation("query ($x: Int!) { a }"), NULL, NULL,
	                                      &variables, &errors, &count));
	assert_string_equal(errors[0].message, "Variable \"$x\" of required type \"Int!\" was not provided.");
}

/* ---- literals and arguments ---- */

/* The argument `name` as it comes from that text, as JSON; or the refusal. */
static const char *argument(const char *name, const char *written, const struct map *variables)
{
	const struct graphql_field *field = graphql_type_field(schema->query, SLICE("a"));
	const struct graphql_input *input = field->arguments;
	const char *refusal = NULL;
	graphql_offset at = 0;
	struct graphql_value *values = arena_array(arena, field->argument_count, sizeof *values);
	const struct graphql_selection *node =
	    operation(arena_format(arena, "{ a(need: 1, %s: %s) }", name, written))->selections.items;
	if (!graphql_coerce_arguments(arena, field->arguments, field->argument_count, node->arguments,
	                              node->argument_count, variables, values, &refusal, &at))
		return refusal;
	size_t index = 0;
	for (; !slice_is(input->name, name); input = input->next)
		index++;
	if (values[index].kind == GRAPHQL_VALUE_ABSENT)
		return "absent";
	struct json_object *json = graphql_value_to_json(&values[index]);
	const char *copy =
	    arena_copy(arena, slice_of(json ? json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN) : "null"));
	json_object_put(json);
	return copy;
}

static void test_literals(void **state)
{
	(void)state;
	assert_string_equal(argument("int", "12", NULL), "12");
	assert_string_equal(argument("int", "null", NULL), "null");
	assert_string_equal(argument("float", "12", NULL), "12");
	assert_string_equal(argument("float", "1.5e1", NULL), "15.0");
	assert_string_equal(argument("float", "1e999", NULL), "Argument \"float\" has invalid value 1e999.");
	assert_string_equal(argument("id", "12", NULL), "\"12\"");
	assert_string_equal(argument("id", "\"a\"", NULL), "\"a\"");
	assert_string_equal(argument("color", "RED", NULL), "\"RED\"");
	assert_string_equal(argument("color", "\"RED\"", NULL), "Argument \"color\" has invalid value \"RED\".");
	assert_string_equal(argument("list", "3", NULL), "[3]");
	assert_string_equal(argument("list", "[3, 4]", NULL), "[3,4]");
	assert_string_equal(argument("list", "[3, null]", NULL), "Argument \"list\" has invalid value [3, null].");
	assert_string_equal(argument("page", "{limit: 1, order: RED}", NULL),
	                    "{\"start\":0,\"limit\":1,\"order\":[\"RED\"]}");
	assert_string_equal(argument("page", "{}", NULL), "Argument \"page\" has invalid value {}.");
	assert_string_equal(argument("date", "\"x\"", NULL), "77");
	assert_string_equal(argument("date", "3", NULL), "Argument \"date\" has invalid value 3.");
	assert_string_equal(argument("any", "{a: RED, b: [1, 2.5, null, \"x\"]}", NULL),
	                    "{\"a\":\"RED\",\"b\":[1,2.5,null,\"x\"]}");
	assert_string_equal(argument("need", "null", NULL), "1"); /* the first of two: validation refuses the second */
}

static void test_variables_in_literals(void **state)
{
	struct map variables;
	struct graphql_value two = {.kind = GRAPHQL_VALUE_INTEGER, .integer = 2}, null = {.kind = GRAPHQL_VALUE_NULL};
	(void)state;
	map_init(&variables, arena);
	map_set(&variables, SLICE("two"), &two);
	map_set(&variables, SLICE("null"), &null);
	assert_string_equal(argument("int", "$two", &variables), "2");
	assert_string_equal(argument("int", "$absent", &variables), "absent");
	assert_string_equal(argument("list", "[$two, 3]", &variables), "[2,3]");
	assert_string_equal(argument("page", "{limit: $two, start: $absent}", &variables), "{\"start\":0,\"limit\":2}");
	assert_string_equal(argument("page", "{limit: $absent}", &variables),
	                    "Argument \"page\" has invalid value {limit: $absent}.");
	assert_string_equal(argument("any", "{a: $two, b: $absent, c: [$absent, $null]}", &variables),
	                    "{\"a\":2,\"c\":[null,null]}");
}

static void test_refused_arguments(void **state)
{
	const struct graphql_field *field = graphql_type_field(schema->query, SLICE("a"));
	static const struct {
		const char *query, *refusal;
		unsigned at;
	} cases[] = {
	    {"{ a }", "Argument \"need\" of required type \"Int!\" was not provided.", 1000},
	    {"{ a(need: null) }", "Argument \"need\" of non-null type \"Int!\" must not be null.", 10},
	    {"{ a(need: $x) }",
	     "Argument \"need\" of required type \"Int!\" was provided the variable \"$x\" which was not provided a "
	     "runtime "
	     "value.",
	     10},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct graphql_selection *node = operation(cases[i].query)->selections.items;
		struct graphql_value *values = arena_array(arena, field->argument_count, sizeof *values);
		const char *refusal = NULL;
		graphql_offset at = 1000;
		assert_false(graphql_coerce_arguments(arena, field->arguments, field->argument_count, node->arguments,
		                                      node->argument_count, NULL, values, &refusal, &at));
		assert_string_equal(refusal, cases[i].refusal);
		assert_int_equal(at, cases[i].at);
	}
}

static void test_parse_leaf(void **state)
{
	struct graphql_value value;
	const char *reason;
	(void)state;
	const struct graphql_type *color = graphql_schema_type(schema, SLICE("Color"));
	assert_true(graphql_parse_leaf(arena, color, graphql_parse_value(arena, SLICE("RED")), NULL, &value, &reason));
	assert_true(slice_is(value.text, "RED"));
	assert_false(
	    graphql_parse_leaf(arena, color, graphql_parse_value(arena, SLICE("\"RED\"")), NULL, &value, &reason));
	assert_string_equal(reason,
	                    "Enum \"Color\" cannot represent non-enum value: \"RED\". Did you mean the enum value "
	                    "\"RED\" or \"GREEN\"?");
	assert_false(
	    graphql_parse_leaf(arena, color, graphql_parse_value(arena, SLICE("nope")), NULL, &value, &reason));
	assert_string_equal(reason, "Value \"nope\" does not exist in \"Color\" enum.");
	assert_false(graphql_parse_leaf(arena, schema->int_type, graphql_parse_value(arena, SLICE("3000000000")), NULL,
	                                &value, &reason));
	assert_string_equal(reason, "Int cannot represent non 32-bit signed integer value: 3000000000");
	assert_false(
	    graphql_parse_leaf(arena, schema->id_type, graphql_parse_value(arena, SLICE("{}")), NULL, &value, &reason));
	assert_string_equal(reason, "ID cannot represent a non-string and non-integer value: {}");
	assert_false(graphql_parse_leaf(arena, graphql_schema_type(schema, SLICE("Time")),
	                                graphql_parse_value(arena, SLICE("1")), NULL, &value, &reason));
	assert_null(reason);
}

/* JSON has no such numbers; JavaScript writes null for them. */
static void test_infinity(void **state)
{
	(void)state;
	struct graphql_value value;
	const struct graphql_node *node = graphql_parse_value(arena, SLICE("{a: 1e999, b: [-1e999], c: 1.5}"));
	graphql_value_of_literal(arena, node, NULL, &value);
	struct json_object *json = graphql_value_to_json(&value);
	assert_string_equal(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN),
	                    "{\"a\":null,\"b\":[null],\"c\":1.5}");
	json_object_put(json);
}

/* What is no list becomes one, and one in it, and so on: 9 values must not become 9 times 150. */
static void test_wrapping(void **state)
{
	(void)state;
	struct map variables;
	const struct graphql_error *errors;
	size_t count, left = 40;
	struct json_object *sent = json_tokener_parse("{\"d\":[1,2,3,4,5,6,7,8]}");
	const char *const fitting[] = {"[Int]", "[[Int]]", "[[[[[Int]]]]] = 7"};
	const char *const wide[] = {"[[[[[[Int]]]]]]", "[[[[[[Int]]]]]] = [1, 2, 3, 4, 5, 6, 7, 8]"};
	for (size_t i = 0; i < COUNT_OF(fitting); i++) {
		left = 40;
		const char *query = arena_format(arena, "query ($%s: %s) { a }", i == 2 ? "e" : "d", fitting[i]);
		assert_true(graphql_coerce_variables(arena, schema, operation(query), sent, &left, &variables, &errors,
		                                     &count));
	}
	for (size_t i = 0; i < COUNT_OF(wide); i++) {
		left = 40;
		const char *query = arena_format(arena, "query ($%s: %s) { a }", i == 1 ? "e" : "d", wide[i]);
		assert_false(graphql_coerce_variables(arena, schema, operation(query), sent, &left, &variables, &errors,
		                                      &count));
		assert_string_equal(errors[0].message,
		                    arena_format(arena,
		                                 "Variable \"$%s\" holds too many values for the type "
		                                 "\"[[[[[[Int]]]]]]\".",
		                                 i == 1 ? "e" : "d"));
	}
	json_object_put(sent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_messages, begin, end),
	    cmocka_unit_test_setup_teardown(test_object_messages, begin, end),
	    cmocka_unit_test_setup_teardown(test_scalar_messages, begin, end),
	    cmocka_unit_test_setup_teardown(test_error_bound, begin, end),
	    cmocka_unit_test_setup_teardown(test_deep_value, begin, end),
	    cmocka_unit_test_setup_teardown(test_given_and_defaults, begin, end),
	    cmocka_unit_test_setup_teardown(test_literals, begin, end),
	    cmocka_unit_test_setup_teardown(test_variables_in_literals, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_arguments, begin, end),
	    cmocka_unit_test_setup_teardown(test_parse_leaf, begin, end),
	    cmocka_unit_test_setup_teardown(test_infinity, begin, end),
	    cmocka_unit_test_setup_teardown(test_wrapping, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
