#include "locate.h"
#include "print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct graphql_document *parse(struct arena *arena, const char *text)
{
	struct graphql_error error;
	struct graphql_document *document = graphql_parse(arena, slice_of(text), NULL, &error);

	if (!document)
		fail_msg("%s: %s", text, error.message);
	return document;
}

static void expect_refused(struct slice text, const struct graphql_limits *limits, const char *message, unsigned line,
                           unsigned column)
{
	struct arena *arena = arena_create();
	struct graphql_error error;
	unsigned found_line, found_column;

	assert_null(graphql_parse(arena, text, limits, &error));
	assert_string_equal(error.message, message);
	assert_int_equal(error.location_count, 1);
	graphql_locate(text, error.locations[0], &found_line, &found_column);
	assert_int_equal(found_line, line);
	assert_int_equal(found_column, column);
	arena_destroy(arena);
}

static void test_operations(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct graphql_document *document = parse(
	    arena, "query Q($a: [Int!]! = [1, 2] @d, $b: ID) @e { x: y(z: {k: $a, l: null}) ...F ... on T @skip(if: "
		   "true) { a } ... { b } }\nfragment F on T { c }");

	assert_int_equal(document->part_count, 2);
	assert_int_equal(document->parts[1], GRAPHQL_PART_FRAGMENT);
	struct graphql_operation *operation = &document->operations[0];
	assert_true(slice_is(operation->name.text, "Q"));
	assert_int_equal(operation->variable_count, 2);
	assert_int_equal(operation->variables[0].at, 8);
	assert_int_equal(operation->variables[0].name.at, 9);
	assert_int_equal(operation->variables[0].directives.count, 1);
	assert_int_equal(operation->variables[0].default_value->count, 2);
	assert_int_equal(operation->variables[0].type->wrap, GRAPHQL_NON_NULL);
	assert_int_equal(operation->variables[0].type->of->wrap, GRAPHQL_LIST);
	assert_null(operation->variables[1].default_value);
	assert_int_equal(operation->selections.count, 4);
	struct graphql_selection *items = operation->selections.items;
	assert_true(slice_is(items[0].alias.text, "x"));
	assert_true(slice_is(items[0].name.text, "y"));
	assert_int_equal(items[0].arguments[0].value.kind, GRAPHQL_NODE_OBJECT);
	assert_true(slice_is(items[0].arguments[0].value.names[1].text, "l"));
	assert_int_equal(items[0].arguments[0].value.items[1].kind, GRAPHQL_NODE_NULL);
	assert_int_equal(items[1].kind, GRAPHQL_FRAGMENT_SPREAD);
	assert_int_equal(items[2].kind, GRAPHQL_INLINE_FRAGMENT);
	assert_true(slice_is(items[2].condition.text, "T"));
	assert_int_equal(items[2].directives.items[0].argument_count, 1);
	assert_int_equal(items[3].condition.text.len, 0);
	assert_true(slice_is(document->fragments[0].condition.text, "T"));
	assert_int_equal(document->set_count, 4);
	assert_int_equal(document->fragments[0].selections.index, 3);
	assert_int_equal(document->alias_count, 1);
	arena_destroy(arena);
}

