#include "exchange.h"

#include <stdlib.h>

struct shadow *shadow_create(const struct config *config, struct store *store, struct access *access,
                             struct content *content, struct accounts *accounts, struct shadow_schema *schema)
{
	struct shadow *shadow = calloc(1, sizeof *shadow);
	if (!shadow)
		abort();
	const char *count = getenv("LECTERN_COUNT_STATEMENTS");
	*shadow = (struct shadow){
	    .config = config,
	    .store = store,
	    .access = access,
	    .content = content,
	    .accounts = accounts,
	    .schema = schema,
	    .documents = documents_create(schema),
	    .count_statements = count && strcmp(count, "1") == 0,
	};
	return shadow;
}

void shadow_destroy(struct shadow *shadow)
{
	if (!shadow)
		return;
	documents_destroy(shadow->documents);
	free(shadow);
}

bool shadow_serves(const struct shadow *shadow, const struct http_request *request)
{
	struct slice path = request->path;
	if (path.len > 1 && path.ptr[path.len - 1] == '/')
		path.len--;
	return slice_is(path, shadow->config->graphql.endpoint);
}

void shadow_handle(void *context, struct http_request *request, struct http_response *response)
{
	/* It may outlive this function: see run.c. */
	struct exchange *exchange = arena_alloc(request->arena, sizeof *exchange);
	*exchange = (struct exchange){.shadow = context, .request = request, .response = response};
	exchange_run(exchange);
}
