#include "models.h"

#include <errno.h>
#include <json-c/json.h>
#include <unistd.h>

/* ---- where models lie ---- */

static const char *file_of(struct arena *arena, const struct listed_model *listed)
{
	const struct content_type *type = listed->type;
	if (type && type->file && strncmp(type->file, "src/", 4) == 0)
		return type->file;
	if (type && type->component)
		return arena_format(arena, "src/components/%s/%s.json", type->api_name, type->model_name);
	return arena_format(arena,
	                    listed->plugin ? "src/extensions/%s/content-types/%s/schema.json"
	                                   : "src/api/%s/content-types/%s/schema.json",
	                    listed->plugin ? listed->plugin
	                    : type         ? type->api_name
	                                   : listed->name,
	                    listed->name);
}

static bool read_file(struct model_edits *models, const char *file, struct json_object **schema, struct error *error)
{
	struct slice text;
	struct error wrong;
	*schema = NULL;
	if (!config_read_file(models->arena, arena_format(models->arena, "%s/%s", models->directory, file), &text))
		return error_set(error, 400, "ApplicationError", "%s can't be read: %s", file, strerror(errno));
	if (!json_parse(models->arena, json_skip_mark(text), JSON_DEEPEST, schema, &wrong) ||
	    !json_object_is_type(*schema, json_type_object)) {
		json_object_put(*schema);
		return error_set(error, 400, "ApplicationError", "%s is no JSON object", file);
	}
	return true;
}

/* An attribute to be changed is no longer shared with what else was read. */
static void add(struct model_edits *models, struct model_edit *model)
{
	models->items = arena_grow(models->arena, models->items, models->count, &models->capacity, sizeof(void *));
	models->items[models->count++] = model;
	json_keep(models->arena, model->schema);
	if (!json_member_of_type(model->schema, "attributes", json_type_object))
		json_object_object_add(model->schema, "attributes", json_object_new_object());
}

static bool open_one(struct model_edits *models, const struct listed_model *listed, struct error *error)
{
	struct model_edit *model = arena_alloc(models->arena, sizeof *model);
	const struct content_type *type = listed->type;
	*model = (struct model_edit){.uid = listed->uid, .known_uid = listed->uid, .name = listed->name};
	model->component = type && type->component;
	model->category = model->component ? type->api_name : NULL;
	model->fixed = listed->plugin && strcmp(listed->plugin, "admin") == 0;
	model->file = file_of(models->arena, listed);
	const char *path = arena_format(models->arena, "%s/%s", models->directory, model->file);
	if (access(path, F_OK) == 0)
		model->known_file = model->file;
	/* Of a plugin's type the file may have a part only. */
	if (listed->plugin) {
		model->schema = model_listed_json(listed);
		json_object_object_del(model->schema, "config");
	} else if (!read_file(models, model->file, &model->schema, error)) {
		return false;
	}
	if (!model->component && !json_find(model->schema, "kind", NULL))
		json_object_object_add(model->schema, "kind", json_object_new_string("collectionType"));
	add(models, model);
	return true;
}

static bool open_all(struct model_edits *models, const struct registry *registry, bool components, struct error *error)
{
	size_t count;
	const struct listed_model *listed = model_list(models->arena, registry, components, &count);
	for (size_t i = 0; i < count; i++)
		if (!open_one(models, &listed[i], error))
			return false;
	return true;
}

bool models_open(struct model_edits *models, struct arena *arena, const struct config *config,
                 const struct registry *registry, struct error *error)
{
	*models = (struct model_edits){.arena = arena, .directory = config->directory};
	return open_all(models, registry, true, error) && open_all(models, registry, false, error);
}

struct model_edit *models_find(const struct model_edits *models, const char *uid, bool component)
{
	for (size_t i = 0; i < models->count; i++) {
		struct model_edit *model = models->items[i];
		if (model->component == component && strcmp(model->known_uid ? model->known_uid : model->uid, uid) == 0)
			return model;
	}
	return NULL;
}

struct model_edit *models_add(struct model_edits *models, const char *uid, bool component, const char *file)
{
	struct model_edit *model = arena_alloc(models->arena, sizeof *model);
	const char *point = strrchr(uid, '.');
	*model = (struct model_edit){.uid = uid, .name = point ? point + 1 : uid, .component = component, .file = file};
	model->schema = json_object_new_object();
	json_object_object_add(model->schema, "info", json_object_new_object());
	json_object_object_add(model->schema, "options", json_object_new_object());
	model->modified = true;
	add(models, model);
	return model;
}

/* ---- members ---- */

