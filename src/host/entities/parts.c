/* Parts of strapi.entityService by themselves. The first argument is the uid. */
#include "parts.h"
#include "convert.h"
#include "data.h"

bool entity_check(const struct method_call *call)
{
	struct json_object *data, *how = method_argument(call, 2);
	const struct content_check check = {
	    .update = json_object_get_boolean(method_member(how, "update")),
	    .draft = json_object_get_boolean(method_member(how, "isDraft")),
	    .id = json_object_get_int64(method_member(how, "id")),
	};
	if (!data_read_unvalidated(call, method_argument(call, 1), &data))
		return false;
	if (!json_object_is_type(data, json_type_object))
		return method_fail(call, "Expected a data object");
	if (!content_check(call->content, call->type, &check, data, call->error))
		return false;
	json_write_value(call->value, data);
	return true;
}

bool entity_selection(const struct method_call *call)
{
	struct json_object *query;
	if (!convert_selection(call, method_argument(call, 1), &query))
		return false;
	json_write_value(call->value, query);
	return true;
}

bool entity_notify_created(const struct method_call *call)
{
	const int64_t id = json_object_get_int64(method_argument(call, 1));
	struct json_object *query;
	struct query *answer;
	if (!content_notifies(call->content, NOTICE_ENTRY_CREATE)) {
		buffer_text(call->value, "null");
		return true;
	}
	if (!convert_selection(call, method_argument(call, 2), &query) ||
	    !query_read_engine(call->arena, call->registry, call->type, query, &answer, call->error))
		return false;
	answer->signs_urls = call->signs_urls;
	buffer_text(call->value, "null");
	return content_notify_of(call->content, NOTICE_ENTRY_CREATE, answer, id, call->error);
}
