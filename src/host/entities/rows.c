/* What strapi.db.queryBuilder(uid) runs. The first argument is the uid, the second what the query engine takes. */
#include "rows.h"
#include "data.h"
#include "db_write.h"
#include "find.h"

bool rows_select(const struct method_call *call)
{
	struct content_result *result;
	if (!find_result(call, method_argument(call, 1), false, &result))
		return false;
	content_write_list(call->value, result, CONTENT_FLAT);
	content_free(result);
	return true;
}

bool rows_count(const struct method_call *call)
{
	int64_t count;
	if (!find_count_quietly(call, method_argument(call, 1), &count))
		return false;
	buffer_int(call->value, count);
	return true;
}

bool rows_insert(const struct method_call *call)
{
	struct json_object *list;
	int64_t *ids;
	if (!data_read(call, method_member(method_argument(call, 1), "data"), &list))
		return false;
	if (!json_object_is_type(list, json_type_array) || !json_count(list))
		return method_fail(call, "Nothing to insert");
	if (!content_insert_rows(call->content, call->type, list, &ids, call->error))
		return false;
	for (size_t i = 0; i < json_count(list); i++) {
		buffer_byte(call->value, i ? ',' : '[');
		buffer_int(call->value, ids[i]);
	}
	buffer_byte(call->value, ']');
	return true;
}

static bool write_count(const struct method_call *call, size_t count)
{
	buffer_int(call->value, (int64_t)count);
	return true;
}

bool rows_update(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 1), *data;
	int64_t *ids;
	size_t count;
	return data_read(call, method_member(params, "data"), &data) &&
	       find_ids(call, method_member(params, "where"), false, &ids, &count) &&
	       content_change_rows(call->content, call->type, data ? data : method_object(call), ids, count,
	                           call->error) &&
	       write_count(call, count);
}

bool rows_delete(const struct method_call *call)
{
	int64_t *ids;
	size_t count;
	return find_ids(call, method_member(method_argument(call, 1), "where"), false, &ids, &count) &&
	       content_remove_rows(call->content, call->type, ids, count, call->error) && write_count(call, count);
}
