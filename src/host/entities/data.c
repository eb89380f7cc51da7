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

struct json_object *data_read(const struct method_call *call, struct json_object *json)
{
	struct json_object *data = query_untag(call->arena, json);
	if (json_object_is_type(data, json_type_object))
		name_join_columns(call->type, data);
	return data;
}
