/* Strapi's own actions for code that answers a request. */
#include "body.h"
#include "route.h"
#include "type_routes.h"

#include <json-c/json.h>

static bool run_nothing(void *context, struct rest_call *call)
{
	(void)context;
	return rest_next(call);
}

/* With something around it an action reads its whole answer at once: code looks at it. */
static const struct rest_step around = {.run = run_nothing};
static const struct rest_route_options options = {.middlewares = &around};

static bool prepare(struct rest_call *call, const struct rest_native *native)
{
	const struct content_type *type = native->type;
	struct arena *arena = call->http->arena;
	call->route = (struct route){.type = type, .id = native->id};
	if (!type_routes_set_action(call, native->action))
		return error_not_found(call->error);
	call->route.options = &options;
	call->step = NULL;
	if (!params_parse(arena, native->query, &call->params, call->error))
		return false;
	if (!call->route.writes)
		return true;
	call->request->writing = true;
	call->body = native->data;
	if (content_has_passwords(call->rest->content, type, native->data, true))
		call->passwords = content_hash_passwords(call->rest->content, arena, type, native->data, true);
	return call_read_query(call, type, call->params, !type->single, false, &call->root);
}

static bool identify(struct request *request, const struct rest_native *native, struct error *error)
{
	return !native->authorization.ptr || request_identify(request, native->authorization, error);
}

bool rest_run_native(const struct rest_call *call, const struct rest_native *native, const struct content_call *content,
                     struct buffer *body, struct error *error)
{
	/* What belongs to the request stays as it is: several of these may run at a time. */
	struct http_request http = *call->http;
	struct http_response response = {.status = 200};
	struct request request = *call->request;
	http.arena = request.arena = content->arena;
	request.http = &http;
	request.response = &response;
	request.session = content->session;
	request.stays = content->stays;
	request.origin = content->origin;
	request.failure = NULL;
	budget_init(&request.budget, 0);
	struct rest_call own = {.rest = call->rest,
	                        .request = &request,
	                        .http = &http,
	                        .response = &response,
	                        .for_code = true,
	                        .error = error};
	bool done =
	    identify(&request, native, error) && prepare(&own, native) && own.route.endpoint(&own) && !request.failure;
	if (done)
		buffer_slice(body, buffer_as_slice(&response.body));
	else if (request.failure)
		*error = *request.failure;
	buffer_free(&response.body);
	return done;
}
