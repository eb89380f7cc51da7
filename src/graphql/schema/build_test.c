/* Building, finishing, reading and printing a schema by calls. */
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
	memset(&error, 0, sizeof error);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

static struct graphql_type *add(enum graphql_kind kind, const char *name)
{
	struct graphql_type *type = graphql_add_type(schema, kind, slice_of(name), (struct slice){0}, &error);
	assert_non_null(type);
	return type;
}

static struct graphql_field *field(struct graphql_type *owner, const char *name, const char *type)
{
	struct graphql_field *made = graphql_add_field(schema, owner, slice_of(name), type, NULL, NULL, &error);
	assert_non_null(made);
	return made;
}

static struct graphql_input *argument(struct graphql_field *owner, const char *name, const char *type,
                                      const char *value)
{
	struct graphql_input *made = graphql_add_argument(schema, owner, slice_of(name), type, value, &error);
	assert_non_null(made);
	return made;
}

static struct graphql_input *input(struct graphql_type *owner, const char *name, const char *type, const char *value)
{
	struct graphql_input *made = graphql_add_input(schema, owner, slice_of(name), type, value, &error);
	assert_non_null(made);
	return made;
}

static void assert_printed(const char *expected)
{
	struct buffer text = {0};
	graphql_print_schema(&text, schema);
	assert_string_equal(buffer_terminate(&text), expected);
	buffer_free(&text);
}

static void assert_refused(const char *expected)
{
	assert_false(graphql_finish_schema(schema, &error));
	assert_string_equal(error.message, expected);
}

static void build_pets(void)
{
	struct graphql_type *query = add(GRAPHQL_OBJECT, "Query");
	struct graphql_type *pet = add(GRAPHQL_INTERFACE, "Pet");
	struct graphql_type *dog = add(GRAPHQL_OBJECT, "Dog");
	struct graphql_type *cat = add(GRAPHQL_OBJECT, "Cat");
	struct graphql_type *any = add(GRAPHQL_UNION, "Any");
	struct graphql_type *order = add(GRAPHQL_ENUM, "Order");
	struct graphql_type *page = add(GRAPHQL_INPUT_OBJECT, "Page");
	struct graphql_field *pets = field(query, "pets", "[Pet!]!");
	pets->description = SLICE("All of them.");
	argument(pets, "page", "Page", "{}");
	argument(pets, "order", "[Order!]", "ASC");
	field(query, "any", "Any")->deprecation = "No longer supported";
	field(pet, "name", "String!");
	field(dog, "name", "String!");
	field(dog, "barks", "Boolean")->deprecation = "Ask \"speaks\"";
	field(cat, "name", "String!");
	graphql_add_member(schema, dog, SLICE("Pet"));
	graphql_add_member(schema, cat, SLICE("Pet"));
	graphql_add_member(schema, any, SLICE("Cat"));
	graphql_add_member(schema, any, SLICE("Dog"));
	graphql_add_enum_value(schema, order, SLICE("ASC"), SLICE("ascending"), &error);
	graphql_add_enum_value(schema, order, SLICE("DESC"), (struct slice){0}, &error);
	input(page, "start", "Int", "0");
	input(page, "limit", "Int! ", NULL)->description = SLICE("How many.");
	input(page, "order", "Order", "DESC");
	input(page, "limit", "Int", "25");
}

static const char pets_text[] =
    "type Query {\n"
    "  \"\"\"All of them.\"\"\"\n"
    "  pets(page: Page = {start: 0, limit: 25, order: DESC}, order: [Order!] = [ASC]): [Pet!]!\n"
    "  any: Any @deprecated\n"
    "}\n"
    "\n"
    "interface Pet {\n"
    "  name: String!\n"
    "}\n"
    "\n"
    "type Dog implements Pet {\n"
    "  name: String!\n"
    "  barks: Boolean @deprecated(reason: \"Ask \\\"speaks\\\"\")\n"
    "}\n"
    "\n"
    "type Cat implements Pet {\n"
    "  name: String!\n"
    "}\n"
    "\n"
    "union Any = Cat | Dog\n"
    "\n"
    "enum Order {\n"
    "  ASC\n"
    "  DESC\n"
    "}\n"
    "\n"
    "input Page {\n"
    "  start: Int = 0\n"
    "  limit: Int = 25\n"
    "  order: Order = DESC\n"
    "}";

