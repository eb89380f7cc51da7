/* What of a copy may not be set. */
#include "clone_empty.h"

#include "schemas.h"

#include <json-c/json.h>

/* Whether all fields of a component, and of those in it, may be set. */
static bool may_set_all(struct entry_change *change, const struct ability_fields *fields,
                        const struct content_type *type, const char *path)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		const char *whole = arena_format(change->content.arena, "%s.%s", path, attribute->name);
		if (schemas_hide(change->call->shared->schemas, type, attribute))
			continue;
		if (attribute->type == ATTRIBUTE_COMPONENT ? !may_set_all(change, fields, attribute->target, whole)
		                                           : !ability_fields_have(fields, slice_of(whole)))
			return false;
	}
	return true;
}

/* What may not be set in a component is null in the copy. Where neither the source nor what was sent has the component,
 * or it may not be set at all, Strapi 4.26.2 makes one of these nulls, and refuses it where it lacks something:
 * excludeNotCreatableFields in the content manager. */
static void empty_component(struct entry_change *change, const struct ability_fields *fields,
                            const struct attribute *attribute, const char *path, struct json_object *parent,
                            struct json_object *source)
{
	struct json_object *value = json_member(parent, attribute->name);
	struct json_object *copied = json_member(source, attribute->name);
	if (attribute->multiple || may_set_all(change, fields, attribute->target, path))
		return;
	if (!json_object_is_type(value, json_type_object)) {
		if (json_object_is_type(copied, json_type_object) && ability_fields_have(fields, slice_of(path)))
			return;
		value = json_object_new_object();
		json_object_object_add(parent, attribute->name, value);
	}
	for (size_t i = 0; i < attribute->target->attribute_count; i++) {
		const struct attribute *inner = &attribute->target->attributes[i];
		const char *whole = arena_format(change->content.arena, "%s.%s", path, inner->name);
		if (schemas_hide(change->call->shared->schemas, attribute->target, inner))
			continue;
		if (inner->type == ATTRIBUTE_COMPONENT)
			empty_component(change, fields, inner, whole, value, copied);
		else if (inner->type != ATTRIBUTE_RELATION && !ability_fields_have(fields, slice_of(whole)))
			json_object_object_add(value, inner->name, NULL);
	}
}

void clone_empty(struct entry_change *change, const struct ability_fields *fields, struct json_object *data,
                 struct json_object *source)
{
	const struct admin_schemas *schemas = change->call->shared->schemas;
	for (size_t i = 0; i < change->type->attribute_count; i++) {
		const struct attribute *attribute = &change->type->attributes[i];
		if (schemas_hide(schemas, change->type, attribute))
			continue;
		if (attribute->type == ATTRIBUTE_COMPONENT)
			empty_component(change, fields, attribute, attribute->name, data, source);
		else if ((attribute->default_json || attribute->type == ATTRIBUTE_DYNAMICZONE) &&
		         !ability_fields_have(fields, slice_of(attribute->name)))
			json_object_object_add(data, attribute->name, NULL);
	}
}

void clone_take_out_nulls(struct entry_change *change, const struct ability_fields *fields, struct json_object *body)
{
	for (size_t i = 0; i < change->type->attribute_count; i++) {
		const struct attribute *attribute = &change->type->attributes[i];
		struct json_object *value;
		if (attribute->type == ATTRIBUTE_COMPONENT && !attribute->multiple &&
		    json_find(body, attribute->name, &value) && !value &&
		    !may_set_all(change, fields, attribute->target, attribute->name))
			json_object_object_del(body, attribute->name);
	}
}
