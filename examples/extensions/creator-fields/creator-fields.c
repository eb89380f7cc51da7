/* Reviews tell who made and who changed them: {"id", "firstname", "lastname"} in createdBy and updatedBy, in lists and
 * alone. The content-type's model has to allow it with "populateCreatorFields": true; else the entries are left as they
 * are. */
#include <lectern.h>

static const char uid[] = "api::review.review";
static const char names[] = "{\"fields\": [\"id\"], \"pagination\": {\"limit\": -1}, \"publicationState\": \"preview\","
			    " \"populate\": {\"createdBy\": {\"fields\": [\"firstname\", \"lastname\"]},"
			    "                \"updatedBy\": {\"fields\": [\"firstname\", \"lastname\"]}}}";

static lectern_value *find_entry(const lectern_value *entries, int64_t id)
{
	for (size_t i = 0; i < lectern_length(entries); i++)
		if (lectern_as_integer(lectern_get(lectern_at(entries, i), "id"), 0) == id)
			return lectern_at(entries, i);
	return NULL;
}

static void attach(lectern_value *entry, const lectern_value *creators)
{
	static const char *const fields[] = {"createdBy", "updatedBy"};
	lectern_value *found = find_entry(creators, lectern_as_integer(lectern_get(entry, "id"), 0));
	for (size_t i = 0; i < 2; i++)
		lectern_set(lectern_get(entry, "attributes"), fields[i], lectern_get(found, fields[i]));
}

/* One query for all entries of the answer, however many there are. */
static bool add_creators(void *context, lectern_call *call, const lectern_value *options)
{
	lectern_value *answer, *creators, *ids = lectern_new_array(call), *query = lectern_json(call, names);
	(void)context;
	(void)options;
	if (!lectern_next(call) || !lectern_response(call, &answer))
		return false;
	lectern_value *data = lectern_get(answer, "data");
	bool list = lectern_kind_of(data) == LECTERN_ARRAY;
	size_t count = list ? lectern_length(data) : 1;
	for (size_t i = 0; i < count; i++)
		lectern_append(ids, lectern_get(list ? lectern_at(data, i) : data, "id"));
	lectern_put(call, query, "filters.id.$in", ids);
	if (!lectern_find(call, uid, query, 0, &creators))
		return false;
	for (size_t i = 0; i < count; i++)
		attach(list ? lectern_at(data, i) : data, creators);
	return lectern_respond(call, answer);
}

bool lectern_register(lectern_app *app)
{
	return lectern_use_middleware_function(lectern_core_action(app, uid, "find"), add_creators, NULL) &&
	       lectern_use_middleware_function(lectern_core_action(app, uid, "findOne"), add_creators, NULL);
}
