/* What resolvers and middlewares of others see of their request. */
#include "arguments.h"
#include "operation.h"

struct request *api_graphql_call_request(const struct graphql_call *call)
{
	return context_of(call)->request;
}

void **api_graphql_call_code(const struct graphql_call *call, void (*at_end)(void *slot))
{
	context_of(call)->at_end = at_end;
	return &context_of(call)->code;
}

void api_graphql_call_pause(const struct graphql_call *call)
{
	if (context_of(call)->waits)
		request_pause(context_of(call)->request);
}

bool api_graphql_call_go_on(const struct graphql_call *call)
{
	const struct api_graphql_context *context = context_of(call);
	return !context->waits || request_go_on(context->request, context->primary, call->error);
}

const struct graphql_document *api_graphql_call_document(const struct graphql_call *call,
                                                         struct json_object **variables,
                                                         const struct graphql_operation **operation)
{
	const struct api_graphql_context *context = context_of(call);
	*variables = context->variables;
	*operation = context->operation;
	return context->document;
}

void api_graphql_keep(const struct graphql_call *call, struct json_object *json)
{
	api_graphql_keep_json(context_of(call), json);
}

bool api_graphql_check_arguments(const struct graphql_call *call, const struct content_type *type)
{
	struct query query = {.type = type, .publication = PUBLICATION_LIVE};
	struct query_root root = {.query = &query};
	return api_graphql_arguments_read(context_of(call), call->field, call->arguments, &root, call->error);
}
