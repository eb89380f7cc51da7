/* The rules themselves are compared with graphql-js in tests/graphql_language_test.mjs; here is what that has none of.
 */
#include "graphql/graphql.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char definitions[] =
    "interface Named { name: String } "
    "type Query implements Named { name: String self: Query list: [Query!] when(date: Date, locale: "
    "Locale, plain: Plain, dates: [Date]): String } "
    "scalar Date scalar Locale scalar Plain";

/* Refuses all but "good". */
static bool parse_date(void *context, struct arena *arena, const struct graphql_value *sent,
                       struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = *sent;
	if (sent->kind == GRAPHQL_VALUE_STRING && slice_is(sent->text, "good"))
		return true;
	*reason = sent->kind == GRAPHQL_VALUE_STRING
	              ? arena_format(arena, "Date cannot represent an invalid date-string %.*s.", (int)sent->text.len,
	                             sent->text.ptr)
	              : NULL;
	return false;
}

static struct graphql_schema *make_schema(struct arena *arena)
{
	struct graphql_schema *schema = graphql_schema_create(arena);
	struct error error;

	assert_true(graphql_add_definitions(schema, slice_of(definitions), &error));
	graphql_schema_type(schema, SLICE("Date"))->parse = parse_date;
	graphql_schema_type(schema, SLICE("Locale"))->parse = parse_date;
	graphql_schema_type(schema, SLICE("Locale"))->reasons_explained = true;
	assert_true(graphql_finish_schema(schema, &error));
	return schema;
}

struct verdict {
	struct arena *arena;
	const struct graphql_error *errors;
	size_t count;
};

static struct verdict validate(struct graphql_validation validation, struct slice text)
{
	struct verdict verdict = {.arena = arena_create()};
	struct graphql_error error;

	validation.schema = make_schema(verdict.arena);
	const struct graphql_document *document = graphql_parse(verdict.arena, text, NULL, &error);
	if (!document)
		fail_msg("%s", error.message);
	bool good = graphql_validate(verdict.arena, &validation, document, &verdict.errors, &verdict.count);
	assert_int_equal(good, verdict.count == 0);
	return verdict;
}

/* Expects messages, a NULL behind them; and of the first the column. */
static void expect(struct graphql_validation validation, const char *text, unsigned column, const char *const *messages)
{
	struct verdict verdict = validate(validation, slice_of(text));
	size_t count = 0;

	for (; messages[count]; count++) {
		assert_true(count < verdict.count);
		assert_string_equal(verdict.errors[count].message, messages[count]);
	}
	assert_int_equal(verdict.count, count);
	if (count && column) {
		assert_int_equal(verdict.errors[0].location_count, 1);
		assert_int_equal(verdict.errors[0].locations[0], column - 1);
	}
	arena_destroy(verdict.arena);
}

#define MESSAGES(...)            \
	(const char *const[])    \
	{                        \
		__VA_ARGS__ NULL \
	}

static const struct graphql_validation open = {.introspection = true};

static void test_scalars(void **state)
{
	(void)state;
	expect(open, "{ when(date: \"good\", locale: \"good\", plain: {a: [E]}, dates: [null, \"good\"]) }", 0,
	       MESSAGES());
	/* As it is, as graphql-js passes on its own errors; or explained, as it does with others. */
	expect(open, "{ when(date: \"x\") }", 14, MESSAGES("Date cannot represent an invalid date-string x.", ));
	expect(
	    open, "{ when(locale: \"x\") }", 16,
	    MESSAGES(
		"Expected value of type \"Locale\", found \"x\"; Date cannot represent an invalid date-string x.", ));
	expect(open, "{ when(date: 1) }", 14, MESSAGES("Expected value of type \"Date\", found 1.", ));
	expect(open, "{ when(dates: [\"good\", {}]) }", 24, MESSAGES("Expected value of type \"Date\", found {}.", ));
}

