/* The methods of strapi.entityService that change something. The first argument is the uid. */
#include "entity_write.h"
#include "convert.h"
#include "data.h"
#include "db_write.h"
#include "entity_read.h"
#include "find.h"
#include "read_back.h"

/* Hooks of the read that a change ends with see the names that code gave, those of no attribute among them ("deep"). */
static void keep_names(const struct method_call *call, struct json_object *populate, struct query *answer)
{
	const size_t count = json_object_is_type(populate, json_type_array) ? json_object_array_length(populate) : 0;
	struct slice *names = arena_array(call->arena, count + 1, sizeof *names);
	for (size_t i = 0; i < count; i++)
		names[i] = slice_of(arena_copy(call->arena, json_string(json_item(populate, i))));
	answer->populate_names = names;
	answer->populate_name_count = count;
}

static bool read_answer(const struct method_call *call, struct json_object *params, struct read_back *back)
{
	struct json_object *query, *files = method_member(params, "files");
	if (json_object_is_type(files, json_type_object) && json_object_object_length(files))
		return method_fail(call, "lectern does not take files in strapi.entityService");
	if (!convert_selection(call, params, &query) || !read_back_prepare(call, query, back))
		return false;
	back->query->signs_urls = call->signs_urls;
	keep_names(call, json_member(query, "populate"), back->query);
	return true;
}

static bool write_result(const struct method_call *call, struct content_result *result)
{
	content_write_entry(call->value, result, 0, CONTENT_FLAT);
	content_free(result);
	return true;
}

/* What is not there is no error, but null. */
static bool write_missing(const struct method_call *call)
{
	if (call->error->status != 404)
		return false;
	buffer_text(call->value, "null");
	return true;
}

/* What no code can mean: an entry whose id is undefined. */
static bool refuse_undefined(const struct method_call *call, size_t argument)
{
	return !method_is_undefined(json_item(call->arguments, argument)) ||
	       method_fail(call, "Undefined binding(s) detected when compiling WHERE. Undefined column(s): [t0.id] "
	                         "query: where `t0`.`id` = ?");
}

static bool read_id(struct json_object *json, int64_t *id)
{
	return (json_object_is_type(json, json_type_int) && ((*id = json_object_get_int64(json)), true)) ||
	       slice_to_int64(slice_trim(json_string(json)), id);
}

bool entity_create(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 1), *data;
	struct content_change change = {.type = call->type, .by_code = true};
	struct content_result *result;
	struct read_back back = {0};
	if (!data_read_unvalidated(call, json_member(params, "data"), &data))
		return false;
	change.data = data;
	if (!data)
		return method_fail(call, "cannot create");
	if (!read_answer(call, params, &back) || !data_check_ids(call, json_member(params, "data")))
		return false;
	change.answer = back.query;
	change.unreadable = back.late;
	return content_create(call->content, &change, &result, call->error) && write_result(call, result);
}

/* A change that names components, and gives undefined for them, fails as in Strapi; it would take them away. */
static bool refuse_undefined_components(const struct method_call *call, struct json_object *data)
{
	for (size_t i = 0; i < call->type->attribute_count; i++) {
		const struct attribute *attribute = &call->type->attributes[i];
		struct json_object *value;
		if ((attribute->type != ATTRIBUTE_COMPONENT && attribute->type != ATTRIBUTE_DYNAMICZONE) ||
		    !json_find(data, attribute->name, &value) || !method_is_undefined(value))
			continue;
		return attribute->type == ATTRIBUTE_DYNAMICZONE || attribute->multiple
		           ? method_fail(call, "Expected an array to create repeatable component")
		           : method_fail(call, "Cannot use 'in' operator to search for 'id' in undefined");
	}
	return true;
}

bool entity_update(const struct method_call *call)
{
	struct json_object *params = method_argument(call, 2), *data;
	struct content_change change = {.type = call->type, .by_code = true};
	struct content_result *result;
	struct read_back back = {0};
	int64_t id;
	if (!data_read_unvalidated(call, json_member(params, "data"), &data))
		return false;
	change.data = data;
	if (!refuse_undefined(call, 1) || !refuse_undefined_components(call, json_member(params, "data")) ||
	    !read_answer(call, params, &back) || !data_check_ids(call, json_member(params, "data")))
		return false;
	change.answer = back.query;
	change.unreadable = back.late;
	change.null = !data && json_object_object_get_ex(params, "data", NULL) &&
	              !method_is_undefined(json_member(params, "data"));
	if (!read_id(method_argument(call, 1), &id))
		error_not_found(call->error);
	else if (content_update(call->content, &change, id, &result, call->error))
		return write_result(call, result);
	return write_missing(call);
}

bool entity_delete(const struct method_call *call)
{
	struct content_result *result;
	struct read_back back = {0};
	int64_t id;
	if (!refuse_undefined(call, 1) || !read_answer(call, method_argument(call, 2), &back))
		return false;
	/* What is deleted is read before. */
	if (back.late) {
		*call->error = *back.late;
		return false;
	}
	if (!read_id(method_argument(call, 1), &id))
		error_not_found(call->error);
	else if (content_delete(call->content, back.query, id, &result, call->error))
		return write_result(call, result);
	return write_missing(call);
}

/* Each by itself, with its own fields. */
static bool notify_deleted(const struct method_call *call, const int64_t *ids, size_t count)
{
	const struct query *own_fields = query_create(call->arena, call->type);
	for (size_t i = 0; i < count && content_notifies(call->content, NOTICE_ENTRY_DELETE); i++)
		if (!content_notify_of(call->content, NOTICE_ENTRY_DELETE, own_fields, ids[i], call->error))
			return false;
	return true;
}

bool entity_delete_many(const struct method_call *call)
{
	struct json_object *wrapped, *query;
	struct json_object *list;
	int64_t *found;
	size_t count;
	if (!entity_wrap_params(call, method_argument(call, 1), true, &wrapped) ||
	    !convert_params(call, call->type, wrapped, &query) || !find_many_json(call, query, &list))
		return false;
	count = json_count(list);
	found = arena_array(call->arena, count, sizeof *found);
	for (size_t i = 0; i < count; i++)
		found[i] = json_object_get_int64(json_member(json_item(list, i), "id"));
	json_object_put(list);
	if (!count) {
		buffer_text(call->value, "{\"count\":0}");
		return true;
	}
	return notify_deleted(call, found, count) &&
	       content_remove_components(call->content, call->type, found, count, call->error) &&
	       delete_rows(call, query);
}
