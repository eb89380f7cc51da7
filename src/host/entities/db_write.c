/* The methods of strapi.db.query(uid) that change something. The first argument is the uid. */
#include "db_write.h"
#include "data.h"
#include "events.h"
#include "find.h"
#include "read_back.h"

static bool is_record(struct json_object *json)
{
	return json_object_is_type(json, json_type_object) && !json_find(json, "@", NULL);
}

static bool is_empty(struct json_object *where)
{
	return !is_record(where) || !json_object_object_length(where);
}

/* Reads the entry back, and ends the change with it. */
static bool answer_with(const struct method_call *call, struct lifecycle *lifecycle, const struct read_back *back,
                        int64_t id)
{
	struct content_result *result;
	if (lifecycle->call || lifecycle_has_listener(call->content, call->type, LIFECYCLE_BEFORE_FIND_ONE)) {
		struct json_object *where = json_object_new_object(), *json;
		json_object_object_add(where, "id", json_object_new_int64(id));
		json_object_object_add(back->params, "where", where);
		if (!find_one_json(call, back->params, &json))
			return back->late && content_fail_behind(call->content, back->late, call->error);
		return event_finish(call, lifecycle, json);
	}
	if (back->late)
		return content_fail_behind(call->content, back->late, call->error);
	if (!content_find_one(call->content, back->query, id, false, &result, call->error))
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

/* `where`, or the entries that the runtime found by it when the code called (query.mjs), unless a hook asks for others.
 */
static struct json_object *settle_where(const struct method_call *call, struct json_object *where)
{
	struct json_object *found = method_argument(call, 2), *by_id, *in;
	struct json_object *given = json_member(method_argument(call, 1), "where");
	if (!json_object_is_type(found, json_type_array) || !json_count(found) || !json_object_equal(where, given))
		return where;
	by_id = method_object(call);
	in = json_object_new_object();
	json_object_object_add(in, "$in", json_object_get(found));
	json_object_object_add(by_id, "id", in);
	return by_id;
}

/* A method between its events; `params` are what is left of them. */
typedef bool event_method(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle);

static bool run_with_events(const struct method_call *call, enum content_lifecycle before, event_method *method)
{
	struct json_object *params = method_argument(call, 1);
	struct lifecycle lifecycle;
	if (!event_begin(call, &lifecycle, before, &params))
		return false;
	bool done = method(call, params, &lifecycle);
	lifecycle_end(&lifecycle);
	return done;
}

static bool create(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle)
{
	struct json_object *data;
	struct read_back back = {0};
	int64_t id;
	if (!data_read(call, json_member(params, "data"), &data))
		return false;
	if (!is_record(data))
		return method_fail(call, "Create expects a data object");
	if (lifecycle->call)
		lifecycle_leave_times(data);
	return read_back_prepare(call, params, &back) && data_check_ids(call, json_member(params, "data")) &&
	       content_insert(call->content, call->type, data, &id, call->error) &&
	       answer_with(call, lifecycle, &back, id);
}

bool db_create(const struct method_call *call)
{
	return run_with_events(call, LIFECYCLE_BEFORE_CREATE, create);
}

static struct json_object *count_of(size_t count)
{
	struct json_object *result = json_object_new_object();
	json_object_object_add(result, "count", json_object_new_int64((int64_t)count));
	return result;
}

static bool create_many(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle)
{
	struct json_object *list, *result, *new_ids;
	int64_t *ids;
	if (!data_read(call, json_member(params, "data"), &list))
		return false;
	if (!json_object_is_type(list, json_type_array))
		return method_fail(call, "CreateMany expects data to be an array");
	if (!json_count(list))
		return method_fail(call, "Nothing to insert");
	if (!content_insert_rows(call->content, call->type, list, &ids, call->error))
		return false;
	result = count_of(json_count(list));
	new_ids = json_object_new_array();
	for (size_t i = 0; i < json_count(list); i++)
		json_object_array_add(new_ids, json_object_new_int64(ids[i]));
	json_object_object_add(result, "ids", new_ids);
	return event_finish(call, lifecycle, result);
}

bool db_create_many(const struct method_call *call)
{
	return run_with_events(call, LIFECYCLE_BEFORE_CREATE_MANY, create_many);
}

static bool write_null(const struct method_call *call)
{
	buffer_text(call->value, "null");
	return true;
}

static bool update(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle)
{
	struct json_object *data;
	struct json_object *where = method_member(params, "where");
	struct read_back back = {0};
	int64_t *ids;
	size_t count;
	if (!data_read(call, json_member(params, "data"), &data))
		return false;
	if (!is_record(data))
		return method_fail(call, "Update requires a data object");
	if (is_empty(where))
		return method_fail(call, "Update requires a where parameter");
	if (!read_back_prepare(call, params, &back) || !find_ids(call, settle_where(call, where), true, &ids, &count))
		return false;
	if (!count)
		return write_null(call);
	if (!data_check_ids(call, json_member(params, "data")))
		return false;
	return content_change_entry(call->content, call->type, data, ids[0], call->error) &&
	       answer_with(call, lifecycle, &back, ids[0]);
}

bool db_update(const struct method_call *call)
{
	return run_with_events(call, LIFECYCLE_BEFORE_UPDATE, update);
}

static bool update_many(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle)
{
	struct json_object *data;
	int64_t *ids;
	size_t count;
	return data_read(call, json_member(params, "data"), &data) &&
	       find_ids(call, settle_where(call, method_member(params, "where")), false, &ids, &count) &&
	       content_change_rows(call->content, call->type, data ? data : method_object(call), ids, count,
	                           call->error) &&
	       event_finish(call, lifecycle, count_of(count));
}

bool db_update_many(const struct method_call *call)
{
	return run_with_events(call, LIFECYCLE_BEFORE_UPDATE_MANY, update_many);
}

/* Reads the entry, as it is answered, and deletes it. */
static bool delete_found(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle,
                         int64_t id)
{
	struct json_object *chosen_params = method_object(call), *json, *select = method_member(params, "select");
	json_object_object_foreach(params, key, value)
	{
		json_object_object_add(chosen_params, key, json_object_get(value));
	}
	json_object_object_add(chosen_params, "where",
	                       json_object_get(settle_where(call, method_member(params, "where"))));
	if (select) {
		struct json_object *list = json_object_new_array();
		bool many = json_object_is_type(select, json_type_array);
		json_object_array_add(list, json_object_new_string("id"));
		for (size_t i = 0; i < (many ? json_count(select) : 1); i++)
			json_object_array_add(list, json_object_get(many ? json_item(select, i) : select));
		json_object_object_add(chosen_params, "select", list);
	}
	if (!find_one_json(call, chosen_params, &json))
		return false;
	if (content_remove(call->content, call->type, id, call->error))
		return event_finish(call, lifecycle, json);
	json_object_put(json);
	return false;
}

static bool delete_one(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle)
{
	struct json_object *where = method_member(params, "where");
	int64_t *ids;
	size_t count;
	if (is_empty(where))
		return method_fail(call, "Delete requires a where parameter");
	if (!find_ids(call, settle_where(call, where), true, &ids, &count))
		return false;
	return count ? delete_found(call, params, lifecycle, ids[0]) : write_null(call);
}

bool db_delete(const struct method_call *call)
{
	return run_with_events(call, LIFECYCLE_BEFORE_DELETE, delete_one);
}

static bool delete_many(const struct method_call *call, struct json_object *params, struct lifecycle *lifecycle)
{
	int64_t *ids;
	size_t count;
	return find_ids(call, settle_where(call, method_member(params, "where")), false, &ids, &count) &&
	       content_remove_rows(call->content, call->type, ids, count, call->error) &&
	       event_finish(call, lifecycle, count_of(count));
}

bool db_delete_many(const struct method_call *call)
{
	return run_with_events(call, LIFECYCLE_BEFORE_DELETE_MANY, delete_many);
}

bool delete_rows(const struct method_call *call, struct json_object *params)
{
	struct lifecycle lifecycle;
	if (!event_begin(call, &lifecycle, LIFECYCLE_BEFORE_DELETE_MANY, &params))
		return false;
	bool done = delete_many(call, params, &lifecycle);
	lifecycle_end(&lifecycle);
	return done;
}

/* updateRelations(id, data), attachRelations(id, data): only what data relates the entry to. */
bool db_update_relations(const struct method_call *call)
{
	struct json_object *id = method_argument(call, 1), *data;
	struct json_object *relations = method_object(call);
	int64_t entry_id;
	if (!data_read(call, method_argument(call, 2), &data))
		return false;
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