static void test_build(void **state)
{
	(void)state;
	build_pets();
	assert_true(graphql_finish_schema(schema, &error));
	assert_printed(pets_text);

	const struct graphql_type *pet = graphql_schema_type(schema, SLICE("Pet"));
	const struct graphql_type *dog = graphql_schema_type(schema, SLICE("Dog"));
	const struct graphql_type *any = graphql_schema_type(schema, SLICE("Any"));
	assert_int_equal(pet->possible_count, 2);
	assert_ptr_equal(pet->possible[0], dog);
	assert_int_equal(any->possible_count, 2);
	assert_ptr_equal(any->possible[1], dog);
	assert_true(graphql_is_possible(pet, dog));
	assert_true(graphql_is_possible(any, dog));
	assert_true(graphql_is_possible(dog, dog));
	assert_false(graphql_is_possible(dog, pet));
	assert_ptr_equal(graphql_reference_type(graphql_type_field(schema->query, SLICE("pets"))->type), pet);

	/* Enum values are given as their internal texts; a single value is a list of one. */
	const struct graphql_input *page = graphql_type_field(schema->query, SLICE("pets"))->arguments;
	assert_int_equal(page->next->default_value.kind, GRAPHQL_VALUE_LIST);
	assert_true(slice_is(page->next->default_value.items[0].text, "ascending"));
	assert_int_equal(graphql_value_field(&page->default_value, "limit")->integer, 25);
	assert_null(graphql_value_field(&page->default_value, "nothing"));
}

/* In the order of graphql-js: the scalars behind who first uses them, what nothing uses left out, our own types last.
 */
static void test_order(void **state)
{
	static const char *const names[] = {
	    "Query",      "Pet",     "String",       "Dog",         "Boolean",     "Cat",
	    "Any",        "Order",   "Page",         "Int",         "__Schema",    "__Type",
	    "__TypeKind", "__Field", "__InputValue", "__EnumValue", "__Directive", "__DirectiveLocation"};
	(void)state;
	size_t count = 0;
	build_pets();
	assert_true(graphql_finish_schema(schema, &error));
	for (const struct graphql_type *type = schema->types; type; type = type->next) {
		assert_true(count < COUNT_OF(names));
		assert_true(slice_is(type->name, names[count]));
		assert_int_equal(type->index, count++);
	}
	assert_int_equal(count, COUNT_OF(names));
	assert_null(graphql_schema_type(schema, SLICE("Float")));
}

static void test_find_field(void **state)
{
	(void)state;
	build_pets();
	assert_true(graphql_finish_schema(schema, &error));
	const struct graphql_type *any = graphql_schema_type(schema, SLICE("Any"));
	assert_ptr_equal(graphql_find_field(schema, any, SLICE("__typename")), schema->typename_field);
	assert_null(graphql_find_field(schema, any, SLICE("name")));
	assert_null(graphql_find_field(schema, any, SLICE("__schema")));
	assert_ptr_equal(graphql_find_field(schema, schema->query, SLICE("__schema")), schema->schema_field);
	assert_ptr_equal(graphql_find_field(schema, schema->query, SLICE("__type")), schema->type_field);
}

static void test_replace_and_remove(void **state)
{
	(void)state;
	build_pets();
	struct graphql_type *query = graphql_schema_type(schema, SLICE("Query"));
	struct graphql_type *dog = graphql_schema_type(schema, SLICE("Dog"));
	field(query, "pets", "[Dog]");
	graphql_remove_member(query, SLICE("any"));
	graphql_remove_member(graphql_schema_type(schema, SLICE("Order")), SLICE("ASC"));
	graphql_remove_member(graphql_schema_type(schema, SLICE("Page")), SLICE("order"));
	graphql_remove_type(schema, SLICE("Any"));
	graphql_remove_type(schema, SLICE("Page"));
	graphql_remove_type(schema, SLICE("Cat"));
	assert_null(graphql_type_field(query, SLICE("any")));
	assert_ptr_equal(graphql_schema_type(schema, SLICE("Dog")), dog);
	assert_true(graphql_finish_schema(schema, &error));
	assert_printed("type Query {\n  pets: [Dog]\n}\n\n"
	               "interface Pet {\n  name: String!\n}\n\n"
	               "type Dog implements Pet {\n"
	               "  name: String!\n"
	               "  barks: Boolean @deprecated(reason: \"Ask \\\"speaks\\\"\")\n"
	               "}\n\n"
	               "enum Order {\n  DESC\n}");
}

