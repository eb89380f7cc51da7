/* The entries of files, and their links to other entries. */
#include "file_json.h"
#include "place.h"
#include "upload_folder.h"

#define SETTINGS "plugin_upload_settings"

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

/* A field for one file has one. */
static bool remove_previous(const struct content_call *call, const struct media_target *link, struct error *error)
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
                        const struct media_target *link, struct error *error)
{
	const struct store_field fields[] = {
	    {"file_id", NULL, value_integer(id)},
	    {"related_id", NULL, value_integer(link->id)},
	    {"related_type", NULL, value_text(slice_of(link->type->uid))},
	    {"field", NULL, value_text(link->field)},
	    {"order", NULL, {.kind = VALUE_NUMBER, .number = 1}},
	};
	const struct attribute *related = model_attribute(registry->file, SLICE("related"));
	if (!related) /* the project's type of files has no such attribute */
		return true;
	return remove_previous(call, link, error) &&
	       store_insert(call->session, related->link.table, fields, COUNT_OF(fields), NULL, error);
}

/* Takes over `data`. */
static bool insert(const struct content_call *call, const struct registry *registry, struct json_object *data,
                   const struct media_target *link, struct content_result **result, struct error *error)
{
	const struct content_change change = {.type = registry->file,
	                                      .data = data,
	                                      .answer = query_create(call->arena, registry->file),
	                                      .unchecked = true,
	                                      .by_code = true};
	/* Strapi's notice is about the file, and not about its entry. */
	struct content_call silent = *call;
	silent.silent = true;
	bool done = content_create(&silent, &change, result, error);
	json_object_put(data);
	if (done && !((!link || insert_link(call, registry, content_result_id(*result, 0), link, error)) &&
	              content_notify(call, NOTICE_MEDIA_CREATE, *result, error))) {
		content_free(*result);
		return false;
	}
	return done;
}

bool media_insert(const struct content_call *call, const struct media *media, struct media_file *file,
                  const struct media_target *link, struct content_result **result, struct error *error)
{
	const struct registry *registry = media->registry;
	const char *path;
	int64_t folder;
	if (!upload_folder_find(call, registry, &folder, &path, error))
		return false;
	struct json_object *data = file_json(call->arena, media->config, file);
	json_object_object_add(data, "folder", json_object_new_int64(folder));
	json_object_object_add(data, "folderPath", json_object_new_string(path));
	return insert(call, registry, data, link, result, error);
}

bool media_insert_on_shelf(const struct content_call *call, const struct media *media, struct media_file *file,
                           const struct media_shelf *shelf, struct content_result **result, struct error *error)
{
	struct json_object *data = file_json(call->arena, media->config, file);
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
	if (!done || content_notify(call, NOTICE_MEDIA_UPDATE, *result, error))
		return done;
	content_free(*result);
	return false;
}

bool media_replace(const struct content_call *call, const struct media *media, struct media_file *file, int64_t id,
                   struct content_result **result, struct error *error)
{
	return update(call, media, file_json(call->arena, media->config, file), id, result, error);
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
