/* Content-types that the builder makes, changes and deletes. */
#include "edit_types.h"
#include "edit.h"
#include "relations.h"

#include <json-c/json.h>

static const char *text_of(struct json_object *object, const char *name)
{
	return json_string(json_member(object, name)).ptr;
}

static void set_text(struct model_edits *models, struct model_edit *type, const char *group, const char *name,
                     const char *text)
{
	model_set(type, group, name, json_keep(models->arena, json_object_new_string(text)));
}

static void aim_at_itself(struct json_object *attributes, const char *uid)
{
	json_object_object_foreach(attributes, name, attribute)
	{
		(void)name;
		if (slice_is(json_string(json_member(attribute, "target")), "__self__"))
			json_object_object_add(attribute, "target", json_object_new_string(uid));
	}
}

/* Those of the description, and draftAndPublish, which stands beside them there. */
static void set_options(struct model_edits *models, struct model_edit *type, struct json_object *description)
{
	struct json_object *options = json_keep(models->arena, json_object_new_object());
	struct json_object *given = json_member_of_type(description, "options", json_type_object);
	if (given) {
		json_object_object_foreach(given, name, value)
		    json_object_object_add(options, name, json_object_get(value));
	}
	const bool drafts = json_object_get_boolean(json_member(description, "draftAndPublish"));
	json_object_object_add(options, "draftAndPublish", json_object_new_boolean(drafts));
	model_set(type, NULL, "options", options);
}

static const char *table_of(struct arena *arena, struct json_object *description)
{
	const char *given = text_of(description, "collectionName");
	char *table = arena_copy(arena, slice_of(given && *given ? given : text_of(description, "pluralName")));
	for (char *at = table; !(given && *given) && *at; at++)
		if (*at == '-')
			*at = '_';
	return table;
}

static void describe(struct model_edits *models, struct model_edit *type, struct json_object *description)
{
	static const char *const info[] = {"singularName", "pluralName", "displayName", "description"};
	const char *kind = text_of(description, "kind");
	set_text(models, type, NULL, "kind", kind && *kind ? kind : "collectionType");
	set_text(models, type, NULL, "collectionName", table_of(models->arena, description));
	for (size_t i = 0; i < COUNT_OF(info); i++)
		model_set(type, "info", info[i], json_member(description, info[i]));
	set_options(models, type, description);
	model_set(type, NULL, "pluginOptions", json_member(description, "pluginOptions"));
	model_set(type, NULL, "config", json_member(description, "config"));
}

bool edit_create_type(struct model_edits *models, struct json_object *body, struct model_edit **made,
                      struct error *error)
{
	struct arena *arena = models->arena;
	struct json_object *description = json_member(body, "contentType");
	struct json_object *attributes = json_member(description, "attributes");
	const char *name = text_of(description, "singularName");
	const char *uid = arena_format(arena, "api::%s.%s", name, name);
	if (!edit_name_components(models, body, "contentType", error))
		return false;
	if (models_find(models, uid, false))
		return error_set(error, 400, "ApplicationError", "contentType.alreadyExists");
	*made =
	    models_add(models, uid, false, arena_format(arena, "src/api/%s/content-types/%s/schema.json", name, name));
	aim_at_itself(attributes, uid);
	describe(models, *made, description);
	if (!edit_set_attributes(models, *made, attributes, error))
		return false;
	json_object_object_foreach(attributes, key, attribute)
	{
		const struct slice kind = json_string(json_member(attribute, "relation"));
		if (!slice_is(json_string(json_member(attribute, "type")), "relation"))
			continue;
		if (slice_is(kind, "manyToMany") || slice_is(kind, "oneToOne"))
			json_object_object_add(attribute, "dominant", json_object_new_boolean(true));
		if (!relation_set(models, *made, key, attribute, error))
			return false;
	}
	return edit_nested(models, body, uid, error);
}

/* What the panel does not show stays, and comes first. */
static struct json_object *with_hidden(const struct model_edits *models, const struct model_edit *type,
                                       struct json_object *attributes)
{
	struct json_object *all = json_keep(models->arena, json_object_new_object()), *visible;
	json_object_object_foreach(model_attributes(type), name, attribute)
	{
		if (json_find(attribute, "visible", &visible) && !json_object_get_boolean(visible))
			json_object_object_add(all, name, json_object_get(attribute));
	}
	json_object_object_foreach(attributes, given, value) json_object_object_add(all, given, json_object_get(value));
	return all;
}

bool edit_change_type(struct model_edits *models, struct model_edit *type, struct json_object *body,
                      struct error *error)
{
	struct json_object *description = json_member(body, "contentType");
	const char *kind = text_of(description, "kind");
	if (!edit_name_components(models, body, "contentType", error))
		return false;
	struct json_object *attributes =
	    edit_changeable(models, type, with_hidden(models, type, json_member(description, "attributes")));
	if (!relations_change(models, type, attributes, error))
		return false;
	if (kind && *kind)
		set_text(models, type, NULL, "kind", kind);
	model_set(type, "info", "displayName", json_member(description, "displayName"));
	model_set(type, "info", "description", json_member(description, "description"));
	set_options(models, type, description);
	model_set(type, NULL, "pluginOptions", json_member(description, "pluginOptions"));
	return edit_set_attributes(models, type, attributes, error) && edit_nested(models, body, NULL, error);
}

void edit_delete_type(struct model_edits *models, struct model_edit *type)
{
	models_remove_target(models, type->known_uid);
	type->deleted = true;
}
