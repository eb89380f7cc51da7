/* Responses: what fields of Query and Mutation give, with data and meta. */
#include "response.h"

#include "plan.h"

void api_graphql_response_of_result(struct api_graphql_context *context, const struct content_result *read, bool list,
                                    struct graphql_result *result, struct response **response)
{
	size_t count = read ? content_result_count(read) : 0;
	struct content_entry *entries = arena_array(context->arena, count, sizeof *entries);
	for (size_t i = 0; i < count; i++)
		entries[i] = content_result_entry(read, i);
	if (count && context->execution)
		graphql_expect_bytes(context->execution, content_result_bytes(read));
	struct response *made = arena_alloc(context->arena, sizeof *made);
	*made = (struct response){.entries = entries, .count = count, .list = list};
	result->kind = GRAPHQL_RESULT_OBJECT;
	result->object = made;
	if (response)
		*response = made;
}

bool api_graphql_response_read_id(const struct graphql_value *value, int64_t *id)
{
	if (!value || value->kind != GRAPHQL_VALUE_STRING || !value->text.len)
		return false;
	for (size_t i = 0; i < value->text.len; i++)
		if (value->text.ptr[i] < '0' || value->text.ptr[i] > '9')
			return false;
	return slice_to_int64(value->text, id);
}

bool api_graphql_response_of_id(struct graphql_call *call, const struct content_type *type, int64_t id,
                                struct graphql_result *result)
{
	struct api_graphql_context *context = context_of(call);
	struct content_call content = request_content(context->request);
	struct content_result *read;
	struct query *query;
	content.id_is_text = !type->single;
	if (!api_graphql_plan_selection(context, call->selected, type, PUBLICATION_ANY, &query, NULL, call->error))
		return false;
	if (!id) {
		api_graphql_response_of_result(context, NULL, false, result, NULL);
		return true;
	}
	if (!content_find_one(&content, query, id, false, &read, call->error))
		return false;
	api_graphql_keep_result(context, read);
	api_graphql_response_of_result(context, read, false, result, NULL);
	return true;
}

struct content_call api_graphql_response_content(struct graphql_call *call, const struct content_type *type)
{
	struct request *request = context_of(call)->request;
	struct content_call content = request_content(request);
	content.notice_query = query_create(request->arena, type);
	content.id_is_text = !type->single;
	return content;
}
