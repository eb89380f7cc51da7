/* What the form of a copy has, over what the source has. */
#include "clone_overlay.h"

#include <json-c/json.h>

/* ---- what is sent for a relation, over what the source has ---- */

static int64_t id_in(struct json_object *item)
{
	struct json_object *id = json_object_is_type(item, json_type_object) ? json_member(item, "id") : item;
	int64_t number = json_object_get_int64(id);
	return json_object_is_type(id, json_type_string) && !slice_to_int64(json_string(id), &number) ? 0 : number;
}

static struct json_object *list_of(struct json_object *value)
{
	struct json_object *list = json_object_new_array();
	if (json_object_is_type(value, json_type_array))
		for (size_t i = 0; i < json_object_array_length(value); i++)
			json_object_array_add(list, json_object_get(json_object_array_get_idx(value, i)));
	else if (value)
		json_object_array_add(list, json_object_get(value));
	return list;
}

static bool is_change(struct json_object *sent)
{
	return json_object_is_type(sent, json_type_object) && !json_member(sent, "set") && !json_member(sent, "id");
}

static bool holds_id(struct json_object *items, int64_t id)
{
	for (size_t i = 0; i < json_object_array_length(items); i++)
		if (id_in(json_object_array_get_idx(items, i)) == id)
			return true;
	return false;
}

/* What the new entry connects: what the source has without what the change disconnects, then what the change connects,
 * with its positions. A relation to one connects what the change connects alone, if anything. */
static struct json_object *merge_relation(const struct attribute *attribute, struct json_object *copied,
                                          struct json_object *sent)
{
	struct json_object *merged = json_object_new_object();
	struct json_object *sent_items = list_of(json_member(sent, "connect"));
	struct json_object *disconnect = list_of(json_member(sent, "disconnect"));
	struct json_object *source_ids = list_of(copied), *connect = json_object_new_array();
	const bool replaced = !attribute->multiple && json_object_array_length(sent_items);
	for (size_t i = 0; !replaced && i < json_object_array_length(source_ids); i++) {
		struct json_object *id = json_object_array_get_idx(source_ids, i);
		if (!holds_id(disconnect, id_in(id)) && !holds_id(sent_items, id_in(id)))
			json_object_array_add(connect, json_object_get(id));
	}
	for (size_t i = 0; i < json_object_array_length(sent_items); i++)
		json_object_array_add(connect, json_object_get(json_object_array_get_idx(sent_items, i)));
	json_object_put(sent_items);
	json_object_put(disconnect);
	json_object_put(source_ids);
	json_object_object_add(merged, "connect", connect);
	return merged;
}

/* ---- JSON ---- */

static struct json_object *merge_json(struct json_object *old, struct json_object *sent);

/* Members of an object that are places of the list count; the rest is lost, as it is in Strapi when the list is
 * written. */
static struct json_object *merge_places(struct json_object *old, struct json_object *sent)
{
	struct json_object *merged = list_of(old);
	json_object_object_foreach(sent, name, value)
	{
		int64_t place;
		if (slice_to_int64(slice_of(name), &place) && place >= 0 &&
		    (size_t)place <= json_object_array_length(merged))
			json_object_array_put_idx(merged, (size_t)place,
			                          merge_json(json_object_array_get_idx(merged, (size_t)place), value));
	}
	return merged;
}

static struct json_object *merge_members(struct json_object *old, struct json_object *sent)
{
	struct json_object *merged = json_object_new_object();
	json_object_object_foreach(old, old_name, kept)
	{
		json_object_object_add(merged, old_name, json_object_get(kept));
	}
	json_object_object_foreach(sent, name, value)
	{
		json_object_object_add(merged, name, merge_json(json_member(old, name), value));
	}
	return merged;
}

static struct json_object *merge_items(struct json_object *old, struct json_object *sent)
{
	struct json_object *merged = list_of(old);
	for (size_t i = 0; i < json_object_array_length(sent); i++)
		json_object_array_put_idx(
		    merged, i, merge_json(json_object_array_get_idx(old, i), json_object_array_get_idx(sent, i)));
	return merged;
}

