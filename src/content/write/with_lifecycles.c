/* Changes as by the query engine, with the lifecycles that strapi.db.query has around them. */
#include "content/read/lifecycle.h"
#include "content/service.h"
#include "lifecycle.h"

#include <json-c/json.h>

/* One operation under way, of which Strapi shows a relation, too. */
struct operation {
	const struct content_call *call;
	const struct query *shown;
	struct json_object *params;
	struct lifecycle lifecycle;
	bool follows;
};

static void add_times(struct json_object *data, bool creation)
{
	const int64_t now = datetime_now();
	if (creation)
		lifecycle_add_time(data, "createdAt", now, false);
	lifecycle_add_time(data, "updatedAt", now, false);
}

/* `id` 0: there is none yet. `data` NULL: a deletion. */
static bool begin(struct operation *operation, const struct content_call *call, const struct content_type *type,
                  enum content_lifecycle before, const char *relation, int64_t id, struct json_object *data,
                  struct error *error)
{
	struct json_object *params = json_keep(call->arena, json_object_new_object());
	struct json_object *populate = json_object_new_array();
	struct query *shown;
	json_object_array_add(populate, json_object_new_string(relation));
	json_object_object_add(params, "populate", populate);
	*operation = (struct operation){.call = call, .params = params};
	operation->follows =
	    lifecycle_has_listener(call, type, before) || lifecycle_has_listener(call, type, LIFECYCLE_BEFORE_FIND_ONE);
	if (!operation->follows)
		return true;
	if (!query_read_engine(call->arena, service_registry(call->content), type, params, &shown, error))
		return false;
	operation->shown = shown;
	if (id)
		lifecycle_add_where(params, id, call->id_is_text);
	if (data) {
		add_times(data, !id);
		json_object_object_add(params, "data", json_object_get(data));
	}
	return lifecycle_begin(&operation->lifecycle, call, type, before, params, NULL, error);
}

static bool take_data(const struct operation *operation, const struct content_type *type, struct json_object **data,
                      struct error *error)
{
	if (!operation->lifecycle.call)
		return true;
	return query_untag_data(operation->call->arena, type, json_member(operation->params, "data"), false, data,
	                        error) &&
	       (json_object_is_type(*data, json_type_object) ||
	        error_set(error, 500, "Error", "A change expects a data object"));
}

static bool read_shown(const struct operation *operation, int64_t id, struct json_object **entry, struct error *error)
{
	*entry = NULL;
	return !operation->follows ||
	       lifecycle_read(operation->call, operation->shown, id, LIFECYCLE_ID_NUMBER, entry, error);
}

static bool end(struct operation *operation, bool done, struct json_object *entry, struct error *error)
{
	json_object_get(entry);
	done = done && lifecycle_after(&operation->lifecycle, &entry, error);
	json_object_put(entry);
	lifecycle_end(&operation->lifecycle);
	return done;
}

bool content_insert_with_lifecycles(const struct content_call *call, const struct content_type *type,
                                    const char *relation, struct json_object *data, int64_t *id, struct error *error)
{
	struct json_object *entry = NULL;
	struct operation operation;
	if (!begin(&operation, call, type, LIFECYCLE_BEFORE_CREATE, relation, 0, data, error))
		return false;
	const bool done = take_data(&operation, type, &data, error) && content_insert(call, type, data, id, error) &&
	                  read_shown(&operation, *id, &entry, error);
	return end(&operation, done, entry, error);
}

bool content_change_with_lifecycles(const struct content_call *call, const struct content_type *type,
                                    const char *relation, struct json_object *data, int64_t id, struct error *error)
{
	struct json_object *entry = NULL;
	struct operation operation;
	if (!begin(&operation, call, type, LIFECYCLE_BEFORE_UPDATE, relation, id, data, error))
		return false;
	const bool done = take_data(&operation, type, &data, error) &&
	                  content_change_entry(call, type, data, id, error) &&
	                  read_shown(&operation, id, &entry, error);
	return end(&operation, done, entry, error);
}

bool content_remove_with_lifecycles(const struct content_call *call, const struct content_type *type,
                                    const char *relation, int64_t id, struct error *error)
{
	struct json_object *entry = NULL;
	struct operation operation;
	if (!begin(&operation, call, type, LIFECYCLE_BEFORE_DELETE, relation, id, NULL, error))
		return false;
	const bool done = read_shown(&operation, id, &entry, error) && content_remove(call, type, id, error);
	return end(&operation, done, entry, error);
}
