/* The GraphQL engine by itself, for tests/graphql_engine_test.mjs: reads a schema's text, then a request a line
 * ({"query":…,"variables":…,"operationName":…}) and writes its answer, resolved from a JSON file's members.
 * usage: graphql_engine SCHEMA [DATA]        without DATA: prints the schema */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

#include "graphql/graphql.h"

static struct slice read_file(const char *path)
{
	struct buffer text = {0};
	FILE *file = fopen(path, "rb");
	if (!file) {
		perror(path);
		exit(2);
	}
	for (size_t got = 1; got;) {
		buffer_reserve(&text, 65536);
		got = fread(text.data + text.len, 1, 65536, file);
		text.len += got;
	}
	fclose(file);
	buffer_terminate(&text);
	return buffer_as_slice(&text);
}

static struct slice text_of(struct json_object *object, const char *key)
{
	struct json_object *member = json_object_object_get(object, key);
	return member ? slice_of(json_object_get_string(member)) : (struct slice){0};
}

static void refuse(struct buffer *answer, struct slice document, const struct graphql_error *errors, size_t count)
{
	buffer_text(answer, "{\"errors\":");
	graphql_write_errors(answer, document, errors, count, NULL);
	buffer_byte(answer, '}');
}

static void run(const struct graphql_schema *schema, const struct graphql_result *root, struct json_object *sent,
                struct buffer *answer)
{
	struct arena *arena = arena_create();
	struct slice text = text_of(sent, "query");
	struct graphql_error error = {0};
	const struct graphql_error *errors = &error;
	size_t count = 1;
	struct graphql_request request = {.schema = schema, .root = root, .arena = arena};
	struct graphql_execution *execution = NULL;
	struct graphql_document *document = graphql_parse(arena, text, NULL, &error);
	request.document = document;
	/* Both ways of collecting fields have to give the same. */
	static bool ahead;
	ahead = !ahead;
	if (document) {
		if (ahead)
			graphql_collect_ahead(arena, schema, document);
		request.operation =
		    graphql_choose_operation(arena, request.document, text_of(sent, "operationName"), &error.message);
		request.variables = json_object_object_get(sent, "variables");
		if (request.operation)
			execution = graphql_prepare(&request, &errors, &count);
	}
	if (execution) {
		for (size_t i = 0; i < graphql_root_fields(execution)->count; i++)
			graphql_run_field(execution, i);
		graphql_write_answer(execution, answer);
		graphql_end(execution);
	} else {
		refuse(answer, text, errors, count);
	}
	arena_destroy(arena);
}

static void serve(const struct graphql_schema *schema, const char *path)
{
	struct slice data = read_file(path);
	struct graphql_result root = {.kind = GRAPHQL_RESULT_VALUE, .value = json_tokener_parse(data.ptr)};
	struct buffer answer = {0};
	char *line = NULL;
	for (size_t size = 0; getline(&line, &size, stdin) > 0;) {
		struct json_object *sent = json_tokener_parse(line);
		answer.len = 0;
		run(schema, &root, sent, &answer);
		puts(buffer_terminate(&answer));
		fflush(stdout);
		json_object_put(sent);
	}
	free(line);
	json_object_put(root.value);
	free((char *)data.ptr);
	buffer_free(&answer);
}

static void print(const struct graphql_schema *schema)
{
	struct buffer text = {0};
	graphql_print_schema(&text, schema);
	puts(buffer_terminate(&text));
	buffer_free(&text);
}

int main(int count, char **arguments)
{
	struct arena *arena = arena_create();
	struct graphql_schema *schema = graphql_schema_create(arena);
	struct error error;
	if (count < 2)
		return 2;
	struct slice text = read_file(arguments[1]);
	const bool good = graphql_add_definitions(schema, text, &error) && graphql_finish_schema(schema, &error);
	if (!good)
		puts(error.message);
	else if (count == 2)
		print(schema);
	else
		serve(schema, arguments[2]);
	free((char *)text.ptr);
	arena_destroy(arena);
	return good ? 0 : 1;
}
