/* Many entries at once, as the content manager changes and deletes them. */
#include "content/read/lifecycle.h"
#include "content/service.h"

#include <json-c/json.h>

static struct json_object *object_with(const char *name, struct json_object *value)
{
	struct json_object *object = json_object_new_object();
	json_object_object_add(object, name, value);
	return object;
}

/* {"id":{"$in":[…]}} */
static struct json_object *where_ids(const int64_t *ids, size_t count)
{
	struct json_object *list = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		json_object_array_add(list, json_object_new_int64(ids[i]));
	return object_with("id", object_with("$in", list));
}

static struct json_object *where_ids_kept(struct arena *arena, const int64_t *ids, size_t count)
{
	return json_keep(arena, where_ids(ids, count));
}

/* The entries that a hook before has asked for in the place of those that were given. */
static bool find_others(const struct content_call *call, const struct content_type *type, struct json_object *where,
                        int64_t **ids, size_t *count, struct error *error)
{
	struct query_root root = {.locale = LOCALE_ALL};
	struct json_object *params = json_keep(call->arena, json_object_new_object());
	struct content_result *result;
	int64_t total;
	if (where)
		json_object_object_add(params, "where", json_object_get(where));
	json_object_object_add(params, "select", json_object_new_string("id"));
	if (!query_read_engine(call->arena, service_registry(call->content), type, params, &root.query, error) ||
	    !content_find(call, &root, false, &result, &total, error))
		return false;
	*count = content_result_count(result);
	*ids = arena_array(call->arena, *count, sizeof **ids);
	for (size_t i = 0; i < *count; i++)
		(*ids)[i] = content_result_id(result, i);
	content_free(result);
	return true;
}

/* `given`: the entries as event.params.where has them. */
static bool begin(struct lifecycle *lifecycle, const struct content_call *call, const struct content_type *type,
                  enum content_lifecycle before, struct json_object *params, const int64_t **ids, size_t *count,
                  struct error *error)
{
	const struct slice given = json_stringify(call->arena, json_member(params, "where"));
	int64_t *others;
	bool changed;
	if (!lifecycle_begin(lifecycle, call, type, before, params, &changed, error))
		return false;
	struct json_object *where = json_member(params, "where");
	if (!changed || (where && slice_equals(given, json_stringify(call->arena, where))))
		return true;
	if (!find_others(call, type, where, &others, count, error)) {
		lifecycle_end(lifecycle);
		return false;
	}
	*ids = others;
	return true;
}

static bool finish(struct lifecycle *lifecycle, size_t *count, struct error *error)
{
	struct json_object *result = object_with("count", json_object_new_int64((int64_t)*count)), *left;
	lifecycle->last = true;
	const bool done = lifecycle_after(lifecycle, &result, error);
	if (json_find(result, "count", &left) && json_object_get_int64(left) >= 0)
		*count = (size_t)json_object_get_int64(left);
	json_object_put(result);
	return done;
}

bool content_change_many(const struct content_call *call, const struct content_type *type, struct json_object *data,
                         const int64_t *ids, size_t *count, struct error *error)
{
	struct json_object *params = json_keep(call->arena, object_with("where", where_ids(ids, *count)));
	struct lifecycle lifecycle;
	json_object_object_add(params, "data", json_object_get(data));
	if (!begin(&lifecycle, call, type, LIFECYCLE_BEFORE_UPDATE_MANY, params, &ids, count, error))
		return false;
	bool done = query_untag_data(call->arena, type, json_member(params, "data"), false, &data, error) &&
	            content_change_rows(call, type, data ? data : json_keep(call->arena, json_object_new_object()), ids,
	                                *count, error) &&
	            finish(&lifecycle, count, error);
	lifecycle_end(&lifecycle);
	return done;
}

static bool delete_each(const struct content_call *call, const struct query *answer, const int64_t *ids, size_t count,
                        struct error *error)
{
	struct content_call inner = *call;
	struct content_result *result;
	inner.among_many = true;
	inner.yields = inner.yields_early = false;
	for (size_t i = 0; i < count; i++) {
		if (!content_delete(&inner, answer, ids[i], &result, error))
			return false;
		content_free(result);
	}
	return true;
}

bool content_delete_many(const struct content_call *call, const struct query *answer, const int64_t *ids, size_t *count,
                         struct error *error)
{
	struct json_object *list = json_object_new_array();
	json_object_array_add(list, where_ids(ids, *count));
	struct json_object *params = json_keep(call->arena, object_with("where", object_with("$and", list)));
	struct lifecycle lifecycle;
	if (!begin(&lifecycle, call, answer->type, LIFECYCLE_BEFORE_DELETE_MANY, params, &ids, count, error))
		return false;
	/* A hook before may have deleted some of them. */
	int64_t *left;
	bool done = !lifecycle.call ||
	            find_others(call, answer->type, where_ids_kept(call->arena, ids, *count), &left, count, error);
	if (done && lifecycle.call)
		ids = left;
	done = done && delete_each(call, answer, ids, *count, error) && finish(&lifecycle, count, error);
	lifecycle_end(&lifecycle);
	return done;
}
