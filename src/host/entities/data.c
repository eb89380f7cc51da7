/* Data that code gives to be stored. */
#include "data.h"

/* A join column may be set by its own name, too. */
static void name_join_columns(const struct content_type *type, struct json_object *data)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (attribute->link.kind == LINK_JOIN_COLUMN && !json_find(data, attribute->name, NULL) &&
		    json_find(data, attribute->link.target_column, &value))
			json_object_object_add(data, attribute->name, json_object_get(value));
	}
}

static bool read(const struct method_call *call, struct json_object *json, bool validated, struct json_object **data)
{
	if (!query_untag_data(call->arena, call->type, json, validated, data, call->error))
		return false;
	if (json_object_is_type(*data, json_type_object))
		name_join_columns(call->type, *data);
	return true;
}

bool data_read(const struct method_call *call, struct json_object *json, struct json_object **data)
{
	return read(call, json, false, data);
}

bool data_read_unvalidated(const struct method_call *call, struct json_object *json, struct json_object **data)
{
	return read(call, json, true, data);
}

static bool is_related(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_MEDIA ||
	       (attribute->type == ATTRIBUTE_RELATION && !attribute_is_morph_to(attribute) &&
	        attribute->link.kind != LINK_JOIN_COLUMN);
}

bool data_check_ids(const struct method_call *call, struct json_object *data)
{
	struct json_object *value = NULL, *id = NULL;
	for (size_t i = 0; i < call->type->attribute_count; i++)
		if (is_related(&call->type->attributes[i]) && json_find(data, call->type->attributes[i].name, &value) &&
		    json_find(value, "id", &id) && (!id || method_is_undefined(id)))
			return method_fail(call, "Invalid id, expected a string or integer, got [object Object]");
	return true;
}
