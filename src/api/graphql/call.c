/* What resolvers and middlewares of others see of their request. */
#include "arguments.h"
#include "operation.h"

struct request *api_graphql_call_request(const struct graphql_call *call)
{
	return request_of(call)->whole;
}

void **api_graphql_call_code(const struct graphql_call *call, void (*at_end)(void *slot))
{
	request_of(call)->at_end = at_end;
	return &request_of(call)->code;
}

void api_graphql_call_pause(const struct graphql_call *call)
{
	if (request_of(call)->waits)
		request_pause(request_of(call)->whole);
}

bool api_graphql_call_go_on(const struct graphql_call *call)
{
	const struct api_graphql_request *request = request_of(call);
	return !request->waits || request_go_on(request->whole, request->primary, call->error);
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

bool api_graphql_check_arguments(const struct graphql_call *call, const struct content_type *type)
{
	struct query query = {.type = type, .publication = PUBLICATION_LIVE};
	struct query_root root = {.query = &query};
	return arguments_read(request_of(call), call->field, call->arguments, &root, call->error);
}
