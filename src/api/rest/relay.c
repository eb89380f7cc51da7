#include "relay.h"

#include "content_routes.h"
#include "public.h"
#include "route.h"

void rest_set_relay(struct rest *rest, void (*relay)(void *context, struct rest_call *call), void *context)
{
	rest->relay = relay;
	rest->relay_context = context;
}

void rest_relay(struct rest *rest, bool requests, bool upgrades)
{
	atomic_store(&rest->relays_requests, requests);
	atomic_store(&rest->relays_upgrades, upgrades);
}

bool rest_relays_upgrade(const struct rest *rest, const struct http_request *http)
{
	return atomic_load_explicit(&rest->relays_upgrades, memory_order_relaxed) && http_header(http, "upgrade").len;
}

bool rest_may_relay(const struct rest *rest, const struct http_request *http)
{
	const struct slice prefix = slice_of(rest->config->prefix);
	return atomic_load_explicit(&rest->relays_requests, memory_order_relaxed) && prefix.len &&
	       !slice_starts_with(http->path, prefix);
}

/* A form is received in another way. */
bool relay_is_open(const struct rest_call *call)
{
	return atomic_load_explicit(&call->rest->relays_requests, memory_order_relaxed) && !call->inner &&
	       !call->http->body_follows;
}

bool relay_comes_first(const struct rest_call *call)
{
	struct rest_call probe = *call;
	struct error ignored;
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	unsigned methods = 0;
	if (!relay_is_open(call))
		return false;
	probe.error = &ignored;
	return http_split_path(call->http->path, NULL, parts, REST_MOST_PARTS, &count) &&
	       content_routes_find(&probe, parts, count, &methods) && !methods && !probe.route.endpoint &&
	       !probe.route.code;
}

bool relay_start(struct rest_call *call)
{
	request_suspend(call->request);
	call->rest->relay(call->rest->relay_context, call);
	return true;
}

void rest_relay_decline(struct rest_call *call)
{
	struct error error;
	if (rest_asks_for_all(call->rest)) {
		call->route = (struct route){.code = true, .coded = {.all = true}};
		call->rest->run_code(call->rest->code_context, call);
		return;
	}
	if (call->http->method == HTTP_GET || !public_is_served(call->rest->files))
		error_not_found(&error);
	else
		route_refuse_unknown(call->response, &error);
	http_respond_error(call->response, &error);
	rest_call_finish(call);
}
