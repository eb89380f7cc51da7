/* The fields of Mutation about files that are there. */
#include "files.h"
#include "plan.h"
#include "response.h"

#include <json-c/json.h>

static const struct content_type *type_of(const struct graphql_call *call)
{
	return call->field->context;
}

bool api_graphql_files_is_removal(const struct api_graphql_operation *operation, size_t field)
{
	const struct graphql_field *called = graphql_root_fields(operation->execution)->items[field].field;
	return called && called->resolve == api_graphql_resolve_remove_file;
}

/* What is given and not null; the rest stays as it is. */
static struct json_object *read_info(struct graphql_call *call)
{
	const struct graphql_value *info = graphql_argument(call, "info");
	struct json_object *data = json_object_new_object();
	for (size_t i = 0; info && info->kind == GRAPHQL_VALUE_OBJECT && i < info->count; i++)
		if (info->items[i].kind != GRAPHQL_VALUE_NULL)
			json_object_object_add(data, arena_copy(call->arena, info->names[i]),
			                       graphql_value_to_json(&info->items[i]));
	api_graphql_keep_json(context_of(call), data);
	return data;
}

bool api_graphql_resolve_update_file_info(struct graphql_call *call, struct graphql_result *result)
{
	struct api_graphql_context *context = context_of(call);
	const struct content_call content = api_graphql_response_content(call, type_of(call));
	struct content_change change = {.type = type_of(call), .rights = api_graphql_rights(context)};
	struct content_result *read;
	struct query *answer;
	int64_t id;
	if (!api_graphql_response_read_id(graphql_argument(call, "id"), &id)) {
		error_entity_not_found(call->error);
		return refuse_field(call);
	}
	if (!api_graphql_plan_selection(context, call->selected, type_of(call), PUBLICATION_ANY, &answer, NULL,
	                                call->error))
		return refuse_field(call);
	change.answer = answer;
	change.data = read_info(call);
	if (!content_update(&content, &change, id, &read, call->error)) {
		if (call->error->status == 404)
			error_entity_not_found(call->error);
		return refuse_field(call);
	}
	api_graphql_keep_result(context, read);
	if (!content_notify_of(&content, NOTICE_MEDIA_UPDATE, content.notice_query, id, call->error))
		return refuse_field(call);
	api_graphql_response_of_result(context, read, false, result, NULL);
	return true;
}

bool api_graphql_resolve_remove_file(struct graphql_call *call, struct graphql_result *result)
{
	struct api_graphql_context *context = context_of(call);
	const struct content_call content = api_graphql_response_content(call, type_of(call));
	struct content_call silent = content;
	struct content_result *read, *removed;
	struct query *answer;
	int64_t id;
	if (!api_graphql_response_read_id(graphql_argument(call, "id"), &id))
		return true;
	if (!content_find_one(&content, query_create(call->arena, type_of(call)), id, false, &removed, call->error))
		return refuse_field(call);
	api_graphql_keep_result(context, removed);
	if (!api_graphql_plan_deletion(context, call->selected, type_of(call), &answer, call->error))
		return refuse_field(call);
	/* Strapi's notice is about the file, and not about its entry. */
	silent.silent = true;
	if (!content_delete(&silent, answer, id, &read, call->error))
		return call->error->status == 404 || refuse_field(call);
	if (!content_notify(&content, NOTICE_MEDIA_DELETE, removed, call->error)) {
		content_free(read);
		return refuse_field(call);
	}
	if (!media_removal_begin(&context->removal, context->media, call->arena, removed, call->error)) {
		content_free(read);
		return refuse_field(call);
	}
	api_graphql_keep_result(context, read);
	api_graphql_response_of_result(context, read, false, result, NULL);
	return true;
}
