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
