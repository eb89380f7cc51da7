/* What the GraphQL room says about documents, for the test that compares it with graphql-js.
 * usage: graphql_verdicts SCHEMA [MAX-DEPTH]
 * Reads documents from standard input, each a JSON string on a line of its own. Writes a line for each: the list of
 * errors as JSON, empty when it is valid. */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

#include "graphql/graphql.h"

static struct slice read_file(struct arena *arena, const char *path)
{
	FILE *file = fopen(path, "rb");
	char block[4096];
	struct buffer text = {0};
	size_t length;

	if (!file) {
		perror(path);
		exit(2);
	}
	while ((length = fread(block, 1, sizeof block, file)))
		buffer_add(&text, block, length);
	fclose(file);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static struct graphql_schema *read_schema(struct arena *arena, const char *path)
{
	struct graphql_schema *schema = graphql_schema_create(arena);
	struct error error;

	if (!graphql_add_definitions(schema, read_file(arena, path), &error) ||
	    !graphql_finish_schema(schema, &error)) {
		fprintf(stderr, "%s: %s\n", path, error.message);
		exit(2);
	}
	return schema;
}

static void write_errors(struct buffer *out, struct slice text, const struct graphql_error *errors, size_t count)
{
	buffer_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		buffer_text(out, i ? ",{\"message\":" : "{\"message\":");
		json_write_string(out, slice_of(errors[i].message));
		buffer_text(out, ",\"locations\":[");
		for (size_t j = 0; j < errors[i].location_count; j++) {
			unsigned line, column;
			graphql_locate(text, errors[i].locations[j], &line, &column);
			buffer_format(out, "%s{\"line\":%u,\"column\":%u}", j ? "," : "", line, column);
		}
		buffer_text(out, "]}");
	}
	buffer_text(out, "]\n");
}

static void judge(const struct graphql_validation *validation, struct slice text, struct buffer *out)
{
	struct arena *arena = arena_create();
	const struct graphql_error *errors;
	struct graphql_error error;
	size_t count = 1;
	const struct graphql_document *document = graphql_parse(arena, text, NULL, &error);

	if (!document)
		errors = &error;
	else
		graphql_validate(arena, validation, document, &errors, &count);
	write_errors(out, text, errors, count);
	arena_destroy(arena);
}

int main(int count, char **arguments)
{
	struct arena *arena = arena_create();
	char *line = NULL;
	size_t size = 0;
	struct buffer out = {0};

	if (count < 2) {
		fprintf(stderr, "usage: %s SCHEMA [MAX-DEPTH]\n", arguments[0]);
		return 2;
	}
	struct graphql_validation validation = {.schema = read_schema(arena, arguments[1]),
	                                        .introspection =
	                                            count<3, .max_depth = count> 2 ? (unsigned)atoi(arguments[2]) : 0};
	while (getline(&line, &size, stdin) > 0) {
		struct json_object *text = json_tokener_parse(line);
		if (!json_object_is_type(text, json_type_string)) {
			fprintf(stderr, "no JSON string: %s", line);
			return 2;
		}
		judge(&validation,
		      (struct slice){json_object_get_string(text), (size_t)json_object_get_string_len(text)}, &out);
		json_object_put(text);
		fwrite(out.data, 1, out.len, stdout);
		out.len = 0;
	}
	buffer_free(&out);
	free(line);
	arena_destroy(arena);
	return 0;
}
