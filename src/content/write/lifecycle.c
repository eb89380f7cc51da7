#include "lifecycle.h"

#include "content/read/lifecycle.h"
#include "passwords.h"

void lifecycle_add_time(struct json_object *data, const char *name, int64_t now, bool always)
{
	char text[DATETIME_ISO_SIZE];
	if (!always && json_object_object_get_ex(data, name, NULL))
		return;
	datetime_format_iso(now, text);
	json_object_object_add(data, name, json_object_new_string(text));
}

void lifecycle_add_where(struct json_object *params, int64_t entry_id, bool as_text)
{
	struct json_object *where = json_object_new_object();
	char text[24];
	snprintf(text, sizeof text, "%lld", (long long)entry_id);
	json_object_object_add(where, "id", as_text ? json_object_new_string(text) : json_object_new_int64(entry_id));
	json_object_object_add(params, "where", where);
}

void lifecycle_add_times(const struct write *write, struct json_object *data, bool creation)
{
	if (creation)
		lifecycle_add_time(data, "createdAt", write->now, false);
	lifecycle_add_time(data, "updatedAt", write->now, !creation);
}

/* event.params: what is read back, which entry it is, and what is stored. */
static struct json_object *make_params(struct write *write, enum content_lifecycle before, const struct query *answer,
                                       int64_t entry_id, struct json_object *data)
{
	struct json_object *params = query_write_engine(write->call->arena, answer);
	json_object_object_del(params, "where");
	if (before == LIFECYCLE_BEFORE_DELETE) {
		json_object_object_del(params, "select");
		json_object_object_del(params, "populate");
	}
	/* Strapi shows an id of a path, or of GraphQL, as it came: as text. */
	if (entry_id)
		lifecycle_add_where(params, entry_id, before == LIFECYCLE_BEFORE_UPDATE && write->call->id_is_text);
	if (!data)
		return params;
	lifecycle_add_times(write, data, before == LIFECYCLE_BEFORE_CREATE);
	json_object_object_add(params, "data", json_object_get(data));
	return params;
}

/* What of the params says what is shown. */
static struct json_object *shown_params(struct arena *arena, struct json_object *params)
{
	static const char *const names[] = {"select", "populate"};
	struct json_object *shown = json_keep(arena, json_object_new_object()), *value;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (json_find(params, names[i], &value))
			json_object_object_add(shown, names[i], json_object_get(value));
	return shown;
}

/* Hooks before a change may say what its answer shows. A client sees of it what it may. */
static bool change_answer(struct write *write, const struct query *answer, struct json_object *given,
                          struct json_object *params)
{
	const struct content_call *call = write->call;
	struct json_object *wanted = shown_params(call->arena, params);
	struct query *shown;
	if (answer->selective || json_object_equal(given, wanted))
		return true;
	if (write->by_code) {
		if (!query_read_engine(call->arena, write->registry, answer->type, wanted, &shown, write->error))
			return false;
		shown->signs_urls = answer->signs_urls;
	} else {
		shown = arena_alloc(call->arena, sizeof *shown); /* the result refers to it */
		*shown = *answer;
		if (!lifecycle_change_shown(call, params, shown, write->error))
			return false;
	}
	write->shown = shown;
	return true;
}

/* What is deleted is read for the hook behind alone. */
static bool change_deleted(struct write *write, const struct query *answer, struct json_object *given,
                           struct json_object *params)
{
	const struct content_call *call = write->call;
	struct json_object *wanted = shown_params(call->arena, params);
	struct query *shown;
	if (json_object_equal(given, wanted))
		return true;
	if (!query_read_engine(call->arena, write->registry, answer->type, wanted, &shown, write->error))
		return false;
	write->shown = shown;
	return true;
}

/* Another entry than that of the change would be another change, which nobody has asked to be allowed. */
static bool is_same_entry(struct write *write, const struct lifecycle *lifecycle, struct json_object *params,
                          int64_t entry_id)
{
	struct json_object *where = json_member(params, "where"), *id = json_member(where, "id");
	int64_t left = 0;
	if (json_object_is_type(where, json_type_object) && json_object_object_length(where) == 1 && id &&
	    slice_to_int64(json_text(write->call->arena, id), &left) && left == entry_id)
		return true;
	return error_set(write->error, 501, "NotImplementedError",
	                 "A hook %s of %s changes event.params.where, which lectern does not follow",
	                 content_lifecycle_name(lifecycle->before), lifecycle->type->uid);
}

bool lifecycle_begin_write(struct write *write, struct lifecycle *lifecycle, enum content_lifecycle before,
                           const struct query *answer, int64_t entry_id, struct json_object **data)
{
	*lifecycle = (struct lifecycle){0};
	if (!lifecycle_has_listener(write->call, answer->type, before))
		return true;
	if (data && !passwords_replace(write, answer->type, *data))
		return false;
	struct json_object *params = make_params(write, before, answer, entry_id, data ? *data : NULL);
	struct json_object *given = shown_params(write->call->arena, params);
	bool changed;
	if (!lifecycle_begin(lifecycle, write->call, answer->type, before, params, &changed, write->error))
		return false;
	if (changed && entry_id && !is_same_entry(write, lifecycle, params, entry_id)) {
		lifecycle_end(lifecycle);
		return false;
	}
	if (!data)
		return !changed || change_deleted(write, answer, given, params);
	if (changed && !change_answer(write, answer, given, params))
		return false;
	if (!query_untag_data(write->call->arena, answer->type, json_member(params, "data"), false, data, write->error))
		return false;
	write->by_code = write->heard = true;
	if (!json_object_is_type(*data, json_type_object))
		return error_set(write->error, 500, "Error", "%s expects a data object",
		                 before == LIFECYCLE_BEFORE_CREATE ? "Create" : "Update");
	if (before == LIFECYCLE_BEFORE_CREATE)
		lifecycle_leave_times(*data);
	return true;
}

bool lifecycle_follows_write(const struct write *write, const struct lifecycle *lifecycle, const struct query *answer)
{
	return lifecycle->call || lifecycle_has_listener(write->call, answer->type, LIFECYCLE_BEFORE_FIND_ONE);
}

bool lifecycle_finish_write(struct write *write, struct lifecycle *lifecycle, const struct query *answer,
                            int64_t entry_id, struct content_result **result)
{
	const struct content_call *call = write->call;
	struct query *shown = arena_alloc(call->arena, sizeof *shown); /* the result refers to it */
	struct json_object *json;
	*shown = *answer;
	if (!lifecycle_read_shown(call, shown, entry_id, false, &json, write->error))
		return false;
	json_object_get(json);
	bool done = lifecycle_after(lifecycle, &json, write->error);
	json_keep(call->arena, json);
	return done && lifecycle_result(call, shown, json, result, write->error);
}
