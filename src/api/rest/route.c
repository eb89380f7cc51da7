#include "route.h"
#include "content_routes.h"
#include "custom.h"
#include "fixed_routes.h"
#include "public.h"
#include "relay.h"
#include "type_routes.h"

/* The path behind the prefix, its slash included. */
static bool behind_prefix(const struct rest_call *call, struct slice *path)
{
	const struct slice whole = call->http->path, prefix = slice_of(call->rest->config->prefix);
	if (whole.len < prefix.len || !slice_equals_ignoring_case((struct slice){whole.ptr, prefix.len}, prefix))
		return false;
	*path = (struct slice){whole.ptr + prefix.len, whole.len - prefix.len};
	return true;
}

/* The path is split as it was sent, then each part is decoded. */
static bool parts_with_slashes(const struct rest_call *call, struct slice *parts, size_t most, size_t *count)
{
	enum { MOST_OF_PREFIX = 16 };
	struct slice prefix[MOST_OF_PREFIX], *all;
	size_t leading = 0, found;
	if (call->rest->config->prefix[0] &&
	    !http_split_path(slice_of(call->rest->config->prefix), NULL, prefix, MOST_OF_PREFIX, &leading))
		return false;
	all = arena_array(call->http->arena, leading + most, sizeof *all);
	if (!http_split_path(call->http->raw_path, call->http->arena, all, leading + most, &found) || found <= leading)
		return false;
	for (size_t i = 0; i < leading; i++)
		if (!slice_equals_ignoring_case(all[i], prefix[i]))
			return false;
	*count = found - leading;
	memcpy(parts, all + leading, *count * sizeof *parts);
	return true;
}

bool route_parts(const struct rest_call *call, struct slice *parts, size_t most, size_t *count)
{
	struct slice path;
	if (http_has_slash_within(call->http))
		return parts_with_slashes(call, parts, most, count);
	return behind_prefix(call, &path) && http_split_path(path, NULL, parts, most, count);
}

static bool not_allowed(struct rest_call *call, const char *methods)
{
	call->response->allow = methods;
	return error_set(call->error, 405, "MethodNotAllowedError", "Method Not Allowed");
}

bool route_refuse_unknown(struct http_response *response, struct error *error)
{
	response->allow = "GET, HEAD, OPTIONS";
	return error_set(error, 405, "MethodNotAllowedError", "Method Not Allowed");
}

/* Strapi looks for a file at any path, so that only other methods are wrong there. */
static bool unknown_path(struct rest_call *call)
{
	struct slice path;
	if (call->rest->closed_unknown && behind_prefix(call, &path))
		return closed_refuse(call->rest->closed_unknown, call->http, call->error);
	call->route.file = call->http->method == HTTP_GET;
	call->route.relayed = !call->route.file && relay_is_open(call);
	if (call->route.relayed)
		return true;
	if (!call->route.file && !public_is_served(call->rest->files))
		return error_not_found(call->error);
	return call->route.file || route_refuse_unknown(call->response, call->error);
}

/* A path that is known, but not for this method: of GET Strapi says that there is nothing. */
static bool refuse_method(struct rest_call *call, unsigned methods)
{
	bool get = methods & 1u << HTTP_GET;
	if (call->http->method == HTTP_GET)
		return error_not_found(call->error);
	return not_allowed(call, arena_format(call->http->arena, "%sOPTIONS%s%s%s%s", get ? "GET, HEAD, " : "",
	                                      methods & 1u << HTTP_POST ? ", POST" : "",
	                                      methods & 1u << HTTP_PUT ? ", PUT" : "",
	                                      methods & 1u << HTTP_PATCH ? ", PATCH" : "",
	                                      methods & 1u << HTTP_DELETE ? ", DELETE" : ""));
}

/* A path of the server's own routes, which has these methods. */
static bool find_closed(struct rest_call *call, unsigned methods)
{
	struct closed *closed =
	    call->route.endpoint ? closed_action_find(call->rest, call->route.action) : call->rest->closed_unknown;
	if (closed)
		return closed_refuse(closed, call->http, call->error);
	return call->route.endpoint || refuse_method(call, methods);
}

/* Where the project lists its routes: they come before the server's own. */
static bool find_listed(struct rest_call *call, const struct slice *parts, size_t count)
{
	unsigned methods;
	if (!content_routes_find(call, parts, count, &methods))
		return false;
	if (call->route.endpoint || call->route.code)
		return true;
	methods |= fixed_routes_find(call, parts, count);
	if (call->route.endpoint || (methods && !call->rest->closed_unknown))
		return find_closed(call, methods);
	return unknown_path(call);
}

/* The whole path, the prefix included. */
static bool whole_parts(const struct rest_call *call, struct slice *parts, size_t most, size_t *count)
{
	const struct http_request *request = call->http;
	return http_has_slash_within(request) ? http_split_path(request->raw_path, request->arena, parts, most, count)
	                                      : http_split_path(request->path, NULL, parts, most, count);
}

/* Where the project's code has described all routes. */
static bool find_described(struct rest_call *call)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	unsigned methods = 0;
	if (!whole_parts(call, parts, REST_MOST_PARTS, &count))
		return content_routes_find_odd(call) || unknown_path(call);
	if (!content_routes_find(call, parts, count, &methods))
		return false;
	if (call->route.endpoint)
		return find_closed(call, methods);
	if (call->route.code || call->route.file || call->route.relayed)
		return true;
	return methods ? refuse_method(call, methods) : unknown_path(call);
}

bool route_find(struct rest_call *call)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	if (!call->inner && rest_relays_upgrade(call->rest, call->http)) {
		call->route.relayed = true;
		return true;
	}
	if (!call->inner && rest_asks_for_all(call->rest)) {
		call->route.relayed = relay_comes_first(call);
		if (call->route.relayed)
			return true;
		call->route = (struct route){.code = true, .coded = {.all = true}};
		return true;
	}
	if (call->rest->closed)
		return closed_refuse(call->rest->closed, call->http, call->error);
	if (call->rest->closed_path && slice_equals_ignoring_case(call->http->path, slice_of(call->rest->closed_path)))
		return closed_refuse(call->rest->path_closed, call->http, call->error);
	if (call->rest->custom && custom_find(call))
		return true;
	const struct rest_content_route *routes = content_routes_now(call->rest);
	if (routes && routes->described)
		return find_described(call);
	if (!route_parts(call, parts, REST_MOST_PARTS, &count))
		return unknown_path(call);
	if (routes)
		return find_listed(call, parts, count);
	unsigned methods = fixed_routes_find(call, parts, count);
	if (methods)
		return find_closed(call, methods);
	const char *allowed;
	if (!type_routes_find(call, parts, count, &allowed))
		return unknown_path(call);
	return call->route.endpoint || not_allowed(call, allowed);
}

const char *route_method_name(enum http_method method)
{
	return method == HTTP_GET ? "GET" : method == HTTP_POST ? "POST" : method == HTTP_PUT ? "PUT" : "DELETE";
}
