#include "console/console.h"
#include "run.h"

#include <stdlib.h>

struct api_graphql *api_graphql_create(const struct config *config, struct requests *requests, struct content *content,
                                       struct accounts *accounts, struct media *media,
                                       struct api_graphql_schema *schema)
{
	struct api_graphql *api = calloc(1, sizeof *api);
	if (!api)
		abort();
	*api = (struct api_graphql){
	    .config = config,
	    .requests = requests,
	    .content = content,
	    .accounts = accounts,
	    .media = media,
	    .schema = schema,
	    .documents = api_graphql_documents_create(schema),
	};
	return api;
}

void api_graphql_destroy(struct api_graphql *api)
{
	if (!api)
		return;
	api_graphql_documents_destroy(api->documents);
	free(api);
}

static bool takes_action(const struct api_graphql_root *root, struct slice action)
{
	const bool all = action.len && action.ptr[action.len - 1] == '.';
	for (size_t i = 0; i < root->action_count; i++)
		if (all ? slice_starts_with(root->actions[i], action) : slice_equals(root->actions[i], action))
			return true;
	return false;
}

void api_graphql_close_action(struct api_graphql *api, const char *action, struct closed *closed)
{
	const struct map *roots = &api->schema->roots;
	for (size_t i = 0; i < roots->capacity; i++) {
		struct api_graphql_root *root = roots->entries[i].value;
		if (root && !root->closed &&
		    (slice_is(roots->entries[i].key, action) || takes_action(root, slice_of(action))))
			root->closed = closed;
	}
}

void api_graphql_close(struct api_graphql *api, struct closed *closed)
{
	api->closed = closed;
}

static bool has_console(const struct api_graphql *api)
{
	return api->config->graphql.playground_always || strcmp(api->config->environment, "production") != 0;
}

/* Without slashes at its end, which do not count. */
static struct slice endpoint_of(const struct api_graphql *api)
{
	struct slice endpoint = slice_of(api->config->graphql.endpoint);
	while (endpoint.len && endpoint.ptr[endpoint.len - 1] == '/')
		endpoint.len--;
	return endpoint;
}

/* What stands behind the endpoint in the path of a request, its slash included; false when the path leads elsewhere.
 * Like all paths it is found in capitals, too. */
static bool behind_endpoint(const struct api_graphql *api, const struct http_request *http, struct slice *behind)
{
	struct slice path = http->path, endpoint = endpoint_of(api);
	/* The endpoint's slashes are not those within a segment. */
	if (http_has_slash_within(http) || path.len < endpoint.len ||
	    !slice_equals_ignoring_case((struct slice){path.ptr, endpoint.len}, endpoint))
		return false;
	*behind = (struct slice){path.ptr + endpoint.len, path.len - endpoint.len};
	return !behind->len || behind->ptr[0] == '/';
}

/* The file that a path names below the endpoint; empty when it names none. */
static struct slice file_name(const struct api_graphql *api, const struct http_request *http)
{
	struct slice behind;
	if (!behind_endpoint(api, http, &behind) || behind.len < 2)
		return (struct slice){0};
	return (struct slice){behind.ptr + 1, behind.len - 1};
}

bool api_graphql_serves(const struct api_graphql *api, const struct http_request *http)
{
	struct slice behind;
	return behind_endpoint(api, http, &behind) &&
	       (behind.len < 2 || (has_console(api) && console_has_file(file_name(api, http))));
}

bool api_graphql_is_by_code(const struct api_graphql *api, const struct http_request *http)
{
	struct slice behind;
	return api->config->graphql.by_code && !api->closed && behind_endpoint(api, http, &behind) && behind.len < 2;
}

void api_graphql_print(const struct api_graphql *api, struct buffer *buffer)
{
	graphql_print_schema(buffer, api->schema->graphql);
}

/* Whether that was all. */
static bool answer_at_once(const struct api_graphql *api, const struct http_request *http,
                           struct http_response *response)
{
	struct error error;
	if (http->method == HTTP_OPTIONS) {
		response->status = 204;
		return true;
	}
	if (has_console(api) && console_answer_file(http, file_name(api, http), response))
		return true;
	if (has_console(api) && console_is_wanted(http)) {
		console_answer_page(http, response);
		return true;
	}
	if (!api->closed)
		return false;
	closed_refuse(api->closed, http, &error);
	http_respond_error(response, &error);
	return true;
}

void api_graphql_handle(void *context, struct http_request *http, struct http_response *response)
{
	const struct api_graphql *api = context;
	if (answer_at_once(api, http, response)) {
		/* Nobody else ends a request that came over no connection. */
		if (http->resumed)
			http_resume(http);
		return;
	}
	/* It may outlive this function: see run.c. */
	struct api_graphql_batch *batch = arena_alloc(http->arena, sizeof *batch);
	batch->api = context;
	batch->request = request_create(api->requests, http, response);
	request_start(batch->request, &api_graphql_batch_handler, batch);
}
