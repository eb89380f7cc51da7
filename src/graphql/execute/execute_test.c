/* Execution: resolvers, batches, middlewares, nulls that go up, limits. What is the same for any resolver is compared
 * with graphql-js in tests/graphql_engine_test.mjs. */
#include "execute_fixture.h"

#include <json-c/json.h>
#include <stdio.h>

static const char text[] =
    "type Query {\n"
    "  dogs(first: Int = 3): [Dog!]\n"
    "  dog: Dog!\n"
    "  maybe: Dog\n"
    "  pet: Pet\n"
    "  color: Color\n"
    "  json: JSON\n"
    "  numbers: [Int!]\n"
    "  holes: [Int]\n"
    "  value: Value\n"
    "}\n"
    "type Mutation { set: Int! fail: Int! again: Int }\n"
    "interface Pet { name: String! }\n"
    "type Dog implements Pet { id: ID! name: String! owner: Person friends: [Dog!] bark: String! }\n"
    "type Cat implements Pet { name: String! lives: Int }\n"
    "type Person { name: String pets: [Pet] }\n"
    "type Value { a: Int! b: [Value!] c: String }\n"
    "enum Color { RED GREEN }\n"
    "scalar JSON\n";

static struct arena *arena;
static struct graphql_schema *schema;
static struct graphql_request request;
static struct error error;
static unsigned calls; /* of the resolver under test */

static struct graphql_field *field(const char *type, const char *name)
{
	struct graphql_field *found = graphql_type_field(graphql_schema_type(schema, slice_of(type)), slice_of(name));
	assert_non_null(found);
	return found;
}

static int begin(void **state)
{
	(void)state;
	arena = arena_create();
	schema = graphql_schema_create(arena);
	assert_true(graphql_add_definitions(schema, slice_of(text), &error));
	request = (struct graphql_request){.schema = schema, .arena = arena};
	calls = 0;
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

static struct graphql_execution *prepare(const char *query)
{
	if (!schema->finished)
		assert_true(graphql_finish_schema(schema, &error));
	return prepare_query(&request, query);
}

/* The whole answer, in the arena. */
static const char *answer(const char *query)
{
	return run_to_end(prepare(query), arena);
}

#define assert_answer(query, expected) assert_string_equal(answer(query), expected)

/* ---- dogs, by number ---- */

static const char *const names[] = {"Rex", "Lu", "Bo"};

static void give_dog(struct graphql_result *result, size_t number)
{
	result->kind = GRAPHQL_RESULT_OBJECT;
	result->object = names + number;
	result->type = graphql_schema_type(schema, SLICE("Dog"));
}

static size_t number_of(const struct graphql_result *dog)
{
	return (size_t)((const char *const *)dog->object - names);
}

static void group_object(const struct graphql_group *group, size_t index, struct graphql_result *result)
{
	(void)group;
	give_dog(result, index);
}

static const struct graphql_group all_dogs = {.count = 3, .object = group_object};

static bool dog_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	(void)call;
	give_dog(result, index);
	result->group = object;
	result->index = index;
	return true;
}

static bool resolve_dogs(struct graphql_call *call, struct graphql_result *result)
{
	result->kind = GRAPHQL_RESULT_LIST;
	result->object = &all_dogs;
	result->count = (size_t)graphql_argument(call, "first")->integer;
	result->item = dog_item;
	return true;
}

static bool resolve_dog(struct graphql_call *call, struct graphql_result *result)
{
	(void)call;
	give_dog(result, 1);
	return true;
}

static bool resolve_name(struct graphql_call *call, struct graphql_result *result)
{
	calls++;
	result->kind = GRAPHQL_RESULT_STRING;
	result->text = slice_of(names[number_of(call->parent)]);
	return true;
}

static bool resolve_id(struct graphql_call *call, struct graphql_result *result)
{
	result->kind = GRAPHQL_RESULT_INTEGER;
	result->integer = (int64_t)number_of(call->parent);
	return true;
}

static bool batch_barks(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                        struct graphql_result *results)
{
	assert_int_equal(call->parent_count, count);
	calls++;
	for (size_t i = 0; i < count; i++) {
		results[i].kind = GRAPHQL_RESULT_JSON;
		results[i].text =
		    slice_of(arena_format(call->arena, "\"%s of %zu\"", names[number_of(&parents[i])], count));
	}
	return true;
}

