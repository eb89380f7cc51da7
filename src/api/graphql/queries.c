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

bool resolve_find(struct graphql_call *call, struct graphql_result *result)
{
	struct api_graphql_request *request = request_of(call);
	const struct content_call content = request_content(request->whole);
	struct query_root root = {0};
	struct content_result *read;
	struct response *response;
	int64_t total;
	struct query as_asked = {.type = type_of(call), .publication = PUBLICATION_LIVE};
	root.query = &as_asked;
	if (!arguments_read(request, call->field, call->arguments, &root, call->error) ||
	    !plan_selection(request, call->selected, type_of(call), as_asked.publication, &root.query,
	                    &root.page.with_count, call->error))
		return false;
	root.query->filter = as_asked.filter;
	root.query->sorts = as_asked.sorts;
	root.query->sort_count = as_asked.sort_count;
	root.query->limit = type_of(call)->single ? 1 : as_asked.limit;
	root.query->offset = as_asked.offset;
	if (!content_find(&content, &root, false, &read, &total, call->error))
		return false;
	request_keep_result(request, read);
	response_of_result(request, read, !type_of(call)->single, result, &response);
	response->page = root.page;
	response->total = total;
	return true;
}

bool resolve_find_single(struct graphql_call *call, struct graphql_result *result)
{
	return resolve_find(call, result);
}

bool resolve_find_one(struct graphql_call *call, struct graphql_result *result)
{
	int64_t id;
	if (!response_read_id(graphql_argument(call, "id"), &id))
		id = 0;
	return response_of_id(call, type_of(call), id, result);
}

/* The calling user with the role, whatever may be found. */
bool resolve_me(struct graphql_call *call, struct graphql_result *result)
{
	struct api_graphql_request *request = request_of(call);
	const struct content_call content = request_content(request->whole);
	const struct registry *registry = request->schema->registry;
	struct query *query = query_create(call->arena, registry->user);
	struct content_result *read;
	if (request->whole->caller.kind != CALLER_USER)
		return request_ask_authentication(call->error);
	const struct attribute *role = model_attribute(registry->user, SLICE("role"));
	struct populate populate = {.attribute = role};
	if (role && role->target) {
		populate.query = query_create(call->arena, role->target);
		query->populates = &populate;
		query->populate_count = 1;
	}
	if (!content_find_one(&content, query, request->whole->caller.user_id, false, &read, call->error))
		return false;
	if (content_result_count(read)) {
		result->kind = GRAPHQL_RESULT_VALUE;
		result->value = content_entry_json(read, 0);
		request_keep_json(request, result->value);
	}
	content_free(read);
	return true;
}
