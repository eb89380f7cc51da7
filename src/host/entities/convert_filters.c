/* Filters of the entity service as the query engine's where: what names no attribute is left out. */
#include "convert_filters.h"

static bool is_record(struct json_object *json)
{
	return json_object_is_type(json, json_type_object) && !json_find(json, "@", NULL);
}

static bool is_operator(const char *key)
{
	static const char *const names[] = {
	    "$and",      "$or",          "$not",       "$in",           "$notIn",
	    "$eq",       "$eqi",         "$ne",        "$nei",          "$gt",
	    "$gte",      "$lt",          "$lte",       "$null",         "$notNull",
	    "$between",  "$startsWith",  "$endsWith",  "$startsWithi",  "$endsWithi",
	    "$contains", "$notContains", "$containsi", "$notContainsi", "$jsonSupersetOf"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(key, names[i]) == 0)
			return true;
	return false;
}

static struct json_object *convert(const struct content_type *schema, struct json_object *json);

static struct json_object *convert_list(const struct content_type *schema, struct json_object *list)
{
	struct json_object *converted = json_object_new_array();
	for (size_t i = 0; i < json_count(list); i++) {
		struct json_object *item = convert(schema, json_item(list, i));
		if (is_record(item) && !json_object_object_length(item))
			json_object_put(item);
		else
			json_object_array_add(converted, item);
	}
	return converted;
}

/* lodash's parseType for booleans, forced. */
static bool to_boolean(struct json_object *json)
{
	if (json_object_is_type(json, json_type_string)) {
		struct slice text = json_string(json);
		return text.len && !slice_is(text, "false") && !slice_is(text, "f") && !slice_is(text, "0");
	}
	if (json_object_is_type(json, json_type_int) || json_object_is_type(json, json_type_double))
		return json_object_get_double(json) != 0;
	return json_object_is_type(json, json_type_boolean) ? json_object_get_boolean(json)
	                                                    : json && !method_is_undefined(json);
}

/* The value under a key of an object; false when the key is left out. */
static bool convert_member(const struct content_type *schema, const char *key, struct json_object *value,
                           struct json_object **converted)
{
	const struct attribute *attribute = schema ? model_attribute(schema, slice_of(key)) : NULL;
	bool id = strcmp(key, "id") == 0;
	if (!is_operator(key) && !id && !attribute)
		return false;
	if (attribute && !id) {
		if (attribute->type == ATTRIBUTE_DYNAMICZONE || attribute->type == ATTRIBUTE_PASSWORD)
			return false;
		*converted = convert(attribute_is_scalar(attribute) ? schema : attribute->target, value);
	} else if (strcmp(key, "$null") == 0 || strcmp(key, "$notNull") == 0) {
		*converted = json_object_new_boolean(to_boolean(value));
	} else {
		*converted = convert(schema, value);
	}
	if (!is_record(*converted) || json_object_object_length(*converted))
		return true;
	json_object_put(*converted);
	return false;
}

static struct json_object *convert(const struct content_type *schema, struct json_object *json)
{
	if (json_object_is_type(json, json_type_array))
		return convert_list(schema, json);
	if (!is_record(json))
		return json_object_get(json);
	struct json_object *converted = json_object_new_object(), *member;
	json_object_object_foreach(json, key, value)
	{
		if (convert_member(schema, key, value, &member))
			json_object_object_add(converted, key, member);
	}
	return converted;
}

bool convert_filters(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                     struct json_object **where)
{
	if (!json_object_is_type(json, json_type_object) && !json_object_is_type(json, json_type_array))
		return method_fail(call, "The filters parameter must be an object or an array");
	*where = json_keep(call->arena, convert(schema, json));
	return true;
}
