#include "edit.h"

#include "../content/slug.h"
#include "plural.h"

#include <json-c/json.h>

static bool refuse(struct error *error, const char *message)
{
	return error_set(error, 400, "ApplicationError", "%s", message);
}

const char *edit_slug(struct arena *arena, struct slice text)
{
	return arena_copy(arena, slug_of(arena, text));
}

/* As a part of a table's name: "price_tags". */
static const char *table_part(struct arena *arena, struct slice text)
{
	char *part = arena_copy(arena, slug_of(arena, text));
	for (char *at = part; *at; at++)
		if (*at == '-')
			*at = '_';
	return part;
}

static struct slice member_text(struct json_object *object, const char *name)
{
	return json_string(json_member(object, name));
}

/* ---- attributes ---- */

/* A relation begins with its type, kind and target; its other side is named as files name it. */
static struct json_object *convert_relation(struct json_object *attribute)
{
	static const char *const first[] = {"type", "relation", "target"};
	struct json_object *converted = json_object_new_object();
	struct json_object *other = json_member(attribute, "targetAttribute"), *dominant;
	const struct slice kind = member_text(attribute, "relation");
	for (size_t i = 0; i < COUNT_OF(first); i++)
		if (json_member(attribute, first[i]))
			json_object_object_add(converted, first[i], json_object_get(json_member(attribute, first[i])));
	json_object_object_foreach(attribute, name, value)
	{
		if (strcmp(name, "targetAttribute") != 0 && strcmp(name, "dominant") != 0)
			json_object_object_add(converted, name, json_object_get(value));
	}
	if (!other)
		return converted;
	const bool not_dominant = json_find(attribute, "dominant", &dominant) && !json_object_get_boolean(dominant);
	const bool to_its_like = slice_is(kind, "oneToOne") || slice_is(kind, "manyToMany");
	if (slice_is(kind, "oneToMany") || (to_its_like && not_dominant))
		json_object_object_add(converted, "mappedBy", json_object_get(other));
	else if (to_its_like || slice_is(kind, "manyToOne"))
		json_object_object_add(converted, "inversedBy", json_object_get(other));
	return converted;
}

static struct json_object *convert(struct json_object *attribute)
{
	struct json_object *converted = NULL, *value;
	if (slice_is(member_text(attribute, "type"), "relation"))
		converted = convert_relation(attribute);
	else
		json_object_deep_copy(attribute, &converted, NULL);
	if (json_find(converted, "private", &value) && !json_object_get_boolean(value))
		json_object_object_del(converted, "private");
	if (json_find(converted, "configurable", &value) && (!value || json_object_get_boolean(value)))
		json_object_object_del(converted, "configurable");
	return converted;
}

/* To be released; NULL with *error when a relation leads nowhere. */
static struct json_object *convert_all(const struct model_edits *models, struct json_object *attributes,
                                       struct error *error)
{
	struct json_object *converted = json_object_new_object();
	json_object_object_foreach(attributes, name, attribute)
	{
		const struct slice target = member_text(attribute, "target");
		if (slice_is(member_text(attribute, "type"), "relation") && target.len &&
		    !models_find(models, target.ptr, false)) {
			error_set(error, 400, "ApplicationError", "target: %.*s does not exist",
			          slice_shown_length(target, 200), target.ptr);
			json_object_put(converted);
			return NULL;
		}
		json_object_object_add(converted, name, convert(attribute));
	}
	return converted;
}

bool edit_set_attributes(const struct model_edits *models, struct model_edit *model, struct json_object *attributes,
                         struct error *error)
{
	struct json_object *converted = convert_all(models, attributes, error);
	if (!converted)
		return false;
	model_set_attributes(model, converted);
	json_object_put(converted);
	return true;
}

struct json_object *edit_changeable(const struct model_edits *models, const struct model_edit *model,
                                    struct json_object *attributes)
{
	struct json_object *list = json_keep(models->arena, json_object_new_object());
	json_object_object_foreach(attributes, name, attribute)
	{
		struct json_object *there = model_attribute_json(model, name);
		if (!there || is_configurable(there))
			json_object_object_add(list, name, json_object_get(attribute));
	}
	return list;
}

/* ---- components ---- */

static struct json_object *described_attributes(struct json_object *description)
{
	return json_member(description, "attributes");
}

static const char *component_uid(struct arena *arena, struct json_object *description)
{
	return arena_format(arena, "%s.%s", edit_slug(arena, member_text(description, "category")),
	                    edit_slug(arena, member_text(description, "displayName")));
}

static void describe_component(struct model_edit *component, struct json_object *description)
{
	model_set(component, "info", "displayName", json_member(description, "displayName"));
	model_set(component, "info", "icon", json_member(description, "icon"));
	model_set(component, "info", "description", json_member(description, "description"));
	model_set(component, NULL, "pluginOptions", json_member(description, "pluginOptions"));
}

static bool has_table(const struct model_edits *models, const char *table)
{
	for (size_t i = 0; i < models->count; i++)
		if (models->items[i]->component &&
		    slice_is(member_text(models->items[i]->schema, "collectionName"), table))
			return true;
	return false;
}

