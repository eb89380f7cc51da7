/* A query string from outside: read into parameters, and those into a query for a type of the reference project. The
 * first byte chooses the type, and whether one entry or a list is asked for. */
#include <stdio.h>
#include <stdlib.h>

#include "query/query.h"

static struct arena *registry_arena;
static struct registry *registry;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	struct mistake *mistakes = NULL;

	(void)count;
	(void)arguments;
	registry_arena = arena_create();
	registry = model_load(registry_arena, "tests/data/project", &mistakes);
	if (!registry) {
		fprintf(stderr, "tests/data/project has mistakes: %s\n", mistakes ? mistakes->message : "");
		exit(1);
	}
	return 0;
}

static bool may_find(const void *context, const struct content_type *type)
{
	(void)context;
	return !slice_is(slice_of(type->uid), "api::office.office");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena;
	struct error error;
	struct param *params;
	struct query_root root;

	if (size == 0)
		return 0;
	arena = arena_create();
	if (params_parse(arena, (struct slice){(const char *)data + 1, size - 1}, &params, &error)) {
		struct query_request request = {
		    .registry = registry,
		    .type = registry->types[(data[0] >> 1) % registry->type_count],
		    .rights = {may_find, NULL},
		    .default_limit = 25,
		    .max_limit = 100,
		    .with_count = true,
		    .max_populate_depth = 10,
		    .by_id = data[0] & 1,
		};
		if (!request.type->component)
			(void)query_parse(arena, &request, params, &root, &error);
	}
	arena_destroy(arena);
	return 0;
}
