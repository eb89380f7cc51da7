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

/* Without slashes at its end, which do not count. */
static struct slice endpoint_of(const struct shadow *shadow)
{
	struct slice endpoint = slice_of(shadow->config->graphql.endpoint);
	while (endpoint.len && endpoint.ptr[endpoint.len - 1] == '/')
		endpoint.len--;
	return endpoint;
}

/* What stands behind the endpoint in the path of a request, its slash included; false when the path leads elsewhere.
 * Like all paths it is found in capitals, too. */
static bool behind_endpoint(const struct shadow *shadow, const struct http_request *request, struct slice *behind)
{
	struct slice path = request->path, endpoint = endpoint_of(shadow);
	if (path.len < endpoint.len || !slice_equals_ignoring_case((struct slice){path.ptr, endpoint.len}, endpoint))
		return false;
	*behind = (struct slice){path.ptr + endpoint.len, path.len - endpoint.len};
	return !behind->len || behind->ptr[0] == '/';
}

/* The file that a path names below the endpoint; empty when it names none. */
static struct slice file_name(const struct shadow *shadow, const struct http_request *request)
{
	struct slice behind;
	if (!behind_endpoint(shadow, request, &behind) || behind.len < 2)
		return (struct slice){0};
	return (struct slice){behind.ptr + 1, behind.len - 1};
}

bool shadow_serves(const struct shadow *shadow, const struct http_request *request)
{
	struct slice behind;
	return behind_endpoint(shadow, request, &behind) &&
	       (behind.len < 2 || (has_console(shadow) && console_has_file(file_name(shadow, request))));
}

void shadow_handle(void *context, struct http_request *request, struct http_response *response)
{
	const struct shadow *shadow = context;
	if (has_console(shadow)) {
		if (console_answer_file(request, file_name(shadow, request), response))
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