static void test_depth(void **state)
{
	const struct graphql_validation two = {.introspection = true, .max_depth = 2};
	const char *const deep = "'' exceeds maximum operation depth of 2";
	(void)state;

	expect(two, "{ self { self { name } } }", 0, MESSAGES());
	expect(two, "{ self { self { self { name } name } } }", 24, MESSAGES(deep, ));
	expect(two, "query A { self { self { self { name self { name } } } } }", 32,
	       MESSAGES("'A' exceeds maximum operation depth of 2", "'A' exceeds maximum operation depth of 2", ));
	/* Fields of introspection don't count, and fragments are looked into. */
	expect(two, "{ __schema { types { fields { type { ofType { name } } } } } }", 0, MESSAGES());
	expect(two, "{ self { ... { ...F } } } fragment F on Query { self { self { name } } }", 63, MESSAGES(deep, ));
	expect(two, "{ ...F self { ...F } } fragment F on Query { self { self { name } } }", 60, MESSAGES(deep, ));
	expect(two, "{ ...F } fragment F on Query { self { ...F } }", 32 + 7,
	       MESSAGES(deep, "Cannot spread fragment \"F\" within itself.", ));
}

static void test_introspection(void **state)
{
	const struct graphql_validation closed = {.introspection = false};
	const char *const message =
	    "GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type. To "
	    "enable introspection, pass introspection: true to ApolloServer in production";
	(void)state;

	expect(closed, "{ __typename self { __typename } }", 0, MESSAGES());
	expect(closed, "{ __schema { __typename } }", 3, MESSAGES(message, ));
	expect(closed, "{ ...F } fragment F on Query { a: __type(name: \"A\") { name } }", 32, MESSAGES(message, ));
	expect(open, "{ __schema { __typename } }", 0, MESSAGES());
}

static void test_aliases(void **state)
{
	const struct graphql_validation two = {.introspection = true, .max_aliases = 2};
	(void)state;

	expect(two, "{ a: name b: self { name } }", 0, MESSAGES());
	expect(two, "{ a: name b: self { c: name } }", 0,
	       MESSAGES("Document contains more than 2 aliases. Validation aborted.", ));
}

static void test_max_errors(void **state)
{
	const struct graphql_validation two = {.introspection = true, .max_errors = 2};
	const char *const first = "Cannot query field \"aa\" on type \"Query\".",
			  *const second = "Cannot query field \"bb\" on type \"Query\".";
	(void)state;

	expect(two, "{ aa bb }", 3, MESSAGES(first, second, ));
	expect(two, "{ aa bb cc }", 3,
	       MESSAGES(first, second, "Too many validation errors, error limit reached. Validation aborted.", ));
}

/* ---- what documents may cost ---- */

static struct slice text_of(const struct buffer *text)
{
	return buffer_as_slice(text);
}

/* Validates; the arena may take so many bytes for each of the text. */
static struct verdict validate_within(const struct buffer *text, size_t factor)
{
	struct verdict verdict = validate(open, text_of(text));

	if (arena_size(verdict.arena) > factor * text->len + (1 << 20))
		fail_msg("%zu bytes for %zu", arena_size(verdict.arena), text->len);
	return verdict;
}

static void expect_valid(struct buffer *text, size_t factor)
{
	struct verdict verdict = validate_within(text, factor);

	if (verdict.count)
		fail_msg("%s", verdict.errors[0].message);
	arena_destroy(verdict.arena);
	buffer_free(text);
}

static void expect_complex(struct buffer *text, size_t factor)
{
	struct verdict verdict = validate_within(text, factor);

	assert_int_equal(verdict.count, 1);
	assert_string_equal(
	    verdict.errors[0].message,
	    "Document is too complex to validate: too many of its fields, fragments and variables have to be "
	    "compared.");
	arena_destroy(verdict.arena);
	buffer_free(text);
}

static void add_times(struct buffer *text, const char *unit, size_t count)
{
	for (size_t i = 0; i < count; i++)
		buffer_text(text, unit);
}