static void test_refused_calls(void **state)
{
	(void)state;
	struct graphql_type *query = add(GRAPHQL_OBJECT, "Query");
	assert_ptr_equal(add(GRAPHQL_OBJECT, "Query"), query);
	assert_null(graphql_add_type(schema, GRAPHQL_ENUM, SLICE("Query"), (struct slice){0}, &error));
	assert_string_equal(error.message, "The type \"Query\" can't be an enum: there is an object type of that name");
	assert_null(graphql_add_type(schema, GRAPHQL_ENUM, SLICE("a-b"), (struct slice){0}, &error));
	assert_string_equal(error.message, "Names must only contain [_a-zA-Z0-9] but \"a-b\" does not.");
	assert_null(graphql_add_type(schema, GRAPHQL_ENUM, SLICE("1a"), (struct slice){0}, &error));
	assert_string_equal(error.message, "Names must start with [_a-zA-Z] but \"1a\" does not.");
	assert_null(graphql_add_type(schema, GRAPHQL_ENUM, SLICE(""), (struct slice){0}, &error));
	assert_null(graphql_add_field(schema, query, SLICE("a"), "[Int", NULL, NULL, &error));
	assert_string_equal(error.message, "\"[Int\" is no type");
	struct graphql_field *a = field(query, "a", "Int");
	assert_null(graphql_add_argument(schema, a, SLICE("x"), "Int", "{", &error));
	assert_string_equal(error.message, "\"{\" is no value");
}

static void test_refused_unknown_type(void **state)
{
	(void)state;
	build_pets();
	field(graphql_schema_type(schema, SLICE("Query")), "x", "[Dogs]");
	assert_refused("Unknown type \"Dogs\". Did you mean \"Dog\"?");
}

static void test_refused_default(void **state)
{
	(void)state;
	build_pets();
	input(graphql_schema_type(schema, SLICE("Page")), "bad", "Int", "\"x\"");
	assert_refused("The default value \"x\" of \"bad\" is none of type \"Int\".");
}

static void test_refused_default_cycle(void **state)
{
	(void)state;
	build_pets();
	struct graphql_type *page = graphql_schema_type(schema, SLICE("Page"));
	input(page, "next", "Page", "{next: {next: null}}");
	input(page, "other", "Page", "{next: null, other: null}");
	input(page, "last", "Page", "{next: null, other: null}");
	assert_refused("The default value of \"last\" falls back to itself.");
}

struct mistake {
	const char *type;
	enum graphql_kind kind;
	const char *member; /* a field, input field, enum value, or the name of a union member or interface */
	const char *of;     /* its type; NULL: a member */
	const char *message;
};

static void test_refused_types(void **state)
{
	static const struct mistake mistakes[] = {
	    {"Empty", GRAPHQL_OBJECT, NULL, NULL, "Type Empty must define one or more fields."},
	    {"Empty", GRAPHQL_INTERFACE, NULL, NULL, "Type Empty must define one or more fields."},
	    {"Empty", GRAPHQL_INPUT_OBJECT, NULL, NULL, "Input Object type Empty must define one or more fields."},
	    {"Empty", GRAPHQL_ENUM, NULL, NULL, "Enum type Empty must define one or more values."},
	    {"Empty", GRAPHQL_UNION, NULL, NULL, "Union type Empty must define one or more member types."},
	    {"__T", GRAPHQL_OBJECT, "a", "Int",
	     "Name \"__T\" must not begin with \"__\", which is reserved by GraphQL introspection."},
	    {"Dog", GRAPHQL_OBJECT, "__a", "Int",
	     "Name \"__a\" must not begin with \"__\", which is reserved by GraphQL introspection."},
	    {"Order", GRAPHQL_ENUM, "true", NULL, "Enum type Order cannot include value: true."},
	    {"Dog", GRAPHQL_OBJECT, "page", "[Page!]", "The type of Dog.page must be Output Type but got: [Page!]."},
	    {"Page", GRAPHQL_INPUT_OBJECT, "dog", "Dog", "The type of Page.dog must be Input Type but got: Dog."},
	    {"Page", GRAPHQL_INPUT_OBJECT, "again", "Page!",
	     "Cannot reference Input Object \"Page\" within itself through a series of non-null fields: \"again\"."},
	    {"Any", GRAPHQL_UNION, "Pet", NULL, "Union type Any can only include Object types, it cannot include Pet."},
	    {"Any", GRAPHQL_UNION, "Dog", NULL, "Union type Any can only include type Dog once."},
	    {"Dog", GRAPHQL_OBJECT, "name", "String",
	     "Interface field Pet.name expects type String! but Dog.name is type String."},
	    {"Query", GRAPHQL_OBJECT, "Pet", NULL, "Interface field Pet.name expected but Query does not provide it."},
	    {"Dog", GRAPHQL_OBJECT, "Cat", NULL,
	     "Type Dog must only implement Interface types, it cannot implement Cat."},
	    {"Dog", GRAPHQL_OBJECT, "Pet", NULL, "Type Dog can only implement Pet once."},
	    {"Pet", GRAPHQL_INTERFACE, "Pet", NULL,
	     "Type Pet cannot implement itself because it would create a circular reference."},
	};
	for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
		const struct mistake *one = &mistakes[i];
		end(state);
		begin(state);
		build_pets();
		struct graphql_type *type = add(one->kind, one->type);
		if (one->member && one->kind == GRAPHQL_ENUM)
			graphql_add_enum_value(schema, type, slice_of(one->member), (struct slice){0}, &error);
		else if (one->member && !one->of)
			graphql_add_member(schema, type, slice_of(one->member));
		else if (one->member && one->kind == GRAPHQL_INPUT_OBJECT)
			input(type, one->member, one->of, NULL);
		else if (one->member)
			field(type, one->member, one->of);
		assert_refused(one->message);
	}
}