static bool fail_batch(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                       struct graphql_result *results)
{
	(void)parents;
	(void)count;
	(void)results;
	calls++;
	return error_validation(call->error, "no barks");
}

static bool give_null(struct graphql_call *call, struct graphql_result *result)
{
	(void)call;
	(void)result;
	calls++;
	return true;
}

static bool forbid(struct graphql_call *call, struct graphql_result *result)
{
	(void)result;
	calls++;
	return error_forbidden(call->error);
}

static void add_dogs(void)
{
	field("Query", "dogs")->resolve = resolve_dogs;
	field("Query", "dog")->resolve = field("Query", "maybe")->resolve = resolve_dog;
	field("Query", "pet")->resolve = resolve_dog;
	field("Dog", "name")->resolve = resolve_name;
	field("Dog", "id")->resolve = resolve_id;
	field("Dog", "bark")->resolve_batch = batch_barks;
}

static void test_resolvers(void **state)
{
	(void)state;
	add_dogs();
	assert_answer("{ dogs { name id nick: name __typename } }",
	              "{\"data\":{\"dogs\":[{\"name\":\"Rex\",\"id\":\"0\",\"nick\":\"Rex\",\"__typename\":\"Dog\"},"
	              "{\"name\":\"Lu\",\"id\":\"1\",\"nick\":\"Lu\",\"__typename\":\"Dog\"},"
	              "{\"name\":\"Bo\",\"id\":\"2\",\"nick\":\"Bo\",\"__typename\":\"Dog\"}]}}");
	assert_answer("{ dogs(first: 1) { name } } ", "{\"data\":{\"dogs\":[{\"name\":\"Rex\"}]}}");
	assert_answer("{ dogs(first: 0) { name } } ", "{\"data\":{\"dogs\":[]}}");
	assert_answer("{ pet { name ... on Cat { lives } ... on Dog { id } ... on Pet { __typename } } }",
	              "{\"data\":{\"pet\":{\"name\":\"Lu\",\"id\":\"1\",\"__typename\":\"Dog\"}}}");
}

static void test_merging(void **state)
{
	(void)state;
	add_dogs();
	assert_answer("{ dog { name } ...F dog { ...G ...G id } } fragment F on Query { dog { nick: name ...G } }"
	              "fragment G on Dog { last: name }",
	              "{\"data\":{\"dog\":{\"name\":\"Lu\",\"nick\":\"Lu\",\"last\":\"Lu\",\"id\":\"1\"}}}");
	assert_int_equal(calls, 3);
	assert_answer("query ($no: Boolean = false) { dog { name @skip(if: true) id @include(if: $no) __typename } }",
	              "{\"data\":{\"dog\":{\"__typename\":\"Dog\"}}}");
}

/* Above a dozen fields keys are found by another way. */
static void test_many_fields(void **state)
{
	struct buffer query = {0}, expected = {0};
	(void)state;
	add_dogs();
	buffer_text(&query, "{ dog {");
	buffer_text(&expected, "{\"data\":{\"dog\":{");
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 100; i++)
			buffer_format(&query, " a%d: id", i);
	for (int i = 0; i < 100; i++)
		buffer_format(&expected, "%s\"a%d\":\"1\"", i ? "," : "", i);
	buffer_text(&query, " } }");
	buffer_text(&expected, "}}}");
	assert_answer(buffer_terminate(&query), buffer_terminate(&expected));
	buffer_free(&query);
	buffer_free(&expected);
}

/* ---- nulls that may not be ---- */

static void test_null_propagation(void **state)
{
	(void)state;
	add_dogs();
	field("Dog", "name")->resolve = give_null;
	assert_answer("{ maybe { id name } }",
	              "{\"errors\":[{\"message\":\"Cannot return null for non-nullable field Dog.name.\","
	              "\"locations\":[{\"line\":1,\"column\":14}],\"path\":[\"maybe\",\"name\"]}],"
	              "\"data\":{\"maybe\":null}}");
	/* An item that may not be null takes its list along. */
	assert_answer("{ maybe { id } dogs { id name } }",
	              "{\"errors\":[{\"message\":\"Cannot return null for non-nullable field Dog.name.\","
	              "\"locations\":[{\"line\":1,\"column\":26}],\"path\":[\"dogs\",0,\"name\"]}],"
	              "\"data\":{\"maybe\":{\"id\":\"1\"},\"dogs\":null}}");
	assert_answer("{ dog { name } maybe { id } }",
	              "{\"errors\":[{\"message\":\"Cannot return null for non-nullable field Dog.name.\","
	              "\"locations\":[{\"line\":1,\"column\":9}],\"path\":[\"dog\",\"name\"]}],\"data\":null}");
}

