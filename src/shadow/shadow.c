#include "console/console.h"
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

static bool has_console(const struct shadow *shadow)
{
	return shadow->config->graphql.playground_always || strcmp(shadow->config->environment, "production") != 0;
}

/* What stands behind the endpoint and a slash in the path of a request; empty when it is elsewhere. */
static struct slice below_endpoint(const struct shadow *shadow, const struct http_request *request)
{
	struct slice path = request->path, endpoint = slice_of(shadow->config->graphql.endpoint);
	while (endpoint.len && endpoint.ptr[endpoint.len - 1] == '/')
		endpoint.len--;
	if (path.len <= endpoint.len || !slice_starts_with(path, endpoint) || path.ptr[endpoint.len] != '/')
		return (struct slice){0};
	return (struct slice){path.ptr + endpoint.len + 1, path.len - endpoint.len - 1};
}

bool shadow_serves(const struct shadow *shadow, const struct http_request *request)
{
	struct slice path = request->path;
	if (path.len > 1 && path.ptr[path.len - 1] == '/')
		path.len--;
	return slice_is(path, shadow->config->graphql.endpoint) ||
	       (has_console(shadow) && console_has_file(below_endpoint(shadow, request)));
}

void shadow_handle(void *context, struct http_request *request, struct http_response *response)
{
	const struct shadow *shadow = context;
	if (has_console(shadow)) {
		if (console_answer_file(request, below_endpoint(shadow, request), response))
			return;
		if (console_is_wanted(request)) {
			console_answer_page(request, response);
			return;
		}
	}
	/* It may outlive this function: see run.c. */
	struct exchange *exchange = arena_alloc(request->arena, sizeof *exchange);
	*exchange = (struct exchange){.shadow = context, .request = request, .response = response};
	exchange_run(exchange);
}