static void test_definitions(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct graphql_document *document = parse(
	    arena,
	    "schema { query: Q mutation: M } \"\"\"d\"\"\" type T implements & A & B @x { \"f\" f(a: Int = 1 @y, b: "
	    "[B]): T! } interface I { a: A } union U = | A | B scalar S enum E { A @deprecated B } input N { a: Int "
	    "= 2 } directive @d(a: Int) repeatable on FIELD | QUERY extend type T { g: Int } extend schema { "
	    "subscription: S }");

	assert_int_equal(document->definition_count, 10);
	struct graphql_definition *definitions = document->definitions;
	assert_int_equal(definitions[0].name_count, 2);
	assert_int_equal(definitions[0].operations[1], GRAPHQL_MUTATION);
	assert_true(slice_is(definitions[0].names[1].text, "M"));
	assert_true(slice_is(definitions[1].description, "d"));
	assert_int_equal(definitions[1].at, 32);
	assert_int_equal(definitions[1].name_count, 2);
	assert_int_equal(definitions[1].fields[0].argument_count, 2);
	assert_true(slice_is(definitions[1].fields[0].description, "f"));
	assert_int_equal(definitions[3].name_count, 2);
	assert_int_equal(definitions[5].value_count, 2);
	assert_int_equal(definitions[6].input_count, 1);
	assert_true(definitions[7].repeatable);
	assert_int_equal(definitions[7].name_count, 2);
	assert_true(definitions[8].extends);
	assert_int_equal(definitions[9].kind, GRAPHQL_DEFINE_SCHEMA);
	arena_destroy(arena);
}

