#include "upload_folder.h"

#define FOLDER "plugin_upload_api-folder"
#define FOLDER_NAME "API Uploads"

static struct query *folder_query(const struct content_call *call, const struct registry *registry)
{
	struct query *query = query_create(call->arena, registry->folder);
	query->limit = 1;
	return query;
}

/* The path of the folder of that id; NULL when there is none. */
static bool find_folder(const struct content_call *call, const struct registry *registry, int64_t id, const char **path,
                        struct error *error)
{
	struct content_result *result;
	*path = NULL;
	if (!content_find_one(call, folder_query(call, registry), id, false, &result, error))
		return false;
	if (content_result_count(result)) {
		struct json_object *json = content_entry_json(result, 0);
		*path = arena_copy(call->arena, json_string(json_member(json, "path")));
		json_object_put(json);
	}
	content_free(result);
	return true;
}

static bool folder_exists(const struct content_call *call, const struct registry *registry, const char *name,
                          bool *exists, struct error *error)
{
	struct query *query = folder_query(call, registry);
	int64_t count;
	query_add_condition(call->arena, query,
	                    query_compare(call->arena, model_attribute(registry->folder, SLICE("name")), QUERY_EQ,
	                                  value_text(slice_of(name))));
	if (!store_count(call->session, query, &count, error))
		return false;
	*exists = count > 0;
	return true;
}

static bool next_path_id(const struct content_call *call, const struct registry *registry, int64_t *id,
                         struct error *error)
{
	struct query *query = folder_query(call, registry);
	struct query_root root = {.query = query};
	struct content_result *result;
	int64_t total;
	*id = 1;
	query->sorts = arena_alloc(call->arena, sizeof *query->sorts);
	query->sorts->path = arena_alloc(call->arena, sizeof *query->sorts->path);
	query->sorts->path[query->sorts->path_length++] = model_attribute(registry->folder, SLICE("pathId"));
	query->sorts->descending = true;
	query->sort_count = 1;
	if (!content_find(call, &root, false, &result, &total, error))
		return false;
	if (content_result_count(result)) {
		struct json_object *json = content_entry_json(result, 0);
		*id = json_object_get_int64(json_member(json, "pathId")) + 1;
		json_object_put(json);
	}
	content_free(result);
	return true;
}

static bool remember_folder(const struct content_call *call, bool known, int64_t id, struct error *error)
{
	const char *value = arena_format(call->arena, "{\"id\":%lld}", (long long)id);
	const struct store_field fields[] = {
	    {"value", NULL, value_text(slice_of(value))},
	    {"key", NULL, value_text(SLICE(FOLDER))},
	    {"type", NULL, value_text(SLICE("object"))},
	};
	const struct store_where where = {.and_column = "key", .and_text = FOLDER};
	return known ? store_update(call->session, "strapi_core_store_settings", &where, fields, 1, error)
	             : store_insert(call->session, "strapi_core_store_settings", fields, COUNT_OF(fields), NULL, error);
}

static bool create_folder(const struct content_call *call, const struct registry *registry, bool known, int64_t *id,
                          const char **path, struct error *error)
{
	const char *name = FOLDER_NAME;
	struct content_result *result;
	int64_t path_id;
	bool exists = true;
	for (int i = 1; exists; i++) {
		if (!folder_exists(call, registry, name, &exists, error))
			return false;
		if (exists)
			name = arena_format(call->arena, FOLDER_NAME " (%d)", i);
	}
	if (!next_path_id(call, registry, &path_id, error))
		return false;
	*path = arena_format(call->arena, "/%lld", (long long)path_id);
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "name", json_object_new_string(name));
	json_object_object_add(data, "pathId", json_object_new_int64(path_id));
	json_object_object_add(data, "path", json_object_new_string(*path));
	const struct content_change change = {.type = registry->folder,
	                                      .data = data,
	                                      .answer = query_create(call->arena, registry->folder),
	                                      .unchecked = true,
	                                      .by_code = true};
	bool done = content_create(call, &change, &result, error);
	json_object_put(data);
	if (!done)
		return false;
	*id = content_result_id(result, 0);
	content_free(result);
	return remember_folder(call, known, *id, error);
}

bool upload_folder_find(const struct content_call *call, const struct registry *registry, int64_t *id,
                        const char **path, struct error *error)
{
	struct slice text;
	if (!store_setting(call->session, FOLDER, &text, error))
		return false;
	const bool known = text.ptr != NULL;
	struct json_object *json = text.len ? json_parse_stored(text) : NULL;
	*id = json_object_get_int64(json_member(json, "id"));
	json_object_put(json);
	*path = NULL;
	if (*id && !find_folder(call, registry, *id, path, error))
		return false;
	return *path || create_folder(call, registry, known, id, path, error);
}
