/* Documents, validated against the schema of a project and one that has what that lacks. */
#include <stdio.h>
#include <stdlib.h>

#include "graphql/graphql.h"

static struct arena *schema_arena;
static const struct graphql_schema *schemas[2];

static const struct graphql_schema *read_schema(const char *path)
{
	struct graphql_schema *schema = graphql_schema_create(schema_arena);
	FILE *file = fopen(path, "rb");
	struct buffer text = {0};
	struct error error = {0};
	char block[4096];
	size_t length;

	while (file && (length = fread(block, 1, sizeof block, file)))
		buffer_add(&text, block, length);
	if (!file || !graphql_add_definitions(schema, arena_copy_slice(schema_arena, buffer_as_slice(&text)), &error) ||
	    !graphql_finish_schema(schema, &error)) {
		fprintf(stderr, "%s: %s\n", path, error.message);
		exit(1);
	}
	fclose(file);
	buffer_free(&text);
	return schema;
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	(void)count;
	(void)arguments;
	schema_arena = arena_create();
	schemas[0] = read_schema("tests/data/schema.graphql");
	schemas[1] = read_schema("tests/data/language.graphql");
	return 0;
}

static void validate(const struct graphql_schema *schema, struct slice text)
{
	struct arena *arena = arena_create();
	const struct graphql_validation validation = {.schema = schema, .max_depth = 5, .max_aliases = 500};
	const struct graphql_error *errors;
	struct graphql_error error;
	size_t count;
	const struct graphql_document *document = graphql_parse(arena, text, NULL, &error);

	if (document && !graphql_validate(arena, &validation, document, &errors, &count)) {
		struct buffer answer = {0};
		graphql_write_errors(&answer, text, errors, count, "GRAPHQL_VALIDATION_FAILED");
		if (!count || count > 101 || arena_size(arena) > 64 << 20)
			abort();
		buffer_free(&answer);
	}
	arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < COUNT_OF(schemas); i++)
		validate(schemas[i], (struct slice){(const char *)data, size});
	return 0;
}
