/* Requests that are valid are run: coercion of variables and arguments, null propagation, lists and abstract types,
 * batches. The input: a byte that chooses what the resolvers do, the document, a NUL, the variables as JSON. */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

#include "graphql/graphql.h"

static struct arena *schema_arena;
static struct graphql_schema *schema;

/* The dice of this input: what a resolver does follows from them and how many ran before. */
struct dice {
	uint32_t state;
	struct graphql_group group;
};

static unsigned roll(struct graphql_call *call, unsigned sides)
{
	struct dice *dice = call->context;

	dice->state = dice->state * 1664525u + 1013904223u;
	return (dice->state >> 16) % sides;
}

static void give(struct graphql_call *call, const struct graphql_reference *type, struct graphql_result *result);

static bool give_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	(void)index;
	give(call, object, result);
	return roll(call, 64) || error_validation(call->error, "no item %zu", index);
}

static void give_leaf(struct graphql_call *call, const struct graphql_type *type, struct graphql_result *result)
{
	static const char *const texts[] = {"BROWN", "x", "true", "1", ""};

	switch (roll(call, 8)) {
	case 0:
		result->kind = GRAPHQL_RESULT_BOOLEAN;
		result->boolean = true;
		break;
	case 1:
		result->kind = GRAPHQL_RESULT_NUMBER;
		result->number = roll(call, 2) ? 1.5 : 1e300 * 1e300;
		break;
	case 2:
	case 3:
		result->kind = GRAPHQL_RESULT_STRING;
		result->text = slice_of(texts[roll(call, COUNT_OF(texts))]);
		break;
	default:
		result->kind = GRAPHQL_RESULT_INTEGER;
		result->integer = roll(call, 9) ? (int64_t)roll(call, 100) : INT64_MIN;
	}
	if (type->kind == GRAPHQL_ENUM && roll(call, 8)) {
		result->kind = GRAPHQL_RESULT_STRING;
		result->text = type->values->internal;
	}
}

static void give(struct graphql_call *call, const struct graphql_reference *type, struct graphql_result *result)
{
	struct dice *dice = call->context;
	const struct graphql_type *named = graphql_reference_type(type);

	result->kind = GRAPHQL_RESULT_NULL;
	if (!roll(call, 12))
		return;
	if (type->wrap == GRAPHQL_NON_NULL)
		type = type->of;
	if (type->wrap == GRAPHQL_LIST) {
		result->kind = GRAPHQL_RESULT_LIST;
		result->object = type->of;
		result->count = roll(call, 4);
		result->item = give_item;
	} else if (graphql_is_leaf(named)) {
		give_leaf(call, named, result);
	} else {
		result->kind = GRAPHQL_RESULT_OBJECT;
		result->object = "";
		if (named->possible_count)
			result->type = named->possible[roll(call, (unsigned)named->possible_count)];
		if (roll(call, 2)) {
			result->group = &dice->group;
			result->index = roll(call, (unsigned)dice->group.count);
		}
	}
}

static bool resolve(struct graphql_call *call, struct graphql_result *result)
{
	/* Of introspection nothing is asked here. */
	if (!roll(call, 20))
		return error_validation(call->error, "no %.*s", (int)call->field->name.len, call->field->name.ptr);
	give(call, call->field->type, result);
	return true;
}

static bool resolve_batch(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                          struct graphql_result *results)
{
	(void)parents;
	for (size_t i = 0; i < count; i++)
		give(call, call->field->type, &results[i]);
	return roll(call, 20) || error_validation(call->error, "no batch");
}

static bool pass_on(void *context, struct graphql_call *call, struct graphql_result *result)
{
	(void)context;
	return roll(call, 50) && graphql_next(call, result);
}

static void group_object(const struct graphql_group *group, size_t index, struct graphql_result *result)
{
	(void)group;
	result->kind = GRAPHQL_RESULT_OBJECT;
	result->object = "";
	result->index = index;
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	static struct graphql_step middleware = {.run = pass_on};
	FILE *file = fopen("tests/data/language.graphql", "rb");
	struct buffer text = {0};
	struct error error = {0};
	char block[4096];
	size_t length, number = 0;

	(void)count;
	(void)arguments;
	schema_arena = arena_create();
	schema = graphql_schema_create(schema_arena);
	while (file && (length = fread(block, 1, sizeof block, file)))
		buffer_add(&text, block, length);
	if (!file || !graphql_add_definitions(schema, arena_copy_slice(schema_arena, buffer_as_slice(&text)), &error))
		exit(1);
	for (struct graphql_type *type = schema->types; type; type = type->next) {
		for (struct graphql_field *field = type->fields; field; field = field->next) {
			field->resolve = resolve;
			if (number++ % 3 == 0)
				field->resolve_batch = resolve_batch;
			if (number % 7 == 0)
				field->middlewares = &middleware;
		}
	}
	if (!graphql_finish_schema(schema, &error)) {
		fprintf(stderr, "%s\n", error.message);
		exit(1);
	}
	fclose(file);
	buffer_free(&text);
	return 0;
}

static void check_answer(struct buffer *answer)
{
	struct json_object *parsed = json_parse_stored(buffer_as_slice(answer));

	if (!parsed || !json_object_is_type(parsed, json_type_object))
		abort();
	json_object_put(parsed);
}

static void run(struct graphql_request *request)
{
	const struct graphql_error *errors;
	struct buffer answer = {0};
	size_t count;
	struct graphql_execution *execution = graphql_prepare(request, &errors, &count);

	if (execution) {
		for (size_t i = 0; i < graphql_root_fields(execution)->count; i++)
			graphql_run_field(execution, i);
		graphql_write_answer(execution, &answer);
		check_answer(&answer);
		graphql_end(execution);
	} else {
		buffer_text(&answer, "{\"errors\":");
		graphql_write_errors(&answer, request->document->text, errors, count, "BAD_USER_INPUT");
		buffer_byte(&answer, '}');
		check_answer(&answer);
	}
	buffer_free(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	struct arena *arena = arena_create();
	struct slice all = {(const char *)data + 1, size - 1}, text = {all.ptr, slice_find(all, '\0')};
	struct dice dice = {.state = data[0] * 2654435761u, .group = {.count = 3, .object = group_object}};
	const struct graphql_result root = {.kind = GRAPHQL_RESULT_OBJECT, .object = ""};
	struct graphql_request request = {.schema = schema,
	                                  .root = &root,
	                                  .context = &dice,
	                                  .arena = arena,
	                                  .max_selected = 2000,
	                                  .max_bytes = 1 << 20};
	const struct graphql_validation validation = {.schema = schema, .introspection = true};
	struct graphql_error error;
	const struct graphql_error *errors;
	const char *message;
	size_t count;

	request.document = graphql_parse(arena, text, NULL, &error);
	if (request.document && graphql_validate(arena, &validation, request.document, &errors, &count) &&
	    (request.operation =
	         graphql_choose_operation(arena, request.document, (struct slice){NULL, 0}, &message))) {
		struct slice rest = {text.ptr + text.len, all.len - text.len};
		char *variables = arena_copy(arena, rest.len ? (struct slice){rest.ptr + 1, rest.len - 1} : rest);
		request.variables = json_parse_stored(slice_of(variables));
		if (request.variables && !json_object_is_type(request.variables, json_type_object)) {
			json_object_put(request.variables);
			request.variables = NULL;
		}
		run(&request);
		json_object_put(request.variables);
	}
	arena_destroy(arena);
	return 0;
}
