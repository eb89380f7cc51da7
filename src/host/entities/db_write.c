/* The methods of strapi.db.query(uid) that change something. The first argument is the uid. */
#include "db_write.h"
#include "data.h"
#include "find.h"

static bool is_record(struct json_object *json)
{
	return json_object_is_type(json, json_type_object) && !json_object_object_get_ex(json, "@", NULL);
}

static bool is_empty(struct json_object *where)
{
	return !is_record(where) || !json_object_object_length(where);
}

/* What is to be read back: select and populate. */
static bool read_answer(const struct method_call *call, struct json_object *params, bool with_id, struct query **answer)
{
	struct json_object *picked = method_object(call), *select = method_member(params, "select");
	struct json_object *populate = method_member(params, "populate");
	if (select && with_id) {
		struct json_object *list = json_object_new_array();
		bool many = json_object_is_type(select, json_type_array);
		json_object_array_add(list, json_object_new_string("id"));
		for (size_t i = 0; i < (many ? json_object_array_length(select) : 1); i++)
			json_object_array_add(list,
			                      json_object_get(many ? json_object_array_get_idx(select, i) : select));
		json_object_object_add(picked, "select", list);
	} else if (select) {
		json_object_object_add(picked, "select", json_object_get(select));
	}
	if (populate)
		json_object_object_add(picked, "populate", json_object_get(populate));
	return query_read_engine(call->arena, call->registry, call->type, picked, answer, call->error);
}

static bool answer_with(const struct method_call *call, const struct query *answer, int64_t id)
{
	struct content_result *result;
	if (!content_find_one(call->content, answer, id, false, &result, call->error))
		return false;
	if (content_result_count(result))
		content_write_entry(call->value, result, 0, CONTENT_FLAT);
	else
		buffer_text(call->value, "null");
	content_free(result);
	return true;
}

bool find_ids(const struct method_call *call, struct json_object *where, bool one, int64_t **ids, size_t *count)
{
	struct json_object *params = method_object(call), *select = json_object_new_array();
	struct content_result *result;
	json_object_array_add(select, json_object_new_string("id"));
	json_object_object_add(params, "select", select);
	json_object_object_add(params, "where", json_object_get(where));
	if (!find_result(call, params, one, &result))
		return false;
	*count = content_result_count(result);
	*ids = arena_array(call->arena, *count, sizeof **ids);
	for (size_t i = 0; i < *count; i++)
		(*ids)[i] = content_result_id(result, i);
	content_free(result);
	return true;
}

bool db_create(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 1), *data = data_read(call, json_member(params, "data"));
	struct query *answer;
	int64_t id;
	if (!is_record(data))
		return method_fail(call, "Create expects a data object");
	return read_answer(call, params, false, &answer) &&
	       content_insert(call->content, call->type, data, &id, call->error) && answer_with(call, answer, id);
}

bool db_create_many(const struct method_call *call)
{
	struct json_object *list = data_read(call, json_member(method_argument(call, 1), "data"));
	int64_t *ids;
	if (!json_object_is_type(list, json_type_array))
		return method_fail(call, "CreateMany expects data to be an array");
	if (!json_object_array_length(list))
		return method_fail(call, "Nothing to insert");
	if (!content_insert_rows(call->content, call->type, list, &ids, call->error))
		return false;
	buffer_format(call->value, "{\"count\":%zu,\"ids\":[", json_object_array_length(list));
	for (size_t i = 0; i < json_object_array_length(list); i++)
		buffer_format(call->value, "%s%lld", i ? "," : "", (long long)ids[i]);
	buffer_text(call->value, "]}");
	return true;
}

bool db_update(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 1), *data = data_read(call, json_member(params, "data"));
	struct json_object *where = method_member(params, "where");
	struct query *answer;
	int64_t *ids;
	size_t count;
	if (!is_record(data))
		return method_fail(call, "Update requires a data object");
	if (is_empty(where))
		return method_fail(call, "Update requires a where parameter");
	if (!read_answer(call, params, false, &answer) || !find_ids(call, where, true, &ids, &count))
		return false;
	if (!count) {
		buffer_text(call->value, "null");
		return true;
	}
	return content_change_entry(call->content, call->type, data, ids[0], call->error) &&
	       answer_with(call, answer, ids[0]);
}

static bool write_count(const struct method_call *call, size_t count)
{
	buffer_format(call->value, "{\"count\":%zu}", count);
	return true;
}

bool db_update_many(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 1), *data = data_read(call, json_member(params, "data"));
	int64_t *ids;
	size_t count;
	if (!data)
		data = method_object(call);
	return find_ids(call, method_member(params, "where"), false, &ids, &count) &&
	       content_change_rows(call->content, call->type, data, ids, count, call->error) &&
	       write_count(call, count);
}

bool db_delete(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 1), *where = method_member(params, "where");
	struct query *answer;
	int64_t *ids;
	size_t count;
	if (is_empty(where))
		return method_fail(call, "Delete requires a where parameter");
	if (!read_answer(call, params, true, &answer) || !find_ids(call, where, true, &ids, &count))
		return false;
	if (!count) {
		buffer_text(call->value, "null");
		return true;
	}
	return answer_with(call, answer, ids[0]) && content_remove(call->content, call->type, ids[0], call->error);
}

bool db_delete_many(const struct method_call *call)
{
	int64_t *ids;
	size_t count;
	return find_ids(call, method_member(method_argument(call, 1), "where"), false, &ids, &count) &&
	       content_remove_rows(call->content, call->type, ids, count, call->error) && write_count(call, count);
}

/* updateRelations(id, data), attachRelations(id, data): only what data relates the entry to. */
bool db_update_relations(const struct method_call *call)
{
	struct json_object *id = method_argument(call, 1), *data = data_read(call, method_argument(call, 2));
	struct json_object *relations = method_object(call);
	int64_t entry_id;
	if (!is_record(data) ||
	    !(json_object_is_type(id, json_type_int) || json_object_is_type(id, json_type_string)) ||
	    !slice_to_int64(json_text(call->arena, id), &entry_id))
		return method_fail(call, "Expected an id and a data object");
	json_object_object_foreach(data, key, value)
	{
		const struct attribute *attribute = model_attribute(call->type, slice_of(key));
		if (attribute && !attribute_is_scalar(attribute) && attribute->link.kind != LINK_JOIN_COLUMN &&
		    attribute->link.kind != LINK_COLUMN_OWNER)
			json_object_object_add(relations, key, json_object_get(value));
	}
	return content_relate(call->content, call->type, relations, entry_id, call->error);
}