static bool give_value(struct graphql_call *call, struct graphql_result *result)
{
	result->kind = GRAPHQL_RESULT_VALUE;
	result->value = call->context;
	return true;
}

static void test_values(void **state)
{
	struct json_object *value = json_tokener_parse(
	    "{\"a\":1,\"b\":[{\"a\":2},{\"a\":null,\"c\":\"x\"}],\"c\":\"æ\\\"\",\"list\":[1,null,\"3\"]}");
	(void)state;
	request.context = value;
	field("Query", "value")->resolve = field("Query", "json")->resolve = give_value;
	assert_answer("{ value { c a b { a } } }",
	              "{\"errors\":[{\"message\":\"Cannot return null for non-nullable field Value.a.\","
	              "\"locations\":[{\"line\":1,\"column\":19}],\"path\":[\"value\",\"b\",1,\"a\"]}],"
	              "\"data\":{\"value\":{\"c\":\"æ\\\"\",\"a\":1,\"b\":null}}}");
	assert_answer("{ json }", "{\"data\":{\"json\":{\"a\":1,\"b\":[{\"a\":2},{\"a\":null,\"c\":\"x\"}],"
	                          "\"c\":\"æ\\\"\",\"list\":[1,null,\"3\"]}}}");
	json_object_put(value);
}

static bool number_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	(void)object;
	if (index == 1)
		return error_validation(call->error, "number %zu is missing", index);
	result->kind = GRAPHQL_RESULT_INTEGER;
	result->integer = index == 3 ? INT64_C(5000000000) : (int64_t)index;
	return true;
}

static bool resolve_numbers(struct graphql_call *call, struct graphql_result *result)
{
	(void)call;
	result->kind = GRAPHQL_RESULT_LIST;
	result->count = 5;
	result->item = number_item;
	return true;
}

static void test_errors_in_lists(void **state)
{
	(void)state;
	field("Query", "holes")->resolve = field("Query", "numbers")->resolve = resolve_numbers;
	assert_answer("{ holes }",
	              "{\"errors\":[{\"message\":\"number 1 is missing\",\"locations\":[{\"line\":1,\"column\":3}],"
	              "\"path\":[\"holes\",1]},{\"message\":\"Int cannot represent non 32-bit signed integer value: "
	              "5000000000\",\"locations\":[{\"line\":1,\"column\":3}],\"path\":[\"holes\",3]}],"
	              "\"data\":{\"holes\":[0,null,2,null,4]}}");
	assert_answer("{ numbers }",
	              "{\"errors\":[{\"message\":\"number 1 is missing\",\"locations\":[{\"line\":1,\"column\":3}],"
	              "\"path\":[\"numbers\",1]}],\"data\":{\"numbers\":null}}");
}

/* ---- abstract types ---- */

static const struct graphql_type *resolve_type(struct graphql_call *call, const struct graphql_result *result)
{
	(void)call;
	return graphql_schema_type(schema, number_of(result) == 1 ? SLICE("Dog") : SLICE("Person"));
}

static bool resolve_untyped(struct graphql_call *call, struct graphql_result *result)
{
	give_dog(result, calls);
	result->type = NULL;
	(void)call;
	return true;
}

static void test_abstract_types(void **state)
{
	(void)state;
	add_dogs();
	field("Query", "pet")->resolve = resolve_untyped;
	assert_answer(
	    "{ pet { __typename } }",
	    "{\"errors\":[{\"message\":\"Abstract type \\\"Pet\\\" must resolve to an Object type at runtime for "
	    "field \\\"Query.pet\\\". Either the \\\"Pet\\\" type should provide a \\\"resolveType\\\" function "
	    "or each possible type should provide an \\\"isTypeOf\\\" function.\","
	    "\"locations\":[{\"line\":1,\"column\":3}],\"path\":[\"pet\"]}],\"data\":{\"pet\":null}}");
	graphql_schema_type(schema, SLICE("Pet"))->resolve_type = resolve_type;
	assert_answer("{ pet { __typename } }",
	              "{\"errors\":[{\"message\":\"Runtime Object type \\\"Person\\\" is not a possible type for "
	              "\\\"Pet\\\".\",\"locations\":[{\"line\":1,\"column\":3}],\"path\":[\"pet\"]}],"
	              "\"data\":{\"pet\":null}}");
	calls = 1;
	assert_answer("{ pet { __typename } }", "{\"data\":{\"pet\":{\"__typename\":\"Dog\"}}}");
}

