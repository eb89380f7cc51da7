/* The routes of a project's routes files, and what its code closes. */
#include "content_routes.h"
#include "fixed_routes.h"
#include "route.h"
#include "type_routes.h"

static bool is_any(struct slice part)
{
	return part.ptr[0] == ':' || slice_is(part, "*");
}

/* FNV-1a, for all ways to write the letters of ASCII. */
static uint32_t hash_ignoring_case(struct slice part)
{
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < part.len; i++) {
		const unsigned char c = (unsigned char)part.ptr[i];
		hash = (hash ^ (c >= 'A' && c <= 'Z' ? c | 0x20u : c)) * 16777619u;
	}
	return hash;
}

/* The longest part tells the most: that of a type, as a rule. */
static void find_telling_part(struct rest_content_route *route)
{
	size_t longest = 0;
	route->telling_part = route->part_count;
	for (size_t i = 0; i < route->part_count; i++) {
		if (is_any(route->parts[i]) || route->parts[i].len <= longest)
			continue;
		longest = route->parts[i].len;
		route->telling_part = i;
		route->telling_hash = hash_ignoring_case(route->parts[i]);
	}
}

void rest_set_content_routes(struct rest *rest, struct rest_content_route *routes)
{
	bool over_panel = false;
	for (struct rest_content_route *route = routes; route; route = route->next) {
		over_panel = over_panel || route->over_panel || route->taken_away;
		find_telling_part(route);
	}
	atomic_store(&rest->content_routes, routes);
	atomic_store(&rest->has_over_panel, over_panel);
}

void rest_set_code(struct rest *rest, void (*run)(void *context, struct rest_call *call), void *context)
{
	rest->run_code = run;
	rest->code_context = context;
}

void rest_call_finish(struct rest_call *call)
{
	request_resume(call->request);
}

void rest_close_action(struct rest *rest, const char *action, struct closed *closed)
{
	struct closed_action *made = arena_alloc(rest->arena, sizeof *made);
	*made = (struct closed_action){action, closed, rest->closed_actions};
	rest->closed_actions = made;
}

void rest_close_unknown(struct rest *rest, struct closed *closed)
{
	rest->closed_unknown = closed;
}

void rest_close_path(struct rest *rest, const char *path, struct closed *closed)
{
	rest->closed_path = path;
	rest->path_closed = closed;
}

void rest_close(struct rest *rest, struct closed *closed)
{
	rest->closed = closed;
}

struct closed *closed_action_find(const struct rest *rest, struct slice action)
{
	for (const struct closed_action *at = rest->closed_actions; at; at = at->next) {
		const struct slice name = slice_of(at->action);
		const bool all = name.len && name.ptr[name.len - 1] == '.';
		if (all ? slice_starts_with(action, name) : slice_equals(action, name))
			return at->closed;
	}
	return NULL;
}

static bool matches(const struct rest_content_route *route, const struct slice *parts, size_t count)
{
	if (count < route->part_count || (count > route->part_count && !route->any_end))
		return false;
	for (size_t i = 0; i < route->part_count; i++)
		if (!is_any(route->parts[i]) && !slice_equals_ignoring_case(route->parts[i], parts[i]))
			return false;
	return true;
}

static unsigned method_bits(const char *method)
{
	static const char *const names[] = {
	    [HTTP_GET] = "GET",     [HTTP_POST] = "POST",     [HTTP_PUT] = "PUT",
	    [HTTP_PATCH] = "PATCH", [HTTP_DELETE] = "DELETE", [HTTP_OPTIONS] = "OPTIONS"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(method, names[i]) == 0)
			return 1u << i;
	/* HEAD comes as GET: code tells them apart. */
	return strcmp(method, "HEAD") == 0 ? 1u << HTTP_GET : ~0u;
}

/* The part of the path that is called :id; where there is none, the first that has a name. */
static struct slice id_of(const struct rest_content_route *route, const struct slice *parts)
{
	for (size_t i = 0; i < route->part_count; i++)
		if (slice_is(route->parts[i], ":id"))
			return parts[i];
	for (size_t i = 0; i < route->part_count && route->described; i++)
		if (route->parts[i].ptr[0] == ':')
			return parts[i];
	return (struct slice){NULL, 0};
}

const struct rest_content_route *content_routes_now(const struct rest *rest)
{
	return atomic_load_explicit(&rest->content_routes, memory_order_acquire);
}

/* Whether the route is no answer to a request that code makes: what code answers it has asked itself. */
static bool is_passed(const struct rest_call *call, const struct rest_content_route *route)
{
	return call->inner && route->described && !route->action && !route->plugin_action;
}

