/* The entries of files, and their links to other entries. */
#include "place.h"

#include <stdio.h>

#define SETTINGS "plugin_upload_settings"
#define FOLDER "plugin_upload_api-folder"
#define FOLDER_NAME "API Uploads"

static bool flag(struct json_object *json, const char *name, bool usual)
{
	struct json_object *value;
	return json_find(json, name, &value) ? json_object_get_boolean(value) : usual;
}

bool media_read_settings(struct store_session *session, struct media_settings *settings, struct error *error)
{
	struct slice text;
	if (!store_setting(session, SETTINGS, &text, error))
		return false;
	struct json_object *json = text.len ? json_parse_stored(text) : NULL;
	settings->size_optimization = flag(json, "sizeOptimization", true);
	settings->responsive_dimensions = flag(json, "responsiveDimensions", true);
	settings->auto_orientation = flag(json, "autoOrientation", false);
	json_object_put(json);
	return true;
}

/* ---- the folder of files that came by the API ---- */

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

static bool upload_folder(const struct content_call *call, const struct registry *registry, int64_t *id,
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

/* ---- files ---- */

static struct json_object *text_or_null(const char *text)
{
	return text ? json_object_new_string(text) : NULL;
}

/* Thousands of bytes, to two places. */
static struct json_object *size_json(uint64_t bytes)
{
	const uint64_t tens = (bytes + 5) / 10;
	return json_object_new_double((double)tens / 100);
}

static struct json_object *formats_json(const struct content_call *call, const struct config *config,
                                        const struct media_file *file)
{
	struct json_object *formats = json_object_new_object();
	for (size_t i = 0; i < file->format_count; i++) {
		const struct media_format *format = &file->formats[i];
		struct json_object *json = json_object_new_object();
		char text[4096];
		snprintf(text, sizeof text, "%s_%s", format->key, file->name);
		json_object_object_add(json, "name", json_object_new_string(text));
		snprintf(text, sizeof text, "%s_%s", format->key, file->hash);
		json_object_object_add(json, "hash", json_object_new_string(text));
		const char *stored = arena_format(call->arena, "%s%s", text, file->extension);
		json_object_object_add(json, "ext", json_object_new_string(file->extension));
		json_object_object_add(json, "mime", json_object_new_string(file->type));
		json_object_object_add(json, "path", json_object_get(file->path));
		json_object_object_add(json, "width", json_object_new_int64(format->width));
		json_object_object_add(json, "height", json_object_new_int64(format->height));
		json_object_object_add(json, "size", size_json(format->size));
		json_object_object_add(json, "sizeInBytes", json_object_new_int64((int64_t)format->size));
		json_object_object_add(json, "url",
		                       json_object_new_string(place_url(call->arena, config, file, stored)));
		json_object_object_add(formats, format->key, json);
	}
	return formats;
}

static struct json_object *file_json(const struct content_call *call, const struct config *config,
                                     const struct media_file *file)
{
	struct json_object *data = json_object_new_object();
	const char *url =
	    place_url(call->arena, config, file, arena_format(call->arena, "%s%s", file->hash, file->extension));
	json_object_object_add(data, "name", json_object_new_string(file->name));
	/* What is not said of a replacement stays. */
	if (!file->is_replacement || file->alternative_text)
		json_object_object_add(data, "alternativeText", text_or_null(file->alternative_text));
	if (!file->is_replacement || file->caption)
		json_object_object_add(data, "caption", text_or_null(file->caption));
	if (file->is_picture) {
		json_object_object_add(data, "width", json_object_new_int64(file->width));
		json_object_object_add(data, "height", json_object_new_int64(file->height));
	}
	if (file->format_count || file->is_replacement)
		json_object_object_add(data, "formats", formats_json(call, config, file));
	json_object_object_add(data, "hash", json_object_new_string(file->hash));
	json_object_object_add(data, "ext", json_object_new_string(file->extension));
	json_object_object_add(data, "mime", json_object_new_string(file->type));
	json_object_object_add(data, "size", size_json(file->size));
	json_object_object_add(data, "url", json_object_new_string(url));
	json_object_object_add(data, "provider", json_object_new_string(config->uploads.provider));
	return data;
}

/* A field for one file has one. */
static bool remove_previous(const struct content_call *call, const struct media_link *link, struct error *error)
{
	const struct attribute *field = model_attribute(link->type, link->field);
	struct store_link_row *rows;
	size_t count;
	if (!field || field->type != ATTRIBUTE_MEDIA || field->multiple)
		return true;
	if (!store_read_links(call->session, link->type, field, false, &link->id, 1, &rows, &count, error))
		return false;
	int64_t *ids = arena_array(call->arena, count, sizeof *ids);
	for (size_t i = 0; i < count; i++)
		ids[i] = rows[i].row;
	return !count || store_delete(call->session, field->link.table, "id", ids, count, error);
}

static bool insert_link(const struct content_call *call, const struct registry *registry, int64_t id,
                        const struct media_link *link, struct error *error)
{
	const struct store_field fields[] = {
	    {"file_id", NULL, value_integer(id)},
	    {"related_id", NULL, value_integer(link->id)},
	    {"related_type", NULL, value_text(slice_of(link->type->uid))},
	    {"field", NULL, value_text(link->field)},
	    {"order", NULL, {.kind = VALUE_NUMBER, .number = 1}},
	};
	const struct attribute *related = model_attribute(registry->file, SLICE("related"));
	return remove_previous(call, link, error) &&
	       store_insert(call->session, related->link.table, fields, COUNT_OF(fields), NULL, error);
}

/* Takes over `data`. */
static bool insert(const struct content_call *call, const struct registry *registry, struct json_object *data,
                   const struct media_link *link, struct content_result **result, struct error *error)
{
	const struct content_change change = {.type = registry->file,
	                                      .data = data,
	                                      .answer = query_create(call->arena, registry->file),
	                                      .unchecked = true,
	                                      .by_code = true};
	/* Strapi tells of the file, and not of its entry. */
	struct content_call silent = *call;
	silent.silent = true;
	bool done = content_create(&silent, &change, result, error);
	json_object_put(data);
	if (done && !((!link || insert_link(call, registry, content_result_id(*result, 0), link, error)) &&
	              content_tell(call, NOTICE_MEDIA_CREATE, *result, error))) {
		content_free(*result);
		return false;
	}
	return done;
}

bool media_insert(const struct content_call *call, const struct media *media, struct media_file *file,
                  const struct media_link *link, struct content_result **result, struct error *error)
{
	const struct registry *registry = media->registry;
	const char *path;
	int64_t folder;
	if (!upload_folder(call, registry, &folder, &path, error))
		return false;
	struct json_object *data = file_json(call, media->config, file);
	json_object_object_add(data, "folder", json_object_new_int64(folder));
	json_object_object_add(data, "folderPath", json_object_new_string(path));
	return insert(call, registry, data, link, result, error);
}

bool media_insert_on_shelf(const struct content_call *call, const struct media *media, struct media_file *file,
                           const struct media_shelf *shelf, struct content_result **result, struct error *error)
{
	struct json_object *data = file_json(call, media->config, file);
	json_object_object_add(data, "folder", shelf->folder ? json_object_new_int64(shelf->folder) : NULL);
	json_object_object_add(data, "folderPath", json_object_new_string(shelf->path));
	json_object_object_add(data, "createdBy", json_object_new_int64(shelf->admin));
	json_object_object_add(data, "updatedBy", json_object_new_int64(shelf->admin));
	return insert(call, media->registry, data, NULL, result, error);
}

static bool update(const struct content_call *call, const struct media *media, struct json_object *data, int64_t id,
                   struct content_result **result, struct error *error)
{
	const struct content_change change = {.type = media->registry->file,
	                                      .data = data,
	                                      .answer = query_create(call->arena, media->registry->file),
	                                      .unchecked = true,
	                                      .by_code = true};
	bool done = content_update(call, &change, id, result, error);
	json_object_put(data);
	if (!done || content_tell(call, NOTICE_MEDIA_UPDATE, *result, error))
		return done;
	content_free(*result);
	return false;
}

bool media_replace(const struct content_call *call, const struct media *media, struct media_file *file, int64_t id,
                   struct content_result **result, struct error *error)
{
	return update(call, media, file_json(call, media->config, file), id, result, error);
}

bool media_change_info(const struct content_call *call, const struct media *media, const struct media_info *info,
                       int64_t id, struct content_result **result, struct error *error)
{
	struct json_object *data = json_object_new_object();
	if (info->name)
		json_object_object_add(data, "name", json_object_new_string(info->name));
	if (info->alternative_text)
		json_object_object_add(data, "alternativeText", json_object_new_string(info->alternative_text));
	if (info->caption)
		json_object_object_add(data, "caption", json_object_new_string(info->caption));
	return update(call, media, data, id, result, error);
}
