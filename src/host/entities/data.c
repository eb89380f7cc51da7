/* Data that code gives, as JSON that can be stored: tags are taken out. */
#include "data.h"

static struct json_object *plain_value(struct json_object *json);

/* {"@":"date","value":…}: what JSON.stringify makes of it. Of undefined and functions nothing. */
static struct json_object *plain_tagged(struct json_object *json)
{
	struct slice tag = service_tag(json);
	struct json_object *value = json_member(json, "value");
	if (slice_is(tag, "date") || slice_is(tag, "bigint"))
		return json_object_get(value);
	return NULL;
}

static bool is_left_out(struct json_object *json)
{
	struct slice tag = service_tag(json);
	return slice_is(tag, "undefined") || slice_is(tag, "function");
}

static struct json_object *plain_object(struct json_object *json)
{
	struct json_object *plain = json_object_new_object();
	json_object_object_foreach(json, key, value)
	{
		if (!is_left_out(value))
			json_object_object_add(plain, key[0] == '@' && key[1] == '@' ? key + 1 : key,
			                       plain_value(value));
	}
	return plain;
}

static struct json_object *plain_list(struct json_object *json)
{
	struct json_object *plain = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(json); i++)
		json_object_array_add(plain, plain_value(json_object_array_get_idx(json, i)));
	return plain;
}

static struct json_object *plain_value(struct json_object *json)
{
	if (json_object_is_type(json, json_type_array))
		return plain_list(json);
	if (!json_object_is_type(json, json_type_object))
		return json_object_get(json);
	return json_object_object_get_ex(json, "@", NULL) ? plain_tagged(json) : plain_object(json);
}

/* A join column may be set by its own name, too. */
static void name_join_columns(const struct content_type *type, struct json_object *data)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (attribute->link.kind == LINK_JOIN_COLUMN &&
		    !json_object_object_get_ex(data, attribute->name, NULL) &&
		    json_object_object_get_ex(data, attribute->link.target_column, &value))
			json_object_object_add(data, attribute->name, json_object_get(value));
	}
}

struct json_object *data_read(const struct method_call *call, struct json_object *json)
{
	struct json_object *data = json_keep(call->arena, plain_value(json));
	if (json_object_is_type(data, json_type_object))
		name_join_columns(call->type, data);
	return data;
}
