#include "drop.h"

#include <json-c/json.h>

static bool is_empty_text(struct json_object *value)
{
	return json_object_is_type(value, json_type_string) && !json_string(value).len;
}

void drop_empty_defaults(struct json_object *model)
{
	struct json_object *attributes = json_member_of_type(model, "attributes", json_type_object);
	if (!attributes)
		return;
	json_object_object_foreach(attributes, name, attribute)
	{
		(void)name;
		if (is_empty_text(json_member(attribute, "default")))
			json_object_object_del(attribute, "default");
	}
}

void drop_lost_targets(struct json_object *model)
{
	struct json_object *attributes = json_member_of_type(model, "attributes", json_type_object);
	if (!attributes)
		return;
	json_object_object_foreach(attributes, name, attribute)
	{
		const struct slice target = json_string(json_member(attribute, "targetField"));
		(void)name;
		if (slice_is(json_string(json_member(attribute, "type")), "uid") && target.ptr &&
		    !json_find(attributes, target.ptr, NULL))
			json_object_object_del(attribute, "targetField");
	}
}

void drop_nested_defaults(struct json_object *body)
{
	struct json_object *components = json_member(body, "components");
	for (size_t i = 0; i < json_count(components); i++)
		if (json_find(json_item(components, i), "uid", NULL))
			drop_empty_defaults(json_item(components, i));
}