/* Large, but in no way tangled: all of it is looked at. */
static void test_large(void **state)
{
	struct buffer text = {0};
	(void)state;

	add_times(&text, "{ name ", 1);
	add_times(&text, "name ", 200000);
	buffer_byte(&text, '}');
	expect_valid(&text, 150);

	buffer_byte(&text, '{');
	for (unsigned i = 0; i < 50000; i++)
		buffer_format(&text, "a%u: self { name } ", i);
	buffer_byte(&text, '}');
	expect_valid(&text, 150);

	/* As many pairs as there are, nobody need compare them all. */
	buffer_byte(&text, '{');
	add_times(&text, "self { list { ... on Named { name } } self { when(date: \"good\") } } ", 20000);
	buffer_byte(&text, '}');
	expect_valid(&text, 150);

	/* Each fragment spread twice: not looked at twice. */
	buffer_text(&text, "{ ...F0 }");
	for (unsigned i = 0; i < 300; i++)
		buffer_format(&text, "fragment F%u on Query { a: self { ...F%u } b: self { ...F%u } }", i, i + 1,
		              i + 1);
	buffer_text(&text, "fragment F300 on Query { name }");
	expect_valid(&text, 150);

	/* A hundred fragments beside each other. */
	buffer_byte(&text, '{');
	for (unsigned i = 0; i < 100; i++)
		buffer_format(&text, "...F%u ", i);
	buffer_byte(&text, '}');
	for (unsigned i = 0; i < 100; i++)
		buffer_format(&text,
		              "fragment F%u on Query { self { name list { name when(date: \"good\") } } a%u: name }", i,
		              i);
	expect_valid(&text, 300);
}

static void test_complex(void **state)
{
	struct buffer text = {0};
	(void)state;

	/* Twenty million pairs, and one of them conflicts. */
	buffer_byte(&text, '{');
	add_times(&text, "self { self { name } } ", 6000);
	buffer_text(&text, "a: name a: when }");
	expect_complex(&text, 500);

	/* Fragments so deep in each other that nobody should follow them. */
	buffer_text(&text, "{ ...F0 }");
	for (unsigned i = 0; i < 1100; i++)
		buffer_format(&text, "fragment F%u on Query { ...F%u }", i, i + 1);
	buffer_text(&text, "fragment F1100 on Query { name }");
	expect_complex(&text, 150);

	/* So many variables in so many operations. */
	for (unsigned i = 0; i < 2000; i++)
		buffer_format(&text, "query Q%u($a: Date) { ...F } ", i);
	buffer_text(&text, "fragment F on Query { ");
	add_times(&text, "when(date: $a) ", 2000);
	buffer_byte(&text, '}');
	expect_complex(&text, 500);
}

/* Errors have no more places, and no more words, than anybody reads. */
static void test_places(void **state)
{
	struct buffer text = {0};
	(void)state;

	for (unsigned i = 0; i < 500; i++)
		buffer_format(&text, "fragment F%u on Query { ...F%u } ", i, (i + 1) % 500);
	buffer_text(&text, "{ ...F0 when(");
	add_times(&text, "x: 1 ", 5000);
	buffer_text(&text, ") }");
	struct verdict verdict = validate_within(&text, 200);
	size_t places = 0, words = 0;
	for (size_t i = 0; i < verdict.count; i++) {
		places += verdict.errors[i].location_count;
		words += strlen(verdict.errors[i].message);
	}
	assert_int_equal(verdict.count, 501);
	assert_true(places > 200 && places <= 1000);
	assert_true(words < 100000);
	assert_true(slice_starts_with(slice_of(verdict.errors[0].message),
	                              SLICE("Cannot spread fragment \"F0\" within itself via \"F1\", \"F2\"")));
	arena_destroy(verdict.arena);
	buffer_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_scalars), cmocka_unit_test(test_depth),      cmocka_unit_test(test_introspection),
	    cmocka_unit_test(test_aliases), cmocka_unit_test(test_max_errors), cmocka_unit_test(test_large),
	    cmocka_unit_test(test_complex), cmocka_unit_test(test_places),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
