#include "lifecycle.h"

#include "content/service.h"
#include "read.h"
#include "rebuild.h"
#include "sign.h"

#include <json-c/json.h>

bool lifecycle_follows_read(const struct content_call *call, const struct query *query, enum content_lifecycle before)
{
	return !query->plain && lifecycle_has_listener(call, query->type, before);
}

/* Code may take its time: not on a thread that serves. */
static bool may_wait(const struct content_call *call, struct error *error)
{
	if (call->budget)
		budget_end_short(call->budget);
	return !call->budget || !call->budget->ended || budget_refuse(call->budget, NULL, error);
}

static const struct query *plain_copy(struct arena *arena, const struct query *query);

static struct populate plain_populate(struct arena *arena, const struct populate *populate)
{
	struct populate copy = *populate;
	if (populate->query)
		copy.query = (struct query *)plain_copy(arena, populate->query);
	copy.by_type = arena_array(arena, populate->by_type_count, sizeof *copy.by_type);
	for (size_t i = 0; i < populate->by_type_count; i++)
		copy.by_type[i] = (struct query *)plain_copy(arena, populate->by_type[i]);
	return copy;
}

/* The query that reads what code is shown: all fields of the entries, or the id and those that are chosen. What a
 * selective query populates is read by itself. */
static const struct query *plain_copy(struct arena *arena, const struct query *query)
{
	struct query *copy = arena_alloc(arena, sizeof *copy);
	*copy = *query;
	copy->plain = true;
	copy->selective = false;
	copy->with_private = true;
	if (query->selective || query->plain) {
		copy->fields = query->plain ? query->fields : NULL;
	} else if (query->fields) {
		copy->fields = arena_array(arena, query->field_count + 1, sizeof *copy->fields);
		copy->fields[0] = &query->type->id;
		memcpy(copy->fields + 1, query->fields, query->field_count * sizeof *copy->fields);
		copy->field_count = query->field_count + 1;
	}
	copy->populates = arena_array(arena, query->populate_count, sizeof *copy->populates);
	copy->populate_count = query->selective ? 0 : query->populate_count;
	for (size_t i = 0; i < copy->populate_count; i++)
		copy->populates[i] = plain_populate(arena, &query->populates[i]);
	return copy;
}

static bool read_json(const struct content_call *call, const struct query *query, const int64_t *ids, size_t id_count,
                      struct json_object **list, struct error *error)
{
	struct content_result *result;
	struct buffer text = {0};
	if (!read_result(call, plain_copy(call->arena, query), ids, id_count, false, &result, error))
		return false;
	content_write_list(&text, result, CONTENT_FLAT);
	content_free(result);
	*list = json_parse_stored(buffer_as_slice(&text));
	buffer_free(&text);
	return true;
}

/* Of a selective query what it populates is read again, of the entries that are left, and the fields of the entries
 * themselves are those that the listener left. */
static bool merge_selective(const struct content_call *call, const struct query *query, struct json_object *list,
                            struct content_result **result, struct error *error)
{
	struct query *own = arena_alloc(call->arena, sizeof *own);
	struct content_result *made;
	*own = *query;
	own->populate_count = 0;
	made = rebuild_result(call->arena, own, false, list);
	made->entries.query = query;
	if (!read_populated(call, made, &made->entries, false, error)) {
		content_free(made);
		return false;
	}
	*result = made;
	return true;
}

static bool make_result(const struct content_call *call, const struct query *query, bool locales,
                        struct json_object *list, struct content_result **result, struct error *error)
{
	if (query->selective)
		return merge_selective(call, query, list, result, error);
	*result = rebuild_result(call->arena, query, locales, list);
	/* The codes of other language versions are nothing that code sees. */
	if (!locales || !query->type->localizations || !query->type->locale || !(*result)->entries.count)
		return true;
	struct query *none = arena_alloc(call->arena, sizeof *none);
	struct entries copy = (*result)->entries;
	*none = *query;
	none->populate_count = 0;
	copy.query = none;
	if (!read_populated(call, *result, &copy, true, error)) {
		content_free(*result);
		return false;
	}
	(*result)->entries.locales = copy.locales;
	return true;
}

bool lifecycle_change_shown(const struct content_call *call, struct json_object *params, struct query *query,
                            struct error *error)
{
	struct query_rights rights = {0};
	if (call->caller)
		rights = access_query_rights(call->caller);
	return query_change_shown(call->arena, service_registry(call->content), call->caller ? &rights : NULL, params,
	                          query, error);
}

enum content_lifecycle lifecycle_of_find(const struct query *query)
{
	return query->type->single && query->limit == 1 ? LIFECYCLE_BEFORE_FIND_ONE : LIFECYCLE_BEFORE_FIND_MANY;
}

/* The listener is shown the one entry, or null. */
static bool show_one(struct lifecycle *lifecycle, struct json_object **list, struct error *error)
{
	struct json_object *entry = json_object_array_length(*list) ? json_object_array_get_idx(*list, 0) : NULL;
	json_object_get(entry);
	const bool done = lifecycle_after(lifecycle, &entry, error);
	json_object_put(*list);
	*list = json_object_new_array();
	if (entry)
		json_object_array_add(*list, entry);
	return done;
}

