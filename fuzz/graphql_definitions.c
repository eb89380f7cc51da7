/* A schema in its definition language: refused, or made, and then printed so that the same schema is made of that. */
#include <stdlib.h>

#include "graphql/graphql.h"

/* The schema of a text, printed; false when it is none. */
static bool print_again(struct slice text, struct buffer *printed)
{
	struct arena *arena = arena_create();
	struct graphql_schema *schema = graphql_schema_create(arena);
	struct error error;
	bool good = graphql_add_definitions(schema, text, &error) && graphql_finish_schema(schema, &error);

	if (good)
		graphql_print_schema(printed, schema);
	arena_destroy(arena);
	return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buffer first = {0}, second = {0};

	if (print_again((struct slice){(const char *)data, size}, &first) &&
	    (!print_again(buffer_as_slice(&first), &second) ||
	     !slice_equals(buffer_as_slice(&first), buffer_as_slice(&second))))
		abort();
	buffer_free(&first);
	buffer_free(&second);
	return 0;
}