static bool give_color(struct graphql_call *call, struct graphql_result *result)
{
	result->kind = GRAPHQL_RESULT_STRING;
	result->text = slice_of(call->context);
	return true;
}

static void test_enums(void **state)
{
	(void)state;
	graphql_type_value(graphql_schema_type(schema, SLICE("Color")), SLICE("RED"))->internal = SLICE("GREEN");
	graphql_type_value(graphql_schema_type(schema, SLICE("Color")), SLICE("GREEN"))->internal = SLICE("#0f0");
	field("Query", "color")->resolve = give_color;
	request.context = "GREEN";
	assert_answer("{ color }", "{\"data\":{\"color\":\"RED\"}}");
	request.context = "#0f0";
	assert_answer("{ color }", "{\"data\":{\"color\":\"GREEN\"}}");
	request.context = "RED";
	assert_answer("{ color }",
	              "{\"errors\":[{\"message\":\"Enum \\\"Color\\\" cannot represent value: \\\"RED\\\"\","
	              "\"locations\":[{\"line\":1,\"column\":3}],\"path\":[\"color\"]}],\"data\":{\"color\":null}}");
}

/* ---- batches ---- */

static void test_batches(void **state)
{
	(void)state;
	add_dogs();
	assert_answer("{ dogs { bark } }", "{\"data\":{\"dogs\":[{\"bark\":\"Rex of 3\"},{\"bark\":\"Lu of 3\"},"
	                                   "{\"bark\":\"Bo of 3\"}]}}");
	assert_int_equal(calls, 1);
	/* Once for each place of the document. */
	calls = 0;
	assert_answer("{ dogs(first: 1) { bark again: bark } b: dogs(first: 2) { bark } }",
	              "{\"data\":{\"dogs\":[{\"bark\":\"Rex of 3\",\"again\":\"Rex of 3\"}],"
	              "\"b\":[{\"bark\":\"Rex of 3\"},{\"bark\":\"Lu of 3\"}]}}");
	assert_int_equal(calls, 3);
	/* Who was read alone is a batch of one. */
	assert_answer("{ dog { bark } }", "{\"data\":{\"dog\":{\"bark\":\"Lu of 1\"}}}");
}

static void test_failed_batch(void **state)
{
	(void)state;
	add_dogs();
	field("Dog", "friends")->resolve_batch = fail_batch;
	assert_answer("{ dogs(first: 2) { friends { id } } }",
	              "{\"errors\":[{\"message\":\"no barks\",\"locations\":[{\"line\":1,\"column\":20}],"
	              "\"path\":[\"dogs\",0,\"friends\"]},{\"message\":\"no barks\",\"locations\":[{\"line\":1,"
	              "\"column\":20}],\"path\":[\"dogs\",1,\"friends\"]}],"
	              "\"data\":{\"dogs\":[{\"friends\":null},{\"friends\":null}]}}");
	assert_int_equal(calls, 1);
}

/* Each object in a group of its own, many of them: each group is run once, however they come. */
static bool lonely_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	const struct graphql_group *groups = object;
	(void)call;
	give_dog(result, 0);
	result->group = &groups[index % 40];
	return true;
}

static bool resolve_lonely(struct graphql_call *call, struct graphql_result *result)
{
	struct graphql_group *groups = arena_array(call->arena, 40, sizeof *groups);
	for (size_t i = 0; i < 40; i++)
		groups[i] = (struct graphql_group){.count = 1, .object = group_object};
	result->kind = GRAPHQL_RESULT_LIST;
	result->object = groups;
	result->count = 200;
	result->item = lonely_item;
	return true;
}

static void test_many_groups(void **state)
{
	(void)state;
	add_dogs();
	field("Query", "dogs")->resolve = resolve_lonely;
	(void)answer("{ dogs { bark } }");
	assert_int_equal(calls, 40);
}

/* ---- middlewares ---- */

static char trace[200];

static bool note(void *context, struct graphql_call *call, struct graphql_result *result)
{
	const char *letter = context;
	strcat(trace, letter);
	bool good = graphql_next(call, result);
	if (letter[0] == 'b' && call->parent_count == 1)
		result->text = SLICE("changed");
	strcat(trace, letter);
	return good;
}