/* As lodash's merge: members of objects, and items of lists by their place. To be released. */
static struct json_object *merge_json(struct json_object *old, struct json_object *sent)
{
	const bool list = json_object_is_type(old, json_type_array);
	if (json_object_is_type(sent, json_type_array) && list)
		return merge_items(old, sent);
	if (json_object_is_type(sent, json_type_object) && list)
		return merge_places(old, sent);
	if (json_object_is_type(sent, json_type_object) && json_object_is_type(old, json_type_object))
		return merge_members(old, sent);
	return json_object_get(sent);
}

/* ---- fields ---- */

static struct json_object *overlay(const struct attribute *attribute, struct json_object *sent,
                                   struct json_object *copied, struct json_object *source);

/* The type of a component that was sent, NULL when there is none of that name. */
static const struct content_type *component_type(const struct attribute *attribute, struct json_object *item)
{
	const struct slice uid = json_string(json_member(item, "__component"));
	for (size_t i = 0; attribute->type == ATTRIBUTE_DYNAMICZONE && i < attribute->component_count; i++)
		if (slice_is(uid, attribute->components[i]->uid))
			return attribute->components[i];
	return attribute->target;
}

static void overlay_component(const struct attribute *attribute, struct json_object *sent, struct json_object *copied,
                              struct json_object *source)
{
	const struct content_type *type = component_type(attribute, sent);
	for (size_t i = 0; type && i < type->attribute_count; i++) {
		const struct attribute *inner = &type->attributes[i];
		struct json_object *value, *old;
		if (!json_find(copied, inner->name, &old))
			continue;
		if (!json_find(sent, inner->name, &value))
			json_object_object_add(sent, inner->name, json_object_get(old));
		else
			json_object_object_add(sent, inner->name,
			                       overlay(inner, value, old, json_member(source, inner->name)));
	}
}

/* An item of a list is one of the source where it has its id, and in a zone its type. */
static void overlay_item(const struct attribute *attribute, struct json_object *sent, struct json_object *copied,
                         struct json_object *source)
{
	const int64_t id = json_object_is_type(sent, json_type_object) ? id_in(sent) : 0;
	if (!id || !json_object_is_type(source, json_type_array))
		return;
	for (size_t i = 0; i < json_object_array_length(source); i++) {
		struct json_object *item = json_object_array_get_idx(source, i);
		if (id_in(item) != id || component_type(attribute, item) != component_type(attribute, sent))
			continue;
		overlay_component(attribute, sent, json_object_array_get_idx(copied, i), item);
		return;
	}
}

/* The value of a field in the copy, to be released. */
static struct json_object *overlay(const struct attribute *attribute, struct json_object *sent,
                                   struct json_object *copied, struct json_object *source)
{
	if (attribute->type == ATTRIBUTE_RELATION && !attribute_is_morph(attribute) && is_change(sent))
		return merge_relation(attribute, copied, sent);
	if (attribute->type == ATTRIBUTE_JSON || attribute->type == ATTRIBUTE_BLOCKS)
		return merge_json(copied, sent);
	if (attribute_holds_components(attribute) && json_object_is_type(sent, json_type_array))
		for (size_t i = 0; i < json_object_array_length(sent); i++)
			overlay_item(attribute, json_object_array_get_idx(sent, i), copied, source);
	else if (attribute_holds_components(attribute) && json_object_is_type(sent, json_type_object) &&
	         json_object_is_type(copied, json_type_object))
		overlay_component(attribute, sent, copied, source);
	return json_object_get(sent);
}

void clone_overlay(const struct content_type *type, struct json_object *data, struct json_object *body,
                   struct json_object *copied, struct json_object *source)
{
	json_object_object_foreach(body, name, sent)
	{
		const struct attribute *attribute = model_attribute(type, slice_of(name));
		json_object_object_add(
		    data, name,
		    attribute ? overlay(attribute, sent, json_member(copied, name), json_member(source, name))
			      : json_object_get(sent));
	}
}
