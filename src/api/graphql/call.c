/* What extensions see of a request. */
#include "operation.h"

void api_graphql_keep_permissions(struct api_graphql *api)
{
	api->keep_permissions = true;
}

bool api_graphql_call_has_content(const struct graphql_call *call)
{
	return request_of(call)->session != NULL;
}

struct content_call api_graphql_call_content(const struct graphql_call *call)
{
	return request_content(request_of(call));
}

const struct caller *api_graphql_call_caller(const struct graphql_call *call)
{
	return &request_of(call)->caller;
}

const struct http_request *api_graphql_call_request(const struct graphql_call *call)
{
	return request_of(call)->http;
}

bool api_graphql_call_writes(const struct graphql_call *call)
{
	return request_of(call)->session && request_of(call)->writing;
}

void **api_graphql_call_slot(const struct graphql_call *call)
{
	return &request_of(call)->slot;
}

void api_graphql_call_failed(const struct graphql_call *call)
{
	request_of(call)->failed = true;
}

void **api_graphql_call_code(const struct graphql_call *call, void (*at_end)(void *slot))
{
	request_of(call)->at_end = at_end;
	return &request_of(call)->code;
}

void api_graphql_call_pause(const struct graphql_call *call)
{
	struct api_graphql_request *request = request_of(call);
	if (!request->whole)
		return;
	budget_end_turn(&request->whole->budget);
	if (request->whole->session)
		request_end(request->whole);
	request->session = NULL;
}

bool api_graphql_call_go_on(const struct graphql_call *call)
{
	struct api_graphql_request *request = request_of(call);
	return !request->whole || request_go_on(request, call->error);
}

const struct graphql_document *api_graphql_call_document(const struct graphql_call *call,
                                                         struct json_object **variables,
                                                         const struct graphql_operation **operation)
{
	const struct api_graphql_request *request = request_of(call);
	*variables = request->variables;
	*operation = request->operation;
	return request->document;
}

void api_graphql_keep(const struct graphql_call *call, struct json_object *json)
{
	request_keep_json(request_of(call), json);
}