static bool refuse(void *context, struct graphql_call *call, struct graphql_result *result)
{
	(void)context;
	(void)result;
	return error_forbidden(call->error);
}

static void test_middlewares(void **state)
{
	(void)state;
	struct graphql_step inner = {.run = note, .context = "b"};
	struct graphql_step second = {.run = note, .context = "2"};
	struct graphql_step first = {.run = note, .context = "1", .next = &second};
	add_dogs();
	field("Dog", "name")->middlewares = &inner;
	field("Query", "dog")->resolve = resolve_dog;
	schema->middlewares = &first;
	trace[0] = '\0';
	assert_answer("{ dog { name } }", "{\"data\":{\"dog\":{\"name\":\"changed\"}}}");
	assert_string_equal(trace, "122112bb21");
	/* Around a batch once, around introspection not at all. */
	trace[0] = '\0';
	(void)answer("{ dogs { bark } __schema { queryType { name } } }");
	assert_string_equal(trace, "12211221");
	inner.run = refuse;
	assert_answer("{ maybe { name } }",
	              "{\"errors\":[{\"message\":\"Forbidden\",\"locations\":[{\"line\":1,\"column\":11}],"
	              "\"path\":[\"maybe\",\"name\"]}],\"data\":{\"maybe\":null}}");
}

/* ---- operations ---- */

static bool resolve_set(struct graphql_call *call, struct graphql_result *result)
{
	(void)call;
	result->kind = GRAPHQL_RESULT_INTEGER;
	result->integer = ++calls;
	return true;
}

static void test_mutations(void **state)
{
	(void)state;
	field("Mutation", "set")->resolve = field("Mutation", "again")->resolve = resolve_set;
	field("Mutation", "fail")->resolve = forbid;
	assert_answer("mutation { set again }", "{\"data\":{\"set\":1,\"again\":2}}");
	/* After a null that went all the way up nothing more is run. */
	calls = 0;
	assert_answer("mutation { set fail again }",
	              "{\"errors\":[{\"message\":\"Forbidden\",\"locations\":[{\"line\":1,\"column\":16}],"
	              "\"path\":[\"fail\"]}],\"data\":null}");
	assert_int_equal(calls, 2);
}

static void test_choosing(void **state)
{
	struct graphql_error syntax;
	const char *message;
	(void)state;
	struct graphql_document *document =
	    graphql_parse(arena, SLICE("query A { dog { id } } query B { dog { id } }"), NULL, &syntax);
	assert_ptr_equal(graphql_choose_operation(arena, document, SLICE("B"), &message), &document->operations[1]);
	assert_null(graphql_choose_operation(arena, document, SLICE("C"), &message));
	assert_string_equal(message, "Unknown operation named \"C\".");
	assert_null(graphql_choose_operation(arena, document, SLICE(""), &message));
	assert_string_equal(message, "Unknown operation named \"\".");
	assert_null(graphql_choose_operation(arena, document, (struct slice){0}, &message));
	assert_string_equal(message, "Must provide operation name if query contains multiple operations.");
	document = graphql_parse(arena, SLICE("fragment F on Dog { id }"), NULL, &syntax);
	assert_null(graphql_choose_operation(arena, document, (struct slice){0}, &message));
	assert_string_equal(message, "Must provide an operation.");
}

static void test_no_such_root(void **state)
{
	struct graphql_error syntax;
	const struct graphql_error *errors;
	size_t count;
	(void)state;
	assert_true(graphql_finish_schema(schema, &error));
	request.document = graphql_parse(arena, SLICE("\n subscription { a }"), NULL, &syntax);
	request.operation = &request.document->operations[0];
	assert_null(graphql_prepare(&request, &errors, &count));
	assert_int_equal(count, 1);
	struct buffer buffer = {0};
	graphql_write_errors(&buffer, request.document->text, errors, count, "CODE");
	assert_string_equal(buffer_terminate(&buffer),
	                    "[{\"message\":\"Schema is not configured to execute subscription operation.\","
	                    "\"locations\":[{\"line\":2,\"column\":2}],\"extensions\":{\"code\":\"CODE\"}}]");
	buffer_free(&buffer);
}

/* ---- plans ---- */