static void test_syntax_errors(void **state)
{
	static const struct {
		const char *text, *message;
		unsigned line, column;
	} cases[] = {
	    {"", "Syntax Error: Unexpected <EOF>.", 1, 1},
	    {"{", "Syntax Error: Expected Name, found <EOF>.", 1, 2},
	    {"\n{\r\n a(b:) }", "Syntax Error: Unexpected \")\".", 3, 6},
	    {"{ a { } }", "Syntax Error: Expected Name, found \"}\".", 1, 7},
	    {"{ ...MissingOn }\nfragment MissingOn Type", "Syntax Error: Expected \"on\", found Name \"Type\".", 2, 20},
	    {"fragment on on on { on }", "Syntax Error: Unexpected Name \"on\".", 1, 10},
	    {"notAnOperation Foo { field }", "Syntax Error: Unexpected Name \"notAnOperation\".", 1, 1},
	    {"...", "Syntax Error: Unexpected \"...\".", 1, 1},
	    {"query ($a: Int = {b: $c}) { d }", "Syntax Error: Unexpected \"$\".", 1, 22},
	    {"\"x\" { a }", "Syntax Error: Unexpected \"{\".", 1, 5},
	    {"\"x\" query { a }", "Syntax Error: Unexpected Name \"query\".", 1, 5},
	    {"enum E { true }", "Syntax Error: Name \"true\" is reserved and cannot be used for an enum value.", 1, 10},
	    {"extend type T", "Syntax Error: Unexpected <EOF>.", 1, 14},
	    {"directive @a on FIELDS", "Syntax Error: Unexpected Name \"FIELDS\".", 1, 17},
	    {"{a(b: 'c')}",
	     "Syntax Error: Unexpected single quote character ('), did you mean to use a double quote (\")?", 1, 7},
	    {"{a(b: \"\xF0\x9F\x98\x80\" ?)}", "Syntax Error: Cannot parse the unexpected character \"?\".", 1, 12},
	    {"{ \xC3\xA4 }", "Syntax Error: Cannot parse the unexpected character \"\\u00E4\".", 1, 3},
	    {"{ \xF0\x9F\x98\x80 }", "Syntax Error: Cannot parse the unexpected character \"\\uD83D\".", 1, 3},
	    {"{ a \xED\xA0\x80 }", "Syntax Error: Cannot parse the unexpected character \"\\uFFFD\".", 1, 5},
	    {"{a(b: \"\xFF\")}", "Syntax Error: Invalid character within String: \"\\uFFFD\".", 1, 8},
	    {"{a(b: \"x\n\")}", "Syntax Error: Unterminated string.", 1, 9},
	    {"{a(b: \"\"\"x\n\"\")}", "Syntax Error: Unterminated string.", 2, 5},
	    {"{a(b: \"\\x\")}", "Syntax Error: Invalid character escape sequence: \\x.", 1, 9},
	    {"{a(b: \"\\u{110000}\")}", "Syntax Error: Invalid character escape sequence: \\u{110.", 1, 9},
	    {"{a(b: \"\\uD83D\")}", "Syntax Error: Invalid character escape sequence: \\uD83D.", 1, 9},
	    {"{a(b: \"\\uDE00\")}", "Syntax Error: Invalid character escape sequence: \\uDE00.", 1, 9},
	    {"{a(b: 01)}", "Syntax Error: Invalid number, unexpected digit after 0: \"1\".", 1, 8},
	    {"{a(b: 1.)}", "Syntax Error: Invalid number, expected digit but got: \")\".", 1, 9},
	    {"{a(b: 1e)}", "Syntax Error: Invalid number, expected digit but got: \")\".", 1, 9},
	    {"{a(b: 1x)}", "Syntax Error: Invalid number, expected digit but got: \"x\".", 1, 8},
	    {"{a(b: -)}", "Syntax Error: Invalid number, expected digit but got: \")\".", 1, 8},
	    {"{a(b: 1.2.3)}", "Syntax Error: Invalid number, expected digit but got: \".\".", 1, 10},
	    {"{a(b: 1\"", "Syntax Error: Unterminated string.", 1, 9},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		expect_refused(slice_of(cases[i].text), NULL, cases[i].message, cases[i].line, cases[i].column);
	expect_refused(SLICE("{\0}"), NULL, "Syntax Error: Cannot contain the invalid character \"\\u0000\".", 1, 2);
}

static void expect_text(const char *text, struct slice expected)
{
	struct arena *arena = arena_create();
	const struct graphql_node *node = graphql_parse_value(arena, slice_of(text));

	assert_non_null(node);
	assert_int_equal(node->kind, GRAPHQL_NODE_STRING);
	if (!slice_equals(node->text, expected))
		fail_msg("%s: %.*s", text, (int)node->text.len, node->text.ptr);
	arena_destroy(arena);
}

static void test_strings(void **state)
{
	(void)state;
	expect_text("\"\"", SLICE(""));
	expect_text("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tb\"", SLICE("a\"\\/\b\f\n\r\tb"));
	expect_text("\"\\u00e4\\uD83D\\uDE00\\u0041\\u0000.\"", SLICE("\xC3\xA4\xF0\x9F\x98\x80"
	                                                              "A\0."));
	expect_text("\"\"\"\"\"\"", SLICE(""));
	expect_text("\"\"\"  a\"\"\"", SLICE("  a"));
	expect_text("\"\"\"\n\n    a\r\n      b\r\n\r    c \\\"\"\" \\x\n  \n\"\"\"", SLICE("a\n  b\n\nc \"\"\" \\x"));
	expect_text("\"\"\" \n \"\"\"", SLICE(""));
	expect_text("\"\"\"a\n   b\n  c\"\"\"", SLICE("a\n b\nc"));
}

static void expect_printed(const char *text, const char *expected)
{
	struct arena *arena = arena_create();
	struct buffer buffer = {0};
	const struct graphql_node *node = graphql_parse_value(arena, slice_of(text));

	assert_non_null(node);
	graphql_print_node(&buffer, node);
	assert_string_equal(buffer_terminate(&buffer), expected);
	buffer_free(&buffer);
	arena_destroy(arena);
}

static void test_print(void **state)
{
	(void)state;
	expect_printed("{a:[1,-2.5e3,$v,E,true,null],b:{}}", "{a: [1, -2.5e3, $v, E, true, null], b: {}}");
	expect_printed("\"\\u0000\\n\\\"\\\\\\u007f\\u0085\\u00e4\"", "\"\\u0000\\n\\\"\\\\\\u007F\\u0085\xC3\xA4\"");
	expect_printed("\"\"\"a\"\"\"", "\"\"\"a\"\"\"");
	expect_printed("\"\"\"a\nb\"\"\"", "\"\"\"\na\nb\n\"\"\"");
	expect_printed("\"\"\"  a\n\"\"\"", "\"\"\"  a\"\"\"");
	expect_printed("\"\"\"a\\\n\"\"\"", "\"\"\"\na\\\n\"\"\"");
	struct arena *arena = arena_create();
	struct buffer buffer = {0};
	graphql_print_type_node(&buffer, graphql_parse_type(arena, SLICE(" [ [ A!]! ]")));
	assert_string_equal(buffer_terminate(&buffer), "[[A!]!]");
	assert_null(graphql_parse_type(arena, SLICE("[A")));
	assert_null(graphql_parse_type(arena, SLICE("A B")));
	assert_null(graphql_parse_value(arena, SLICE("1 2")));
	buffer_free(&buffer);
	arena_destroy(arena);
	assert_true(graphql_fits_block_string(SLICE("a\n\tb")));
	assert_false(graphql_fits_block_string(SLICE("a\n")));
	assert_false(graphql_fits_block_string(SLICE("\na")));
	assert_false(graphql_fits_block_string(SLICE(" a\n b")));
	assert_false(graphql_fits_block_string(SLICE("a\rb")));
}

static struct slice repeat(const char *text, size_t times)
{
	size_t length = strlen(text);
	char *out = malloc(length * times + 1);

	assert_non_null(out);
	for (size_t i = 0; i < times; i++)
		memcpy(out + i * length, text, length);
	return (struct slice){out, length * times};
}

static void test_limits(void **state)
{
	const struct graphql_limits limits = {.bytes = 1000, .tokens = 10, .depth = 3};
	(void)state;
	struct graphql_error error;
	struct arena *arena = arena_create();
	assert_non_null(graphql_parse(arena, SLICE("{ a { b { c } } }"), &limits, &error));
	expect_refused(SLICE("{ a { b { c {"), &limits, "Syntax Error: Document is nested deeper than 3 levels.", 1,
	               13);
	expect_refused(SLICE("{ a(b: [[["), &limits, "Syntax Error: Document is nested deeper than 3 levels.", 1, 10);
	expect_refused(SLICE("query ($a: [[[[Int"), &limits, "Syntax Error: Document is nested deeper than 3 levels.",
	               1, 15);
	expect_refused(SLICE("{ a b c d e f g h i j k }"), &limits,
	               "Syntax Error: Document contains more that 10 tokens. Parsing aborted.", 1, 21);
	struct slice large = repeat("#", 1001);
	assert_null(graphql_parse(arena, large, &limits, &error));
	assert_string_equal(error.message, "Syntax Error: Document is larger than 1000 bytes.");
	assert_int_equal(error.location_count, 0);
	free((char *)large.ptr);
	arena_destroy(arena);
}

/* What ten megabytes of any one thing cost: nothing beyond what the limits let through. */
static void test_floods(void **state)
{
	static const char *const texts[] = {"{a", "{a(b:", "[",   "{",    "query($a:[", "@a",
	                                    "\"", "...",   "#\n", "a:a ", "\"\\n\"",    "1 "};
	const struct graphql_limits limits = {.tokens = 2000};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct slice text = repeat(texts[i], (10 << 20) / strlen(texts[i]));
		struct arena *arena = arena_create();
		struct graphql_error error;
		assert_null(graphql_parse(arena, text, &limits, &error));
		assert_true(arena_size(arena) < 4 << 20);
		arena_destroy(arena);
		free((char *)text.ptr);
	}
	struct slice flood = repeat("{ a(b: [{c: \"\\u0041\"}]) @d { ...F } }\n", 20000);
	struct arena *arena = arena_create();
	struct graphql_error error;
	assert_non_null(graphql_parse(arena, flood, NULL, &error));
	assert_true(arena_size(arena) < 64 * flood.len);
	arena_destroy(arena);
	free((char *)flood.ptr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_operations), cmocka_unit_test(test_definitions), cmocka_unit_test(test_syntax_errors),
	    cmocka_unit_test(test_strings),    cmocka_unit_test(test_print),       cmocka_unit_test(test_limits),
	    cmocka_unit_test(test_floods),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