static void test_refused_arguments(void **state)
{
	(void)state;
	build_pets();
	struct graphql_type *pet = graphql_schema_type(schema, SLICE("Pet"));
	struct graphql_type *dog = graphql_schema_type(schema, SLICE("Dog"));
	struct graphql_field *wanted = field(pet, "name", "String!"), *got = field(dog, "name", "String!");
	argument(wanted, "loud", "Boolean", NULL);
	assert_refused("Interface field argument Pet.name(loud:) expected but Dog.name does not provide it.");
	end(state);
	begin(state);
	build_pets();
	wanted = field(graphql_schema_type(schema, SLICE("Pet")), "name", "String!");
	got = field(graphql_schema_type(schema, SLICE("Dog")), "name", "String!");
	argument(wanted, "loud", "Boolean", NULL);
	argument(got, "loud", "[Boolean]", NULL);
	assert_refused("Interface field argument Pet.name(loud:) expects type Boolean but Dog.name(loud:) is type "
	               "[Boolean].");
	end(state);
	begin(state);
	build_pets();
	got = field(graphql_schema_type(schema, SLICE("Dog")), "name", "String!");
	argument(got, "loud", "Boolean!", NULL);
	assert_refused("Object field Dog.name includes required argument loud that is missing from the Interface field "
	               "Pet.name.");
	end(state);
	begin(state);
	build_pets();
	got = field(graphql_schema_type(schema, SLICE("Dog")), "other", "String!");
	argument(got, "dog", "Dog", NULL);
	assert_refused("The type of Dog.other(dog:) must be Input Type but got: Dog.");
	end(state);
	begin(state);
	build_pets();
	got = field(graphql_schema_type(schema, SLICE("Dog")), "other", "String!");
	argument(got, "x", "Int!", NULL)->deprecation = "old";
	assert_refused("Required argument Dog.other(x:) cannot be deprecated.");
}

/* A field may give less than its interface promises, but not more. */
static void test_covariance(void **state)
{
	(void)state;
	build_pets();
	field(graphql_schema_type(schema, SLICE("Pet")), "friends", "[Pet]");
	field(graphql_schema_type(schema, SLICE("Dog")), "friends", "[Dog!]!");
	field(graphql_schema_type(schema, SLICE("Cat")), "friends", "[Pet]");
	assert_true(graphql_finish_schema(schema, &error));
}

static void test_long_input_cycle(void **state)
{
	(void)state;
	build_pets();
	input(add(GRAPHQL_INPUT_OBJECT, "A"), "b", "B!", NULL);
	input(add(GRAPHQL_INPUT_OBJECT, "B"), "c", "C!", NULL);
	input(add(GRAPHQL_INPUT_OBJECT, "C"), "b", "B!", NULL);
	assert_refused(
	    "Cannot reference Input Object \"B\" within itself through a series of non-null fields: \"c.b\".");
	end(state);
	begin(state);
	build_pets();
	input(add(GRAPHQL_INPUT_OBJECT, "A"), "b", "[A!]!", NULL);
	assert_true(graphql_finish_schema(schema, &error));
}

static void test_no_query(void **state)
{
	(void)state;
	field(add(GRAPHQL_OBJECT, "Dog"), "name", "String");
	assert_refused("Query root type must be provided.");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_build, begin, end),
	    cmocka_unit_test_setup_teardown(test_order, begin, end),
	    cmocka_unit_test_setup_teardown(test_find_field, begin, end),
	    cmocka_unit_test_setup_teardown(test_replace_and_remove, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_calls, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_unknown_type, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_default, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_default_cycle, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_types, begin, end),
	    cmocka_unit_test_setup_teardown(test_refused_arguments, begin, end),
	    cmocka_unit_test_setup_teardown(test_covariance, begin, end),
	    cmocka_unit_test_setup_teardown(test_long_input_cycle, begin, end),
	    cmocka_unit_test_setup_teardown(test_no_query, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