bool lifecycle_find(const struct content_call *call, struct query *query, bool locales, struct content_result **result,
                    struct error *error)
{
	const enum content_lifecycle before = lifecycle_of_find(query);
	const bool one = before == LIFECYCLE_BEFORE_FIND_ONE;
	struct json_object *params = query_write_engine(call->arena, query), *list = NULL;
	struct lifecycle lifecycle;
	bool changed;
	if (one) {
		json_object_object_del(params, "limit");
		json_object_object_del(params, "offset");
	}
	if (!may_wait(call, error) || !lifecycle_begin(&lifecycle, call, query->type, before, params, &changed, error))
		return false;
	bool done =
	    (!changed || (query_change_engine(call->arena, service_registry(call->content), params, query, error) &&
	                  lifecycle_change_shown(call, params, query, error)));
	if (one)
		query->limit = 1;
	done = done && read_json(call, query, NULL, 0, &list, error) &&
	       (one ? show_one(&lifecycle, &list, error) : lifecycle_after(&lifecycle, &list, error)) &&
	       make_result(call, query, locales, list, result, error);
	lifecycle_end(&lifecycle);
	json_object_put(list);
	return done;
}

static struct json_object *one_params(const struct content_call *call, const struct query *query, int64_t id,
                                      enum lifecycle_id seen)
{
	struct json_object *params = query_write_engine(call->arena, query), *where;
	if (seen == LIFECYCLE_ID_UNSEEN)
		return params;
	where = json_object_new_object();
	json_object_object_add(where, "id",
	                       seen == LIFECYCLE_ID_TEXT
	                           ? json_object_new_string(arena_format(call->arena, "%lld", (long long)id))
	                           : json_object_new_int64(id));
	json_object_object_add(params, "where", where);
	return params;
}

bool lifecycle_read_shown(const struct content_call *call, struct query *query, int64_t id, enum lifecycle_id seen,
                          struct json_object **json, struct error *error)
{
	struct lifecycle lifecycle;
	struct json_object *list = NULL, *params = one_params(call, query, id, seen);
	bool changed;
	if (!lifecycle_begin(&lifecycle, call, query->type, LIFECYCLE_BEFORE_FIND_ONE, params, &changed, error))
		return false;
	*json = NULL;
	bool done = (!changed || lifecycle_change_shown(call, params, query, error)) &&
	            read_json(call, query, &id, 1, &list, error);
	if (done && json_object_array_length(list))
		*json = json_object_get(json_object_array_get_idx(list, 0));
	done = done && lifecycle_after(&lifecycle, json, error);
	lifecycle_end(&lifecycle);
	json_object_put(list);
	json_keep(call->arena, *json);
	return done;
}

bool lifecycle_read(const struct content_call *call, const struct query *query, int64_t id, enum lifecycle_id seen,
                    struct json_object **json, struct error *error)
{
	struct query copy = *query;
	return lifecycle_read_shown(call, &copy, id, seen, json, error);
}

bool lifecycle_result(const struct content_call *call, const struct query *query, struct json_object *json,
                      struct content_result **result, struct error *error)
{
	if (!make_result(call, query, false, json, result, error))
		return false;
	if (sign_result(call, *result, error))
		return true;
	content_free(*result);
	return false;
}

bool lifecycle_find_one(const struct content_call *call, const struct query *query, int64_t id, bool locales,
                        struct content_result **result, struct error *error)
{
	/* The result refers to it. */
	struct query *copy = arena_alloc(call->arena, sizeof *copy);
	struct json_object *json;
	*copy = *query;
	return may_wait(call, error) && lifecycle_read_shown(call, copy, id, call->id_is_text, &json, error) &&
	       make_result(call, copy, locales, json, result, error);
}

/* As clients name the page. */
static void show_page(struct json_object *params, const struct query_page *page)
{
	json_object_object_del(params, "limit");
	json_object_object_del(params, "offset");
	json_object_object_add(params, "page", json_object_new_int64(page->page));
	json_object_object_add(params, "pageSize", json_object_new_int64(page->page_size));
}

bool lifecycle_count(const struct content_call *call, const struct query_root *root, int64_t *count,
                     struct error *error)
{
	struct query *query = root->query;
	struct json_object *params = query_write_engine(call->arena, query), *json;
	struct lifecycle lifecycle;
	bool changed;
	if (root->page.paged && !query->selective)
		show_page(params, &root->page);
	if (!may_wait(call, error) ||
	    !lifecycle_begin(&lifecycle, call, query->type, LIFECYCLE_BEFORE_COUNT, params, &changed, error))
		return false;
	bool done =
	    (!changed || query_change_engine(call->arena, service_registry(call->content), params, query, error)) &&
	    store_count(call->session, query, count, error);
	json = done ? json_object_new_int64(*count) : NULL;
	done = done && lifecycle_after(&lifecycle, &json, error);
	lifecycle_end(&lifecycle);
	json_object_put(json);
	return done;
}

bool content_result_of_json(const struct content_call *call, const struct query *query, struct json_object *list,
                            struct content_result **result, struct error *error)
{
	if (!merge_selective(call, query, list, result, error))
		return false;
	(*result)->entries.of_json = true;
	if (sign_result(call, *result, error))
		return true;
	content_free(*result);
	return false;
}

bool content_read_plain(const struct content_call *call, const struct content_type *type, const int64_t *ids,
                        size_t count, struct json_object **list, struct error *error)
{
	return read_json(call, query_create(call->arena, type), ids, count, list, error);
}
