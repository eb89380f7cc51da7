/* A query string from outside: read into parameters, and those into a query for a type of the reference project. The
 * first byte chooses the type, and whether one entry or a list is asked for. Whatever was asked for, nothing that is
 * private, and nothing of the type that may not be found, is searched, sorted by or read. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "query/query.h"

static struct arena *registry_arena;
static struct registry *registry;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	struct findings findings;

	(void)count;
	(void)arguments;
	registry_arena = arena_create();
	findings_init(&findings, registry_arena);
	registry = model_load(registry_arena, "tests/data/project", NULL, &findings);
	if (!registry) {
		fprintf(stderr, "tests/data/project has mistakes: %s\n", findings.first ? findings.first->message : "");
		exit(1);
	}
	return 0;
}

static bool may_find(const void *context, const struct content_type *type)
{
	(void)context;
	return !slice_is(slice_of(type->uid), "api::office.office");
}

static void check_attribute(const struct attribute *attribute)
{
	assert(!attribute->is_private && attribute->type != ATTRIBUTE_PASSWORD);
	assert(attribute_is_scalar(attribute) || may_find(NULL, attribute->target));
}

static void check_condition(const struct condition *condition)
{
	if (condition->attribute)
		check_attribute(condition->attribute);
	for (const struct condition *at = condition->children; at; at = at->next)
		check_condition(at);
}

static void check_query(const struct query *query)
{
	assert(may_find(NULL, query->type));
	if (query->filter)
		check_condition(query->filter);
	for (size_t i = 0; i < query->sort_count; i++)
		for (size_t j = 0; j < query->sorts[i].path_length; j++)
			check_attribute(query->sorts[i].path[j]);
	for (size_t i = 0; i < query->field_count; i++)
		check_attribute(query->fields[i]);
	for (size_t i = 0; i < query->populate_count; i++) {
		const struct populate *populate = &query->populates[i];
		assert(!populate->attribute->is_private);
		if (populate->query)
			check_query(populate->query);
		for (size_t j = 0; j < populate->by_type_count; j++)
			check_query(populate->by_type[j]);
	}
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
		if (!request.type->component && may_find(NULL, request.type) &&
		    query_parse(arena, &request, params, &root, &error))
			check_query(root.query);
	}
	arena_destroy(arena);
	return 0;
}
