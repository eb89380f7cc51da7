#include "context.h"

#include <json-c/json.h>

struct kept {
	struct content_result *result;
	struct json_object *json;
	struct kept *next;
};

static struct kept *keep(struct api_graphql_context *context)
{
	struct kept *kept = arena_alloc(context->arena, sizeof *kept);
	kept->next = context->kept;
	context->kept = kept;
	return kept;
}

void api_graphql_keep_result(struct api_graphql_context *context, struct content_result *result)
{
	keep(context)->result = result;
}

void api_graphql_keep_json(struct api_graphql_context *context, struct json_object *json)
{
	keep(context)->json = json;
}

void api_graphql_context_free(struct api_graphql_context *context)
{
	for (struct kept *kept = context->kept; kept; kept = kept->next) {
		content_free(kept->result);
		json_object_put(kept->json);
	}
	context->kept = NULL;
	if (context->at_end)
		context->at_end(context->code);
	context->at_end = NULL;
}

struct query_rights api_graphql_rights(const struct api_graphql_context *context)
{
	return access_query_rights(&context->request->caller);
}