static bool plan_dogs(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_selected_set *set =
	    graphql_selected_below(call->execution, call->selected, graphql_schema_type(schema, SLICE("Dog")));
	assert_int_equal(set->count, 2);
	assert_true(slice_is(set->items[0].key, "x"));
	assert_true(slice_is(set->items[0].field->name, "name"));
	assert_ptr_equal(set->items[0].parent, call->selected);
	call->selected->plan = "planned ";
	set->items[1].plan = "id";
	return resolve_dogs(call, result);
}

static bool planned_name(struct graphql_call *call, struct graphql_result *result)
{
	assert_string_equal(call->selected->parent->plan, "planned ");
	return resolve_name(call, result);
}

static bool planned_id(struct graphql_call *call, struct graphql_result *result)
{
	assert_string_equal(call->selected->plan, "id");
	return resolve_id(call, result);
}

static void test_plans(void **state)
{
	(void)state;
	add_dogs();
	field("Query", "dogs")->resolve = plan_dogs;
	field("Dog", "name")->resolve = planned_name;
	field("Dog", "id")->resolve = planned_id;
	assert_answer("{ dogs(first: 1) { x: name id } }", "{\"data\":{\"dogs\":[{\"x\":\"Rex\",\"id\":\"0\"}]}}");
}

/* ---- errors ---- */

static void show(void *context, struct arena *memory, const struct error *problem, struct graphql_shown_error *shown)
{
	(void)context;
	assert_string_equal(shown->message, problem->message);
	if (strcmp(problem->name, GRAPHQL_ERROR_NAME) == 0)
		return;
	shown->message = "Hidden";
	shown->extensions = arena_format(memory, "{\"status\":%d}", problem->status);
	shown->located = false;
}

static void test_shown_errors(void **state)
{
	(void)state;
	add_dogs();
	request.show_error = show;
	field("Dog", "friends")->resolve = forbid;
	field("Dog", "name")->resolve = give_null;
	assert_answer(
	    "{ maybe { friends { id } name } }",
	    "{\"errors\":[{\"message\":\"Hidden\",\"extensions\":{\"status\":403}},{\"message\":\"Cannot return "
	    "null for non-nullable field Dog.name.\",\"locations\":[{\"line\":1,\"column\":26}],"
	    "\"path\":[\"maybe\",\"name\"]}],\"data\":{\"maybe\":null}}");
}

static bool many_items(struct graphql_call *call, struct graphql_result *result)
{
	resolve_dogs(call, result);
	result->count = 5000;
	result->item = dog_item;
	return true;
}

static bool same_dog(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	(void)call;
	(void)object;
	(void)index;
	give_dog(result, 0);
	return true;
}

static bool many_dogs(struct graphql_call *call, struct graphql_result *result)
{
	many_items(call, result);
	result->item = same_dog;
	return true;
}

static void test_error_bound(void **state)
{
	(void)state;
	add_dogs();
	field("Query", "dogs")->resolve = many_dogs;
	field("Dog", "friends")->resolve = forbid;
	struct graphql_execution *execution = prepare("{ dogs { friends { id } } }");
	graphql_run_field(execution, 0);
	assert_int_equal(graphql_error_count(execution), 5000);
	struct buffer buffer = {0};
	graphql_write_answer(execution, &buffer);
	size_t shown = 0;
	buffer_terminate(&buffer);
	for (const char *at = buffer.data; (at = strstr(at, "\"message\"")); at++)
		shown++;
	assert_int_equal(shown, 1000);
	buffer_free(&buffer);
	graphql_end(execution);
}

/* ---- limits ---- */

static void test_selected_limit(void **state)
{
	(void)state;
	add_dogs();
	request.max_selected = 3;
	assert_answer("{ dog { id name } }", "{\"data\":{\"dog\":{\"id\":\"1\",\"name\":\"Lu\"}}}");
	assert_answer("{ maybe { id } dog { id name } }",
	              "{\"errors\":[{\"message\":\"The request selects more than 3 fields.\"}],\"data\":null}");
	assert_answer("{ a: dog { id } b: dog { id } c: dog { id } d: dog { id } }",
	              "{\"errors\":[{\"message\":\"The request selects more than 3 fields.\"}],\"data\":null}");
}

