#include "request.h"

#include <json-c/json.h>

struct kept {
	struct content_result *result;
	struct json_object *json;
	struct kept *next;
};

static struct kept *keep(struct api_graphql_request *request)
{
	struct kept *kept = arena_alloc(request->arena, sizeof *kept);
	kept->next = request->kept;
	request->kept = kept;
	return kept;
}

void request_keep_result(struct api_graphql_request *request, struct content_result *result)
{
	keep(request)->result = result;
}

void request_keep_json(struct api_graphql_request *request, struct json_object *json)
{
	keep(request)->json = json;
}

void request_free(struct api_graphql_request *request)
{
	for (struct kept *kept = request->kept; kept; kept = kept->next) {
		content_free(kept->result);
		json_object_put(kept->json);
	}
	request->kept = NULL;
	if (request->at_end)
		request->at_end(request->code);
	request->at_end = NULL;
}

struct query_rights request_rights(const struct api_graphql_request *request)
{
	return access_query_rights(&request->whole->caller);
}
