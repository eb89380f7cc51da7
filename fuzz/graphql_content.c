/* GraphQL requests on their whole way: parsed, validated, planned, read from and written to an SQLite database of
 * the tests' project's tables, and answered; what was changed is taken back. The input: the document, a NUL, the
 * variables as JSON. */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/graphql/prepare.h"
#include "api/request/workers.h"

static struct api_graphql api;
static struct requests requests;
static char folder[] = "/tmp/lectern-fuzz-XXXXXX";

static void clean_up(void)
{
	static const char *const names[] = {"/data.db", "/data.db-wal", "/data.db-shm", ""};
	char path[sizeof folder + 16];

	api_graphql_documents_destroy(api.documents);
	content_close(api.content);
	store_close(requests.store);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		snprintf(path, sizeof path, "%s%s", folder, names[i]);
		remove(path);
	}
}

static void run_fields(struct api_graphql_operation *operation)
{
	for (size_t i = 0; i < api_graphql_operation_field_count(operation); i++)
		if (!api_graphql_operation_is_account(operation, i))
			api_graphql_operation_run_field(operation, i);
}

static bool run(struct api_graphql_parameters *parameters, bool commit)
{
	struct arena *arena = arena_create();
	struct http_request http = {.arena = arena};
	struct request request = {.shared = &requests,
	                          .http = &http,
	                          .arena = arena,
	                          .caller = {.kind = CALLER_TOKEN, .token_type = TOKEN_FULL_ACCESS}};
	struct api_graphql_operation *operation = arena_alloc(arena, sizeof *operation);
	struct buffer answer = {0};
	struct error error;
	struct budget *budget = &request.budget;
	size_t values = 100000;
	bool done = true;

	budget_init(budget, 0);
	budget->rows = 10000;
	budget->bytes = 64 << 20;
	budget->filters = 20000;
	budget_begin_turn(budget, 0);
	parameters->of = 1;
	parameters->values_left = &values;
	parameters->request = &request;
	api_graphql_operation_prepare(&api, parameters, operation);
	if (!api_graphql_operation_is_mutation(operation)) {
		if (store_begin(requests.store, 0, arena, &request.session, &error)) {
			run_fields(operation);
			api_graphql_operation_write(operation, &answer);
			store_end(request.session);
		}
	} else if (store_begin_write(requests.store, 0, arena, &request.session, &error)) {
		request.writing = true;
		run_fields(operation);
		api_graphql_operation_write(operation, &answer);
		if (commit)
			done = store_commit(request.session, &error);
		else
			store_roll_back(request.session);
	}
	api_graphql_operation_free(&api, operation);
	buffer_free(&answer);
	arena_destroy(arena);
	return done;
}

/* Something to read. */
static bool fill(void)
{
	static const char text[] =
	    "mutation{a:createCategory(data:{name:\"a\"}){data{id}}b:createCategory(data:{name:\"b\",parent:1}){data{"
	    "id}}"
	    "c:createRestaurant(data:{name:\"r\",publishedAt:\"2024-01-01T00:00:00Z\",categories:[1,2],address:{street:"
	    "\"s\"},"
	    "hours:[{day:mon},{day:tue}],blocks:[{__typename:\"ComponentBlocksQuote\",text:\"t\"}]}){data{id}}"
	    "d:createReview(data:{stars:3,restaurant:1}){data{id}}e:createKitchenSink(data:{requiredText:\"r\"}){data{"
	    "id}}"
	    "f:updateHomepage(data:{title:\"t\",body:[{__typename:\"ComponentBlocksRelated\",restaurants:[1]}]}){data{"
	    "id}}}";
	struct api_graphql_parameters parameters = {.query = slice_of(text)};

	return run(&parameters, true);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	struct findings findings;
	struct error error;
	struct arena *arena = arena_create();

	(void)count;
	(void)arguments;
	if (!mkdtemp(folder))
		exit(1);
	const struct config_overrides overrides = {.database = arena_format(arena, "sqlite:%s/data.db", folder)};
	findings_init(&findings, arena);
	struct config *config = config_load(arena, "tests/data/project", &overrides, NULL, &findings);
	findings_init(&findings, arena);
	const struct registry *registry = model_load(arena, "tests/data/project", NULL, &findings);
	if (!config || !registry || !store_open(config, registry, 1, &requests.store, &error)) {
		fprintf(stderr, "tests/data/project can't be opened\n");
		exit(1);
	}
	api.config = config;
	api.content = content_open(registry, store_thread_count(requests.store));
	requests.config = config;
	requests.registry = registry;
	requests.content = api.content;
	api.requests = &requests;
	api.schema = api_graphql_build(arena, config, registry, api_graphql_switches_create(arena, registry), NULL,
	                               NULL, &error);
	if (!api.schema) {
		fprintf(stderr, "%s\n", error.message);
		exit(1);
	}
	api.documents = api_graphql_documents_create(api.schema);
	atexit(clean_up);
	if (!fill())
		exit(1);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice all = {(const char *)data, size};
	size_t end = slice_find(all, '\0');
	char *variables = calloc(1, size - end + 1);
	struct json_object *json;

	if (end < size)
		memcpy(variables, data + end + 1, size - end - 1);
	json = json_parse_stored(slice_of(variables));
	struct api_graphql_parameters parameters = {.query = {all.ptr, end}};
	if (json_object_is_type(json, json_type_object))
		parameters.variables = json;
	/* What is no UTF-8 is refused before. */
	if (slice_is_utf8(parameters.query) && slice_is_utf8(slice_of(variables)))
		(void)run(&parameters, false);
	json_object_put(json);
	free(variables);
	return 0;
}
