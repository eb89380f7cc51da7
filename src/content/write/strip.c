/* What clients may not set is taken out of what they sent: also relations to what they may not find. */
#include "strip.h"

#include "input.h"

struct stripping {
	const struct content_change *change;
	const struct registry *registry;
};

static bool may_find(const struct stripping *stripping, const struct content_type *type)
{
	return stripping->change->rights.may_find(stripping->change->rights.context, type);
}

/* Items of a polymorphic relation name their type. An unknown one is no link to anything. */
static bool may_link(const struct stripping *stripping, struct json_object *item)
{
	struct json_object *name;
	const struct content_type *type = NULL;
	if (json_find(item, "__type", &name))
		type = model_type(stripping->registry, json_string(name));
	return !type || may_find(stripping, type);
}

/* Leaves in a list, or in the place of one, what may be found. False when nothing is left of it. */
static bool keep_items(const struct stripping *stripping, struct json_object *items)
{
	if (!json_object_is_type(items, json_type_array))
		return may_link(stripping, items);
	for (size_t i = json_object_array_length(items); i-- > 0;)
		if (!may_link(stripping, json_object_array_get_idx(items, i)))
			json_object_array_del_idx(items, i, 1);
	return json_object_array_length(items) > 0;
}

/* The same in every form of a polymorphic relation. False when it is no change any more: as in Strapi so is a
 * list without any. */
static bool keep_links(const struct stripping *stripping, struct json_object *value)
{
	static const char *const lists[] = {"connect", "disconnect", "set"};
	if (!json_object_is_type(value, json_type_object) || json_find(value, "id", NULL))
		return keep_items(stripping, value);
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		struct json_object *items;
		bool none = !json_find(value, lists[i], &items) ||
		            (json_object_is_type(items, json_type_array) && !json_object_array_length(items));
		if (!none && !keep_items(stripping, items))
			json_object_object_del(value, lists[i]);
	}
	return true;
}

static bool is_forbidden(const struct stripping *stripping, const struct attribute *attribute,
                         struct json_object *value)
{
	if (attribute->creator)
		return true;
	if (attribute->type == ATTRIBUTE_RELATION && attribute->target)
		return !may_find(stripping, attribute->target);
	return attribute_is_morph_to(attribute) && value && !keep_links(stripping, value);
}

static void strip(const struct stripping *stripping, const struct content_type *type, struct json_object *data,
                  int depth);

static void strip_part(const struct stripping *stripping, const struct attribute *attribute, struct json_object *part,
                       int depth)
{
	const struct content_type *type = input_component_type(stripping->registry, attribute, part);
	if (type)
		strip(stripping, type, part, depth);
}

static void strip(const struct stripping *stripping, const struct content_type *type, struct json_object *data,
                  int depth)
{
	if (!json_object_is_type(data, json_type_object) || depth > WRITE_DEEPEST_COMPONENT)
		return;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (!json_find(data, attribute->name, &value))
			continue;
		if ((depth == 0 && !attribute->writable) || is_forbidden(stripping, attribute, value)) {
			json_object_object_del(data, attribute->name);
			continue;
		}
		if (!attribute_holds_components(attribute))
			continue;
		if (!json_object_is_type(value, json_type_array))
			strip_part(stripping, attribute, value, depth + 1);
		for (size_t j = 0; json_object_is_type(value, json_type_array) && j < json_object_array_length(value);
		     j++)
			strip_part(stripping, attribute, json_object_array_get_idx(value, j), depth + 1);
	}
	if (depth == 0)
		json_object_object_del(data, "id");
}

void strip_change(const struct content_change *change, const struct registry *registry)
{
	const struct stripping stripping = {change, registry};
	strip(&stripping, change->type, change->data, 0);
}
