#include "serving_http.h"

#include <sys/resource.h>

enum {
	OTHER_FILES = 64, /* files that are no connections: databases, libraries, logs */
	FILES_A_THREAD = 8,
};

/* As many connections as are wanted, or fewer where no more files may be open. */
static unsigned connections_possible(unsigned threads, unsigned wanted)
{
	struct rlimit files;
	const rlim_t others = OTHER_FILES + FILES_A_THREAD * (rlim_t)threads;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return wanted;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted + others)
		return wanted;
	return files.rlim_cur > 2 * others ? (unsigned)(files.rlim_cur - others) : OTHER_FILES;
}

/* One client must not keep all others out; but behind a proxy that is trusted they all have one address. */
static unsigned most_per_address(const struct config *config, unsigned connections)
{
	if (config->max_per_address)
		return config->max_per_address;
	return config->trust_proxy ? 0 : (connections + 1) / 2;
}

static bool is_for_admins(const struct serving *service, const struct http_request *request)
{
	return api_admin_serves(service->admin, request) && !rest_code_is_over_panel(service->rest, request);
}

static bool has_form(const struct http_request *request)
{
	static const struct slice multipart = {"multipart/", 10};
	const struct slice type = request->content_type;
	return (request->method == HTTP_POST || request->method == HTTP_PUT || request->method == HTTP_PATCH) &&
	       type.len > multipart.len &&
	       slice_equals_ignoring_case((struct slice){type.ptr, multipart.len}, multipart);
}

/* The project's middlewares stand before the panel's routes, too. Files of any size, which the panel sends, go past
 * them: what the process takes is read into memory. */
static bool goes_past_code(const struct serving *service, const struct http_request *request)
{
	return is_for_admins(service, request) && (!rest_asks_for_all(service->rest) || has_form(request));
}

static bool is_for_graphql(const struct serving *service, const struct http_request *request)
{
	return service->graphql && !rest_asks_for_all(service->rest) && api_graphql_serves(service->graphql, request) &&
	       !api_graphql_is_by_code(service->graphql, request);
}

static void handle(void *context, struct http_request *request, struct http_response *response)
{
	const struct serving *service = context;
	/* OPTIONS for the project's code, or another protocol. */
	if ((request->method == HTTP_OPTIONS && rest_takes_options(service->rest, request)) ||
	    rest_relays_upgrade(service->rest, request))
		rest_handle(service->rest, request, response);
	else if (is_for_graphql(service, request))
		api_graphql_handle(service->graphql, request, response);
	else if (goes_past_code(service, request))
		api_admin_handle(service->admin, request, response);
	else
		rest_handle(service->rest, request, response);
}

/* Forms may have files, of any size. */
static bool streams_body(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	if (!has_form(request))
		return false;
	if (service->graphql && api_graphql_serves(service->graphql, request))
		return api_graphql_takes_form(request);
	return !is_for_admins(service, request) || api_admin_takes_form(service->admin, request);
}

/* The panel sends filters as they were typed: "100%". Code finds in its parameters what it would find in Strapi. */
static bool mends_target(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	return is_for_admins(service, request) || rest_code_takes(service->rest, request);
}

/* The limits are those of Strapi's middleware, which sockets are answered before. */
static bool lifts_limits(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	return rest_may_relay(service->rest, request) && !api_admin_serves(service->admin, request) &&
	       !(service->graphql && api_graphql_serves(service->graphql, request));
}

static bool takes_options(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	return !http_header(request, "access-control-request-method").len || rest_takes_options(service->rest, request);
}

/* Routes of code's own may be for all methods. */
static bool takes_other(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	return rest_code_takes(service->rest, request);
}

/* The project's middlewares stand before it. */
static bool takes_health(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	(void)request;
	return rest_asks_for_all(service->rest);
}

static void rest(void *context, size_t thread)
{
	const struct serving *service = context;
	store_rest(service->store, thread);
}

static bool is_healthy(void *context, const struct http_request *request)
{
	const struct serving *service = context;
	return api_admin_is_healthy(service->development, request);
}

void serving_set_http_options(struct http_options *options, const struct serving *service)
{
	const struct config *config = service->config;
	http_options_init(options);
	options->host = config->host;
	options->port = config->port;
	options->threads = config->threads;
	options->max_body = config->max_body;
	options->max_connections = connections_possible(config->threads, config->max_connections);
	options->max_per_address = most_per_address(config, options->max_connections);
	options->request_timeout = config->request_timeout;
	options->idle_timeout = config->idle_timeout;
	options->cors_origins = config->cors_origins;
	options->cors_origin_count = config->cors_origin_count;
	options->cors_methods = config->cors_methods;
	options->cors_headers = config->cors_headers;
	options->cors_exposed = config->cors_exposed;
	options->cors_max_age = config->cors_max_age;
	options->cors_without_credentials = config->cors_without_credentials;
	options->cors_by_handler = config->cors_by_code;
	options->security_headers = config->security_headers;
	options->json_limit = config->json_limit;
	options->form_limit = config->form_limit;
	options->text_limit = config->text_limit;
	if (config->powered_by)
		options->powered_by = config->powered_by;
	options->log_requests = config->log_requests;
	options->trust_proxy = config->trust_proxy;
	options->handler = handle;
	options->streams_body = streams_body;
	options->mends_target = mends_target;
	options->lifts_limits = lifts_limits;
	options->takes_options = takes_options;
	options->takes_other = takes_other;
	options->takes_health = takes_health;
	options->rest = rest;
	options->socket = service->socket;
	if (service->development)
		options->is_healthy = is_healthy;
	options->context = (void *)(uintptr_t)service;
}
