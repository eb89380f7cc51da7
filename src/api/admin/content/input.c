#include "input.h"

#include "schemas.h"

struct cutter {
	struct arena *arena;
	const struct admin_schemas *schemas;
	const struct ability_fields *fields;
};

static void cut(const struct cutter *cutter, const struct content_type *type, struct json_object *data,
                struct slice path);

static bool may_set(const struct cutter *cutter, const struct content_type *type, const struct attribute *attribute,
                    struct slice path)
{
	if (schemas_hide(cutter->schemas, type, attribute))
		return false;
	return (attribute->hidden && attribute->writable) || ability_fields_have(cutter->fields, path);
}

static const struct content_type *component_of(const struct attribute *attribute, struct json_object *item)
{
	if (attribute->type == ATTRIBUTE_COMPONENT)
		return attribute->target;
	const struct slice uid = json_string(json_member(item, "__component"));
	for (size_t i = 0; i < attribute->component_count; i++)
		if (slice_is(uid, attribute->components[i]->uid))
			return attribute->components[i];
	return NULL;
}

static void cut_component(const struct cutter *cutter, const struct attribute *attribute, struct json_object *item,
                          struct slice path)
{
	const struct content_type *type = component_of(attribute, item);
	if (type && json_object_is_type(item, json_type_object))
		cut(cutter, type, item, path);
}

static void cut(const struct cutter *cutter, const struct content_type *type, struct json_object *data,
                struct slice path)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		const char *whole =
		    path.len ? arena_format(cutter->arena, "%.*s.%s", (int)path.len, path.ptr, attribute->name)
			     : attribute->name;
		if (!json_find(data, attribute->name, &value))
			continue;
		/* Strapi 4.26.2 (toAssocs in its database) finds nothing to connect in true. */
		const bool nothing = (attribute->type == ATTRIBUTE_RELATION || attribute->type == ATTRIBUTE_MEDIA) &&
		                     json_object_is_type(value, json_type_boolean) && json_object_get_boolean(value);
		if (nothing || !may_set(cutter, type, attribute, slice_of(whole))) {
			json_object_object_del(data, attribute->name);
			continue;
		}
		if (!attribute_holds_components(attribute))
			continue;
		if (json_object_is_type(value, json_type_array))
			for (size_t j = 0; j < json_object_array_length(value); j++)
				cut_component(cutter, attribute, json_object_array_get_idx(value, j), slice_of(whole));
		else
			cut_component(cutter, attribute, value, slice_of(whole));
	}
}

void input_cut(struct admin_call *call, const struct content_type *type, const struct ability_fields *fields,
               struct json_object *data)
{
	const struct cutter cutter = {call->http->arena, call->shared->schemas, fields};
	cut(&cutter, type, data, SLICE(""));
	/* The id of an entry is the server's. */
	json_object_object_del(data, "id");
}

void input_sign(struct admin_call *call, const struct content_type *type, struct json_object *data, bool creation)
{
	static const char *const names[] = {"updatedBy", "createdBy"};
	for (size_t i = 0; i < (creation ? 2 : 1); i++)
		if (model_attribute(type, slice_of(names[i])))
			json_object_object_add(data, names[i], json_object_new_int64(call->admin.id));
	if (!creation)
		json_object_object_del(data, "createdBy");
}
