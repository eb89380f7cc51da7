/* The parameter `populate` of the entity service as that of the query engine. */
#include "convert_populate.h"
#include "convert.h"
#include "convert_filters.h"

static bool is_record(struct json_object *json)
{
	return json_object_is_type(json, json_type_object) && !json_find(json, "@", NULL);
}

static bool invalid_populate(const struct method_call *call)
{
	return method_fail(call,
	                   "Invalid populate parameter. Expected a string, an array of strings, a populate object");
}

static struct json_object *new_boolean(const struct method_call *call, bool value)
{
	return json_keep(call->arena, json_object_new_boolean(value));
}

/* lodash's merge: objects member by member, lists item by item. */
static void merge(struct json_object *target, struct json_object *source)
{
	json_object_object_foreach(source, key, value)
	{
		struct json_object *there;
		bool has = json_find(target, key, &there);
		if (has && is_record(there) && is_record(value)) {
			merge(there, value);
		} else if (has && json_object_is_type(there, json_type_array) &&
		           json_object_is_type(value, json_type_array)) {
			for (size_t i = 0; i < json_count(value); i++)
				json_object_array_put_idx(there, i, json_object_get(json_item(value, i)));
		} else {
			json_object_object_add(target, key, json_object_get(value));
		}
	}
}

static bool convert_texts(const struct method_call *call, struct json_object *json, struct json_object **populate)
{
	bool text = json_object_is_type(json, json_type_string);
	*populate = json_keep(call->arena, json_object_new_array());
	for (size_t i = 0; i < (text ? 1 : json_count(json)); i++) {
		struct json_object *item = text ? json : json_item(json, i);
		struct slice names = json_string(item), name;
		if (!json_object_is_type(item, json_type_string))
			return invalid_populate(call);
		while (slice_split(&names, ',', &name)) {
			name = slice_trim(name);
			bool there = false;
			for (size_t j = 0; j < json_count(*populate) && !text; j++)
				there = there || slice_equals(json_string(json_item(*populate, j)), name);
			if (!there)
				json_object_array_add(*populate, json_object_new_string_len(name.ptr, (int)name.len));
		}
	}
	return true;
}

/* {"on":{type: options}} */
static bool convert_on(const struct method_call *call, struct json_object *on, struct json_object **options)
{
	struct json_object *types = json_object_new_object(), *converted = NULL;
	*options = method_object(call);
	json_object_object_add(*options, "on", types);
	if (!is_record(on))
		return true;
	json_object_object_foreach(on, uid, value)
	{
		if (!convert_nested(call, model_type(call->registry, slice_of(uid)), value, &converted))
			return false;
		json_object_object_add(types, uid, json_object_get(converted));
	}
	return true;
}

/* For a dynamic zone: the options as each of its components understands them, merged. False in *found when none does.
 */
static bool convert_zone(const struct method_call *call, const struct attribute *attribute, struct json_object *json,
                         struct json_object **options, bool *found)
{
	struct json_object *converted = NULL;
	*options = method_object(call);
	*found = false;
	for (size_t i = 0; i < attribute->component_count; i++) {
		if (!convert_nested(call, attribute->components[i], json, &converted))
			return false;
		if (is_record(converted))
			merge(*options, converted);
		*found = *found || is_record(converted) || json_object_get_boolean(converted);
	}
	return true;
}

static bool convert_member(const struct method_call *call, const struct attribute *attribute, struct json_object *json,
                           struct json_object *populate)
{
	bool morph = attribute_is_morph_to(attribute), zone = attribute->type == ATTRIBUTE_DYNAMICZONE, found = true;
	struct json_object *options = NULL;
	if (!json)
		return method_fail(call, "Cannot use 'in' operator to search for 'on' in null");
	if ((zone || morph) && method_member(json, "on")) {
		if (!convert_on(call, method_member(json, "on"), &options))
			return false;
	} else if (zone) {
		if (!convert_zone(call, attribute, json, &options, &found))
			return false;
	} else {
		if (!convert_nested(call, morph ? NULL : attribute->target, json, &options))
			return false;
		found = morph || !json_object_is_type(options, json_type_boolean) || json_object_get_boolean(options);
	}
	if (found)
		json_object_object_add(populate, attribute->name, json_object_get(options));
	return true;
}

static bool convert_object(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                           struct json_object **populate)
{
	*populate = method_object(call);
	if (!schema)
		return true;
	json_object_object_foreach(json, key, value)
	{
		const struct attribute *attribute = model_attribute(schema, slice_of(key));
		if (attribute && !attribute_is_scalar(attribute) && !convert_member(call, attribute, value, *populate))
			return false;
	}
	return true;
}

bool convert_populate(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                      struct json_object **populate)
{
	if (slice_is(json_string(json), "*")) {
		*populate = new_boolean(call, true);
		return true;
	}
	if (json_object_is_type(json, json_type_string) || json_object_is_type(json, json_type_array))
		return convert_texts(call, json, populate);
	return is_record(json) ? convert_object(call, schema, json, populate) : invalid_populate(call);
}

/* The member when JavaScript takes it for true. */
static struct json_object *truthy(struct json_object *object, const char *name)
{
	struct json_object *member = method_member(object, name);
	return json_is_truthy(member) ? member : NULL;
}

static bool read_count(const struct method_call *call, struct json_object *json, bool *count)
{
	struct slice text = json_text(call->arena, json);
	*count = slice_is(text, "true") || slice_is(text, "t") || slice_is(text, "1");
	return *count || slice_is(text, "false") || slice_is(text, "f") || slice_is(text, "0") ||
	       method_fail(call, "Invalid boolean input. Expected \"t\",\"1\",\"true\",\"false\",\"0\",\"f\"");
}

static bool convert_options(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                            struct json_object *query)
{
	struct json_object *sort = truthy(json, "sort"), *filters = truthy(json, "filters"), *made = NULL;
	struct json_object *fields = truthy(json, "fields"), *populate = truthy(json, "populate");
	struct json_object *count = truthy(json, "count"), *ordering = truthy(json, "ordering");
	bool counted;
	if (sort) {
		if (!convert_sort(call, sort, &made))
			return false;
		json_object_object_add(query, "orderBy", json_object_get(made));
	}
	if (filters) {
		if (!convert_filters(call, schema, filters, &made))
			return false;
		json_object_object_add(query, "where", json_object_get(made));
	}
	if (fields) {
		if (!convert_fields(call, fields, &made))
			return false;
		if (made)
			json_object_object_add(query, "select", json_object_get(made));
	}
	if (populate) {
		if (!convert_populate(call, schema, populate, &made))
			return false;
		json_object_object_add(query, "populate", json_object_get(made));
	}
	if (count) {
		if (!read_count(call, count, &counted))
			return false;
		json_object_object_add(query, "count", json_object_new_boolean(counted));
	}
	if (ordering)
		json_object_object_add(query, "ordering", json_object_get(ordering));
	return convert_pages(call, json, query) && convert_publication(call, schema, json, query);
}

bool convert_nested(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                    struct json_object **options)
{
	if (json_object_is_type(json, json_type_boolean)) {
		*options = new_boolean(call, json_object_get_boolean(json));
		return true;
	}
	if (json_object_is_type(json, json_type_string)) {
		struct slice text = json_string(json);
		*options = new_boolean(call, text.len && !slice_is(text, "false") && !slice_is(text, "f") &&
		                                 !slice_is(text, "0"));
		return true;
	}
	if (!is_record(json))
		return method_fail(call, "Invalid nested populate. Expected '*' or an object");
	*options = method_object(call);
	return convert_options(call, schema, json, *options);
}
