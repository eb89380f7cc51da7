/* Requests that the project's code makes: for the server's own actions, and for what no code answers. */
#include "inner.h"
#include "fixed_routes.h"
#include "route.h"
#include "type_routes.h"

void rest_ask_for_all(struct rest *rest, bool all)
{
	atomic_store(&rest->asks_for_all, all);
}

bool rest_asks_for_all(const struct rest *rest)
{
	return atomic_load_explicit(&rest->asks_for_all, memory_order_relaxed);
}

struct rest_coded rest_call_coded(const struct rest_call *call)
{
	return call->route.coded;
}

/* Who asks: {"kind": "user", "id": 1} */
static bool endpoint_caller(struct rest_call *call)
{
	const struct caller *caller = &call->request->caller;
	const char *kind = caller->kind == CALLER_USER ? "user" : caller->kind == CALLER_TOKEN ? "token" : "public";
	buffer_format(&call->response->body, "{\"kind\":\"%s\"", kind);
	if (caller->kind == CALLER_USER)
		buffer_format(&call->response->body, ",\"id\":%lld", (long long)caller->user_id);
	buffer_byte(&call->response->body, '}');
	return true;
}

bool inner_find(struct rest_call *call)
{
	const struct rest_inner *inner = call->inner;
	if (inner->only_admit) {
		call->route = (struct route){.endpoint = endpoint_caller};
		return true;
	}
	if (!inner->action)
		return route_find(call);
	call->route = (struct route){.type = inner->type, .id = inner->id};
	if (inner->type)
		return type_routes_set_action(call, inner->action) || error_not_found(call->error);
	return fixed_routes_set_action(call, slice_of(inner->action), inner->id);
}
