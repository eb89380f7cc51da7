/* Changes as by the query engine, with the lifecycles that strapi.db.query has around them. */
#include "content/read/lifecycle.h"
#include "content/service.h"

#include <json-c/json.h>

/* One operation under way, of which Strapi shows a relation, too. */
struct heard {
	const struct content_call *call;
	const struct query *shown;
	struct json_object *params;
	struct lifecycle lifecycle;
	bool follows;
};

static void add_where(struct json_object *params, const struct content_call *call, int64_t id)
{
	struct json_object *where = json_object_new_object();
	const char *text = arena_format(call->arena, "%lld", (long long)id);
	json_object_object_add(where, "id",
	                       call->id_is_text ? json_object_new_string(text) : json_object_new_int64(id));
	json_object_object_add(params, "where", where);
}

static void add_times(struct json_object *data, bool creation)
{
	static const char *const names[] = {"createdAt", "updatedAt"};
	char now[DATETIME_ISO_SIZE];
	datetime_format_iso(datetime_now(), now);
	for (size_t i = creation ? 0 : 1; i < COUNT_OF(names); i++)
		if (!json_find(data, names[i], NULL))
			json_object_object_add(data, names[i], json_object_new_string(now));
}

/* `id` 0: there is none yet. `data` NULL: a deletion. */
static bool begin(struct heard *heard, const struct content_call *call, const struct content_type *type,
                  enum content_lifecycle before, const char *relation, int64_t id, struct json_object *data,
                  struct error *error)
{
	struct json_object *params = json_keep(call->arena, json_object_new_object());
	struct json_object *populate = json_object_new_array();
	struct query *shown;
	json_object_array_add(populate, json_object_new_string(relation));
	json_object_object_add(params, "populate", populate);
	*heard = (struct heard){.call = call, .params = params};
	heard->follows =
	    lifecycle_has_listener(call, type, before) || lifecycle_has_listener(call, type, LIFECYCLE_BEFORE_FIND_ONE);
	if (!heard->follows)
		return true;
	if (!query_read_engine(call->arena, service_registry(call->content), type, params, &shown, error))
		return false;
	heard->shown = shown;
	if (id)
		add_where(params, call, id);
	if (data) {
		add_times(data, !id);
		json_object_object_add(params, "data", json_object_get(data));
	}
	return lifecycle_begin(&heard->lifecycle, call, type, before, params, NULL, error);
}

static bool take_data(const struct heard *heard, const struct content_type *type, struct json_object **data,
                      struct error *error)
{
	if (!heard->lifecycle.call)
		return true;
	return query_untag_data(heard->call->arena, type, json_member(heard->params, "data"), false, data, error) &&
	       (json_object_is_type(*data, json_type_object) ||
	        error_set(error, 500, "Error", "A change expects a data object"));
}

static bool read_shown(const struct heard *heard, int64_t id, struct json_object **entry, struct error *error)
{
	*entry = NULL;
	return !heard->follows || lifecycle_read(heard->call, heard->shown, id, LIFECYCLE_ID_NUMBER, entry, error);
}

static bool end(struct heard *heard, bool done, struct json_object *entry, struct error *error)
{
	json_object_get(entry);
	done = done && lifecycle_after(&heard->lifecycle, &entry, error);
	json_object_put(entry);
	lifecycle_end(&heard->lifecycle);
	return done;
}

bool content_insert_heard(const struct content_call *call, const struct content_type *type, const char *relation,
                          struct json_object *data, int64_t *id, struct error *error)
{
	struct json_object *entry = NULL;
	struct heard heard;
	if (!begin(&heard, call, type, LIFECYCLE_BEFORE_CREATE, relation, 0, data, error))
		return false;
	const bool done = take_data(&heard, type, &data, error) && content_insert(call, type, data, id, error) &&
	                  read_shown(&heard, *id, &entry, error);
	return end(&heard, done, entry, error);
}

bool content_change_heard(const struct content_call *call, const struct content_type *type, const char *relation,
                          struct json_object *data, int64_t id, struct error *error)
{
	struct json_object *entry = NULL;
	struct heard heard;
	if (!begin(&heard, call, type, LIFECYCLE_BEFORE_UPDATE, relation, id, data, error))
		return false;
	const bool done = take_data(&heard, type, &data, error) && content_change_entry(call, type, data, id, error) &&
	                  read_shown(&heard, id, &entry, error);
	return end(&heard, done, entry, error);
}

bool content_remove_heard(const struct content_call *call, const struct content_type *type, const char *relation,
                          int64_t id, struct error *error)
{
	struct json_object *entry = NULL;
	struct heard heard;
	if (!begin(&heard, call, type, LIFECYCLE_BEFORE_DELETE, relation, id, NULL, error))
		return false;
	const bool done = read_shown(&heard, id, &entry, error) && content_remove(call, type, id, error);
	return end(&heard, done, entry, error);
}
