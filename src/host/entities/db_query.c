/* The methods of strapi.db.query(uid) that read. The first argument is the uid. */
#include "db_query.h"
#include "find.h"

bool db_find_one(const struct method_call *call)
{
	return find_one(call, method_argument(call, 1));
}

bool db_find_many(const struct method_call *call)
{
	return find_many(call, method_argument(call, 1));
}

bool db_find_with_count(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 1);
	int64_t count;
	buffer_byte(call->value, '[');
	if (!find_many(call, params) || !find_count(call, params, &count))
		return false;
	buffer_byte(call->value, ',');
	buffer_int(call->value, count);
	buffer_byte(call->value, ']');
	return true;
}

bool db_find_page(const struct method_call *call)
{
	return find_page(call, method_argument(call, 1));
}

bool db_count(const struct method_call *call)
{
	int64_t count;
	if (!find_count(call, method_argument(call, 1), &count))
		return false;
	buffer_int(call->value, count);
	return true;
}

bool db_load(const struct method_call *call)
{
	return find_loaded(call, method_argument(call, 1), method_argument(call, 2), method_argument(call, 3));
}

bool db_load_pages(const struct method_call *call)
{
	return find_loaded_page(call, method_argument(call, 1), json_string(method_argument(call, 2)),
	                        method_argument(call, 3));
}

/* populate(entity, populate): the entity with what is populated. */
bool db_populate(const struct method_call *call)
{
	struct json_object *entity = method_argument(call, 1), *populate = method_argument(call, 2);
	struct json_object *params = method_object(call), *where = json_object_new_object();
	struct json_object *select = json_object_new_array();
	struct content_result *result;
	json_object_array_add(select, json_object_new_string("id"));
	json_object_object_add(where, "id", json_object_get(method_member(entity, "id")));
	json_object_object_add(params, "select", select);
	json_object_object_add(params, "where", where);
	json_object_object_add(params, "populate", json_object_get(populate));
	if (!find_result(call, params, true, &result))
		return false;
	if (content_result_count(result) && json_object_is_type(entity, json_type_object)) {
		struct json_object *entry = content_entry_json(result, 0);
		json_object_object_foreach(entry, key, value)
		{
			json_object_object_add(entity, key, json_object_get(value));
		}
		json_object_put(entry);
	}
	content_free(result);
	json_write_value(call->value, entity);
	return true;
}