/* Fragments that double what is selected with every one of them. */
static void test_doubling_fragments(void **state)
{
	struct buffer query = {0};
	(void)state;
	add_dogs();
	field("Dog", "friends")->resolve = resolve_dogs;
	graphql_add_argument(schema, field("Dog", "friends"), SLICE("first"), "Int", "1", &error);
	buffer_text(&query, "{ dog { ...F0 } }");
	for (int i = 0; i < 40; i++)
		buffer_format(&query, "fragment F%d on Dog { a: friends { ...F%d } b: friends { ...F%d } }", i, i + 1,
		              i + 1);
	buffer_text(&query, "fragment F40 on Dog { id }");
	assert_answer(buffer_terminate(&query),
	              "{\"errors\":[{\"message\":\"The request selects more than 20000 fields.\"}],\"data\":null}");
	buffer_free(&query);
}

static void test_depth(void **state)
{
	struct buffer query = {0};
	(void)state;
	add_dogs();
	field("Dog", "friends")->resolve = resolve_dogs;
	graphql_add_argument(schema, field("Dog", "friends"), SLICE("first"), "Int", "1", &error);
	buffer_text(&query, "{ dog { ...F0 } }");
	for (int i = 0; i < 300; i++)
		buffer_format(&query, "fragment F%d on Dog { friends { ...F%d } }", i, i + 1);
	buffer_text(&query, "fragment F300 on Dog { id }");
	assert_answer(
	    buffer_terminate(&query),
	    "{\"errors\":[{\"message\":\"The request selects fields more than 200 levels deep.\"}],\"data\":null}");
	buffer_free(&query);
}

static void test_bytes_limit(void **state)
{
	(void)state;
	add_dogs();
	request.max_bytes = 1000;
	field("Query", "dogs")->resolve = many_dogs;
	assert_answer("{ dogs { id name } }",
	              "{\"errors\":[{\"message\":\"The answer is larger than 1000 bytes.\"}],\"data\":null}");
	assert_true(calls < 100);
}

/* Looks at what is selected below, and then fails for a reason of its own. */
static bool look_and_fail(struct graphql_call *call, struct graphql_result *result)
{
	(void)result;
	assert_null(graphql_selected_below(call->execution, call->selected, call->field->type->type));
	return error_validation(call->error, "own");
}

static void test_error_after_looking_below(void **state)
{
	(void)state;
	field("Query", "maybe")->resolve = look_and_fail;
	request.variables = json_tokener_parse("{\"v\":null}");
	assert_answer("query ($v: Boolean = true) { maybe { id @skip(if: $v) } }",
	              "{\"errors\":[{\"message\":\"own\",\"locations\":[{\"line\":1,\"column\":30}],\"path\":["
	              "\"maybe\"]}],\"data\":{\"maybe\":null}}");
	json_object_put(request.variables);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_resolvers, begin, end),
	    cmocka_unit_test_setup_teardown(test_merging, begin, end),
	    cmocka_unit_test_setup_teardown(test_many_fields, begin, end),
	    cmocka_unit_test_setup_teardown(test_null_propagation, begin, end),
	    cmocka_unit_test_setup_teardown(test_values, begin, end),
	    cmocka_unit_test_setup_teardown(test_errors_in_lists, begin, end),
	    cmocka_unit_test_setup_teardown(test_abstract_types, begin, end),
	    cmocka_unit_test_setup_teardown(test_enums, begin, end),
	    cmocka_unit_test_setup_teardown(test_batches, begin, end),
	    cmocka_unit_test_setup_teardown(test_failed_batch, begin, end),
	    cmocka_unit_test_setup_teardown(test_many_groups, begin, end),
	    cmocka_unit_test_setup_teardown(test_middlewares, begin, end),
	    cmocka_unit_test_setup_teardown(test_mutations, begin, end),
	    cmocka_unit_test_setup_teardown(test_choosing, begin, end),
	    cmocka_unit_test_setup_teardown(test_no_such_root, begin, end),
	    cmocka_unit_test_setup_teardown(test_plans, begin, end),
	    cmocka_unit_test_setup_teardown(test_shown_errors, begin, end),
	    cmocka_unit_test_setup_teardown(test_error_bound, begin, end),
	    cmocka_unit_test_setup_teardown(test_selected_limit, begin, end),
	    cmocka_unit_test_setup_teardown(test_doubling_fragments, begin, end),
	    cmocka_unit_test_setup_teardown(test_depth, begin, end),
	    cmocka_unit_test_setup_teardown(test_bytes_limit, begin, end),
	    cmocka_unit_test_setup_teardown(test_error_after_looking_below, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