static bool set_route(struct rest_call *call, const struct rest_content_route *route, const struct slice *parts)
{
	if (route->plugin_action) {
		if (!fixed_routes_set_action(call, slice_of(route->plugin_action), id_of(route, parts)))
			return false;
		/* Who may ask is the route's to say, whatever the action. */
		call->route.without_caller = route->without_caller;
		call->route.scopes = route->scopes;
		call->route.scope_count = route->scope_count;
		return true;
	}
	if (route->closed && route->handler && call->rest->run_code) {
		call->route = (struct route){.code = true,
		                             .coded = {.route = route},
		                             .action = slice_of(route->handler),
		                             .without_caller = route->without_caller,
		                             .scopes = route->scopes,
		                             .scope_count = route->scope_count};
		return true;
	}
	if (route->closed)
		return closed_refuse(route->closed, call->http, call->error);
	call->route = (struct route){.type = route->type,
	                             .id = id_of(route, parts),
	                             .without_caller = route->without_caller,
	                             .scopes = route->scopes,
	                             .scope_count = route->scope_count};
	return type_routes_set_action(call, route->action) || error_not_found(call->error);
}

bool content_routes_find(struct rest_call *call, const struct slice *parts, size_t count, unsigned *methods)
{
	const struct rest_content_route *route = content_routes_now(call->rest);
	uint32_t hashes[REST_MOST_PARTS];
	*methods = 0;
	for (size_t i = 0; i < count && route; i++)
		hashes[i] = hash_ignoring_case(parts[i]);
	for (; route; route = route->next) {
		const size_t part = route->telling_part;
		if (part < route->part_count && (part >= count || hashes[part] != route->telling_hash))
			continue;
		if (route->panels_own || is_passed(call, route) || !matches(route, parts, count))
			continue;
		const unsigned bits = method_bits(route->method);
		if (bits & 1u << call->http->method)
			return set_route(call, route, parts);
		*methods |= bits;
	}
	return true;
}

/* The parts that are not empty, as many as there may be; *more: others follow. */
static size_t split_odd(const struct http_request *http, struct slice *parts, bool *more)
{
	struct slice rest = http->raw_path, part;
	size_t count = 0;
	*more = false;
	while (slice_split(&rest, '/', &part)) {
		char *decoded = arena_copy(http->arena, part);
		if (!part.len)
			continue;
		if (count == REST_MOST_PARTS) {
			*more = true;
			break;
		}
		const size_t len = http_percent_decode(decoded, part.len, false);
		parts[count++] = len == SIZE_MAX ? part : (struct slice){decoded, len};
	}
	return count;
}

/* The route of code that may fit a path which http_split_path does not take apart, or NULL. */
static const struct rest_content_route *odd_route(const struct rest *rest, const struct http_request *http,
                                                  struct slice *parts)
{
	bool more;
	const size_t count = split_odd(http, parts, &more);
	const struct rest_content_route *route = content_routes_now(rest);
	while (route &&
	       !(route->unsure && route->handler && route->closed && !route->panels_own && (!more || route->any_end) &&
	         method_bits(route->method) & 1u << http->method && matches(route, parts, count)))
		route = route->next;
	return route;
}

bool content_routes_find_odd(struct rest_call *call)
{
	struct slice parts[REST_MOST_PARTS];
	const struct rest_content_route *route = call->inner ? NULL : odd_route(call->rest, call->http, parts);
	return route && set_route(call, route, parts);
}

bool rest_code_is_over_panel(const struct rest *rest, const struct http_request *http)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	if (!rest->has_over_panel || !http_split_path(http->path, NULL, parts, REST_MOST_PARTS, &count))
		return false;
	for (const struct rest_content_route *route = content_routes_now(rest); route; route = route->next)
		if ((route->over_panel || route->panels_own) && method_bits(route->method) & 1u << http->method &&
		    matches(route, parts, count))
			return route->over_panel || route->taken_away;
	return false;
}

bool rest_takes_options(const struct rest *rest, const struct http_request *http)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	if (rest_asks_for_all(rest))
		return true;
	if (!rest->run_code || http_header(http, "access-control-request-method").len ||
	    !http_split_path(http->path, NULL, parts, REST_MOST_PARTS, &count))
		return false;
	for (const struct rest_content_route *route = content_routes_now(rest); route; route = route->next)
		if (route->closed && method_bits(route->method) & 1u << HTTP_OPTIONS && matches(route, parts, count))
			return true;
	return false;
}

bool rest_code_takes(const struct rest *rest, const struct http_request *http)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	if (rest_asks_for_all(rest))
		return true;
	if (!rest->run_code)
		return false;
	if (!http_split_path(http->path, NULL, parts, REST_MOST_PARTS, &count))
		return odd_route(rest, http, parts) != NULL;
	for (const struct rest_content_route *route = content_routes_now(rest); route; route = route->next)
		if (!route->panels_own && method_bits(route->method) & 1u << http->method &&
		    matches(route, parts, count))
			return route->closed && route->handler;
	return false;
}