void model_set(struct model_edit *model, const char *group, const char *name, struct json_object *value)
{
	struct json_object *object = model->schema;
	model->modified = true;
	if (group && !json_member_of_type(object, group, json_type_object))
		json_object_object_add(object, group, json_object_new_object());
	if (group)
		object = json_member(object, group);
	if (value)
		json_object_object_add(object, name, json_object_get(value));
}

struct json_object *model_attributes(const struct model_edit *model)
{
	return json_member(model->schema, "attributes");
}

struct json_object *model_attribute_json(const struct model_edit *model, const char *name)
{
	return json_member(model_attributes(model), name);
}

void model_set_attribute(struct model_edit *model, const char *name, struct json_object *attribute)
{
	model->modified = true;
	json_object_object_add(model_attributes(model), name, attribute);
}

void model_remove_attribute(struct model_edit *model, const char *name)
{
	model->modified = true;
	json_object_object_del(model_attributes(model), name);
}

bool is_configurable(struct json_object *attribute)
{
	struct json_object *value;
	return !json_find(attribute, "configurable", &value) || json_object_get_boolean(value);
}

void model_set_attributes(struct model_edit *model, struct json_object *attributes)
{
	struct json_object *kept = json_object_new_object();
	model->modified = true;
	json_object_object_foreach(model_attributes(model), name, attribute)
	{
		if (!is_configurable(attribute))
			json_object_object_add(kept, name, json_object_get(attribute));
	}
	json_object_object_foreach(attributes, added, value)
	{
		struct json_object *copy = NULL;
		json_object_deep_copy(value, &copy, NULL);
		json_object_object_add(kept, added, copy);
	}
	json_object_object_add(model->schema, "attributes", kept);
}

/* ---- all models ---- */

/* A zone's components with another uid in the place of one, or without it where `renamed` is NULL; NULL: it has not got
 * it. */
static struct json_object *changed_zone(struct json_object *attribute, const char *uid, const char *renamed)
{
	struct json_object *components = json_member(attribute, "components");
	struct json_object *list = json_object_new_array();
	bool found = false;
	for (size_t i = 0; i < json_count(components); i++) {
		struct json_object *item = json_item(components, i);
		if (!slice_is(json_string(item), uid)) {
			json_object_array_add(list, json_object_get(item));
			continue;
		}
		found = true;
		if (renamed)
			json_object_array_add(list, json_object_new_string(renamed));
	}
	if (found)
		return list;
	json_object_put(list);
	return NULL;
}

/* Gives the model the attributes that are kept when that changes it; takes `kept` over. */
static void keep_attributes(struct model_edit *model, struct json_object *kept, bool changed)
{
	if (changed) {
		model->modified = true;
		json_object_object_add(model->schema, "attributes", kept);
	} else {
		json_object_put(kept);
	}
}

static void change_component(struct model_edit *model, const char *uid, const char *renamed)
{
	struct json_object *kept = json_object_new_object();
	bool changed = false;
	json_object_object_foreach(model_attributes(model), name, attribute)
	{
		const struct slice type = json_string(json_member(attribute, "type"));
		struct json_object *zone = slice_is(type, "dynamiczone") ? changed_zone(attribute, uid, renamed) : NULL;
		const bool uses =
		    slice_is(type, "component") && slice_is(json_string(json_member(attribute, "component")), uid);
		changed |= zone || uses;
		if (zone)
			json_object_object_add(attribute, "components", zone);
		if (uses && renamed)
			json_object_object_add(attribute, "component", json_object_new_string(renamed));
		if (!uses || renamed)
			json_object_object_add(kept, name, json_object_get(attribute));
	}
	keep_attributes(model, kept, changed);
}

void models_remove_component(struct model_edits *models, const char *uid)
{
	for (size_t i = 0; i < models->count; i++)
		change_component(models->items[i], uid, NULL);
}

void models_rename_component(struct model_edits *models, const char *uid, const char *renamed)
{
	for (size_t i = 0; i < models->count; i++)
		change_component(models->items[i], uid, renamed);
}

static void remove_target(struct model_edit *model, const char *uid)
{
	struct json_object *kept = json_object_new_object();
	bool changed = false;
	json_object_object_foreach(model_attributes(model), name, attribute)
	{
		if (slice_is(json_string(json_member(attribute, "target")), uid))
			changed = true;
		else
			json_object_object_add(kept, name, json_object_get(attribute));
	}
	keep_attributes(model, kept, changed);
}

void models_remove_target(struct model_edits *models, const char *uid)
{
	for (size_t i = 0; i < models->count; i++)
		remove_target(models->items[i], uid);
}