static bool create_component(struct model_edits *models, struct json_object *description, struct model_edit **made,
                             struct error *error)
{
	struct arena *arena = models->arena;
	const struct slice display = member_text(description, "displayName");
	const char *category = edit_slug(arena, member_text(description, "category")),
		   *name = edit_slug(arena, display);
	const char *uid = component_uid(arena, description);
	if (!*category || !*name)
		return refuse(error, "displayName has no letter or digit that can stand in the name of a file");
	const char *table =
	    arena_format(arena, "components_%s_%s", table_part(arena, member_text(description, "category")),
	                 table_part(arena, slice_of(plural_of(arena, arena_copy(arena, display)))));
	if (models_find(models, uid, true) || has_table(models, table))
		return refuse(error, "component.alreadyExists");
	*made = models_add(models, uid, true, arena_format(arena, "src/components/%s/%s.json", category, name));
	struct json_object *text = json_keep(arena, json_object_new_string(table));
	model_set(*made, NULL, "collectionName", text);
	describe_component(*made, description);
	model_set(*made, NULL, "config", json_member(description, "config"));
	return edit_set_attributes(models, *made, described_attributes(description), error);
}

static bool change_component(struct model_edits *models, struct model_edit *component, struct json_object *description,
                             struct error *error)
{
	struct arena *arena = models->arena;
	const char *category = edit_slug(arena, member_text(description, "category"));
	const char *uid = arena_format(arena, "%s.%s", category, component->name);
	const bool moved = strcmp(uid, component->known_uid) != 0;
	if (!*category)
		return refuse(error, "category has no letter that can stand in the name of a folder");
	if (moved && models_find(models, uid, true))
		return refuse(error, "component.edit.alreadyExists");
	component->uid = uid;
	if (moved)
		component->file = arena_format(arena, "src/components/%s/%s.json", category, component->name);
	describe_component(component, description);
	if (!edit_set_attributes(models, component,
	                         edit_changeable(models, component, described_attributes(description)), error))
		return false;
	if (moved)
		models_rename_component(models, component->known_uid, uid);
	return true;
}

bool edit_create_component(struct model_edits *models, struct json_object *body, struct model_edit **made,
                           struct error *error)
{
	return edit_name_components(models, body, "component", error) &&
	       create_component(models, json_member(body, "component"), made, error) &&
	       edit_nested(models, body, NULL, error);
}

bool edit_change_component(struct model_edits *models, struct model_edit *component, struct json_object *body,
                           struct error *error)
{
	return edit_name_components(models, body, "component", error) &&
	       change_component(models, component, json_member(body, "component"), error) &&
	       edit_nested(models, body, NULL, error);
}

void edit_delete_component(struct model_edits *models, struct model_edit *component)
{
	models_remove_component(models, component->known_uid);
	component->deleted = true;
}

/* ---- components of a body ---- */

static void aim_at(struct json_object *description, const char *word, const char *uid)
{
	struct json_object *attributes = described_attributes(description);
	if (!uid || !json_object_is_type(attributes, json_type_object))
		return;
	json_object_object_foreach(attributes, name, attribute)
	{
		(void)name;
		if (slice_is(member_text(attribute, "target"), word))
			json_object_object_add(attribute, "target", json_object_new_string(uid));
	}
}

bool edit_nested(struct model_edits *models, struct json_object *body, const char *own, struct error *error)
{
	struct json_object *components = json_member(body, "components");
	struct model_edit *made;
	for (size_t i = 0; i < json_count(components); i++) {
		struct json_object *description = json_item(components, i);
		const struct slice uid = member_text(description, "uid");
		struct model_edit *component = uid.len ? models_find(models, uid.ptr, true) : NULL;
		aim_at(description, "__contentType__", own);
		if (!uid.ptr && !create_component(models, description, &made, error))
			return false;
		if (uid.ptr && (!component || !component->known_uid))
			return refuse(error, "component.notFound");
		if (component && !change_component(models, component, description, error))
			return false;
	}
	return true;
}

/* The uid that a temporary one stands for, or NULL. */
static const char *temporary(struct arena *arena, struct json_object *body, struct slice uid)
{
	struct json_object *components = json_member(body, "components");
	for (size_t i = 0; i < json_count(components); i++) {
		struct json_object *description = json_item(components, i);
		const struct slice its = member_text(description, "tmpUID");
		if (its.ptr && slice_equals(its, uid))
			return component_uid(arena, description);
	}
	return NULL;
}

static bool exists(const struct model_edits *models, struct slice uid)
{
	const struct model_edit *component = uid.len ? models_find(models, uid.ptr, true) : NULL;
	return component && component->known_uid;
}

static bool name_in_zone(struct model_edits *models, struct json_object *body, struct json_object *zone,
                         struct error *error)
{
	struct json_object *components = json_member(zone, "components");
	for (size_t i = 0; i < json_count(components); i++) {
		const struct slice uid = json_string(json_item(components, i));
		const char *named = temporary(models->arena, body, uid);
		if (!named && !exists(models, uid))
			return refuse(error, "component.notFound");
		if (named)
			json_object_array_put_idx(components, i, json_object_new_string(named));
	}
	return true;
}

static bool name_in(struct model_edits *models, struct json_object *body, struct json_object *description,
                    struct error *error)
{
	json_object_object_foreach(described_attributes(description), name, attribute)
	{
		const struct slice type = member_text(attribute, "type"), uid = member_text(attribute, "component");
		const char *named = temporary(models->arena, body, uid);
		(void)name;
		if (slice_is(type, "dynamiczone") && !name_in_zone(models, body, attribute, error))
			return false;
		if (!slice_is(type, "component"))
			continue;
		if (!named && !exists(models, uid))
			return refuse(error, "component.notFound");
		if (named)
			json_object_object_add(attribute, "component", json_object_new_string(named));
	}
	return true;
}

bool edit_name_components(struct model_edits *models, struct json_object *body, const char *member, struct error *error)
{
	struct json_object *components = json_member(body, "components");
	if (!name_in(models, body, json_member(body, member), error))
		return false;
	for (size_t i = 0; i < json_count(components); i++)
		if (!name_in(models, body, json_item(components, i), error))
			return false;
	return true;
}
