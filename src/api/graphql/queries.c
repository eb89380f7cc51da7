/* The fields of Query. */
#include "queries.h"
#include "arguments.h"
#include "errors.h"
#include "response.h"

#include <json-c/json.h>

static const struct content_type *type_of(const struct graphql_call *call)
{
	return call->field->context;
}

bool api_graphql_resolve_find(struct graphql_call *call, struct graphql_result *result)
{
	struct api_graphql_context *context = context_of(call);
	const struct content_call content = request_content(context->request);
	struct query_root root = {0};
	struct content_result *read;
	struct response *response;
	int64_t total;
	struct query as_asked = {.type = type_of(call), .publication = PUBLICATION_LIVE};
	root.query = &as_asked;
	if (!api_graphql_arguments_read(context, call->field, call->arguments, &root, call->error) ||
	    !api_graphql_plan_selection(context, call->selected, type_of(call), as_asked.publication, &root.query,
	                                &root.page.with_count, call->error))
		return false;
	root.query->filter = as_asked.filter;
	root.query->sent_filters = as_asked.sent_filters;
	root.query->sent = as_asked.sent;
	root.query->sorts = as_asked.sorts;
	root.query->sort_count = as_asked.sort_count;
	root.query->limit = type_of(call)->single ? 1 : as_asked.limit;
	root.query->offset = as_asked.offset;
	if (!content_find(&content, &root, false, &read, &total, call->error))
		return false;
	api_graphql_keep_result(context, read);
	api_graphql_response_of_result(context, read, !type_of(call)->single, result, &response);
	response->page = root.page;
	response->total = total;
	response->type = type_of(call);
	return true;
}

bool api_graphql_resolve_find_single(struct graphql_call *call, struct graphql_result *result)
{
	return api_graphql_resolve_find(call, result);
}

/* Strapi asks its database for the entry whose id is undefined, and tells its error where the data would stand. */
static bool refuse_no_id(struct graphql_call *call, struct graphql_result *result)
{
	struct error *refusal = arena_alloc(call->arena, sizeof *refusal);
	struct response *response;
	api_graphql_refuse_no_id(context_of(call)->schema->config, refusal);
	api_graphql_response_of_result(context_of(call), NULL, false, result, &response);
	response->refusal = refusal;
	return true;
}

bool api_graphql_resolve_find_one(struct graphql_call *call, struct graphql_result *result)
{
	int64_t id;
	if (!graphql_argument(call, "id"))
		return refuse_no_id(call, result);
	if (!api_graphql_response_read_id(graphql_argument(call, "id"), &id))
		id = 0;
	return api_graphql_response_of_id(call, type_of(call), id, result);
}

/* The calling user with the role, whatever may be found. */
bool api_graphql_resolve_me(struct graphql_call *call, struct graphql_result *result)
{
	struct api_graphql_context *context = context_of(call);
	const struct content_call content = request_content(context->request);
	const struct registry *registry = context->schema->registry;
	struct query *query = query_create(call->arena, registry->user);
	struct content_result *read;
	if (context->request->caller.kind != CALLER_USER)
		return api_graphql_require_authentication(call->error);
	const struct attribute *role = model_attribute(registry->user, SLICE("role"));
	struct populate populate = {.attribute = role};
	if (role && role->target) {
		populate.query = query_create(call->arena, role->target);
		query->populates = &populate;
		query->populate_count = 1;
	}
	if (!content_find_one(&content, query, context->request->caller.user_id, false, &read, call->error))
		return false;
	if (content_result_count(read)) {
		result->kind = GRAPHQL_RESULT_VALUE;
		result->value = content_entry_json(read, 0);
		api_graphql_keep_json(context, result->value);
	}
	content_free(read);
	return true;
}
