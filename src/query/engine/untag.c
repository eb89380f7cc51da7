/* Values of JavaScript as JSON that can be stored: what JSON has not is written as JSON.stringify does it. */
#include "engine.h"

#include <stdlib.h>

enum { DEEPEST_COMPONENT = 32 };

static struct json_object *plain_value(struct json_object *json);

/* {"@":"date","value":…}: what JSON.stringify makes of it. Of undefined and functions nothing. NaN stays what it is, as
 * an attribute of a number refuses it; written as JSON it is null. */
static struct json_object *plain_tagged(struct json_object *json)
{
	struct slice tag = json_string(json_member(json, "@"));
	struct json_object *value = json_member(json, "value");
	if (slice_is(tag, "date") || slice_is(tag, "bigint"))
		return json_object_get(value);
	if (slice_is(tag, "number"))
		return json_object_new_double(strtod(value ? json_object_get_string(value) : "NaN", NULL));
	return NULL;
}

static bool is_left_out(struct json_object *json)
{
	struct slice tag = json_string(json_member(json, "@"));
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

struct json_object *query_untag(struct arena *arena, struct json_object *json)
{
	return json_keep(arena, plain_value(json));
}

/* ---- dates in data of a type ---- */

struct data_dates {
	const struct engine *engine;
	bool validated;
};

/* Only a date that is none has no value. */
static bool is_valid(struct json_object *date)
{
	return json_string(json_member(date, "value")).len > 0;
}

static struct json_object *text_of(struct json_object *date)
{
	struct json_object *text = json_member(date, "text");
	return text ? json_object_get(text) : json_object_get(json_member(date, "value"));
}

static bool local_part(const struct data_dates *dates, enum attribute_type type, struct json_object *date,
                       struct json_object **stored)
{
	struct slice part = engine_local_part(type, date);
	if (!part.ptr)
		return error_set(dates->engine->error, 500, "RangeError", "Invalid time value");
	*stored = engine_new_text(part);
	return true;
}

static bool date_number(const struct data_dates *dates, struct json_object *date, struct json_object **stored)
{
	double number;
	if (!is_valid(date) || !engine_number(dates->engine, date, &number))
		return engine_fail(dates->engine, "Expected a valid Number, got Invalid Date");
	*stored = json_object_new_int64((int64_t)number);
	return true;
}

static bool is_number(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_INTEGER || attribute->type == ATTRIBUTE_FLOAT ||
	       attribute->type == ATTRIBUTE_DECIMAL || attribute->type == ATTRIBUTE_ID;
}

/* What an attribute stores for a date. Where a validation comes first, it is shown the date where it refuses one. */
static bool stored_date(const struct data_dates *dates, const struct attribute *attribute, struct json_object *date,
                        struct json_object **stored)
{
	*stored = NULL;
	switch (attribute->type) {
	case ATTRIBUTE_DATE:
	case ATTRIBUTE_TIME:
		return local_part(dates, attribute->type, date, stored);
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
	case ATTRIBUTE_ARRAY:
		*stored = json_object_get(json_member(date, "value"));
		return true;
	case ATTRIBUTE_BIGINTEGER:
		*stored = text_of(date);
		return true;
	default:
		break;
	}
	if (dates->validated)
		*stored = json_object_get(date);
	else if (attribute->type == ATTRIBUTE_BOOLEAN)
		*stored = json_object_new_boolean(true);
	else if (is_number(attribute))
		return date_number(dates, date, stored);
	else
		*stored = text_of(date);
	return true;
}

static bool store_dates(const struct data_dates *dates, const struct content_type *type, struct json_object *json,
                        struct json_object *plain, unsigned depth);

static const struct content_type *component_of(const struct attribute *attribute, struct json_object *json)
{
	const struct slice name = json_string(json_member(json, "__component"));
	if (attribute->type == ATTRIBUTE_COMPONENT)
		return attribute->target;
	for (size_t i = 0; i < attribute->component_count; i++)
		if (slice_is(name, attribute->components[i]->uid))
			return attribute->components[i];
	return NULL;
}

/* `json`: a component, or a list of them. */
static bool store_component_dates(const struct data_dates *dates, const struct attribute *attribute,
                                  struct json_object *json, struct json_object *plain, unsigned depth)
{
	if (json_object_is_type(json, json_type_array)) {
		for (size_t i = 0; i < json_object_array_length(json); i++) {
			struct json_object *item = json_object_array_get_idx(json, i);
			if (!json_object_is_type(item, json_type_array) &&
			    !store_component_dates(dates, attribute, item, json_object_array_get_idx(plain, i), depth))
				return false;
		}
		return true;
	}
	const struct content_type *component =
	    json_object_is_type(json, json_type_object) ? component_of(attribute, json) : NULL;
	return !component || depth >= DEEPEST_COMPONENT || store_dates(dates, component, json, plain, depth + 1);
}

/* JSON has nothing for them, and null would be kept in their place. */
static bool refuse_unstorable(const struct data_dates *dates, const struct attribute *attribute,
                              struct json_object *value)
{
	const bool buffer = engine_is_tag(value, "buffer");
	if (!buffer && !engine_is_tag(value, "function"))
		return true;
	return error_set(dates->engine->error, 501, "NotImplementedError", "lectern does not store a %s in %s",
	                 buffer ? "Buffer" : "function", attribute->name);
}

static bool store_dates(const struct data_dates *dates, const struct content_type *type, struct json_object *json,
                        struct json_object *plain, unsigned depth)
{
	if (!engine_is_record(json) || !json_object_is_type(plain, json_type_object))
		return true;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value, *stored;
		if (!json_find(json, attribute->name, &value))
			continue;
		if (attribute->type == ATTRIBUTE_COMPONENT || attribute->type == ATTRIBUTE_DYNAMICZONE) {
			if (!store_component_dates(dates, attribute, value, json_member(plain, attribute->name), depth))
				return false;
		} else if (attribute_is_scalar(attribute) && engine_is_tag(value, "date")) {
			if (!stored_date(dates, attribute, value, &stored))
				return false;
			json_object_object_add(plain, attribute->name, stored);
		} else if (attribute_is_scalar(attribute) && !refuse_unstorable(dates, attribute, value)) {
			return false;
		}
	}
	return true;
}

bool query_untag_data(struct arena *arena, const struct content_type *type, struct json_object *json, bool validated,
                      struct json_object **data, struct error *error)
{
	const struct engine engine = {.arena = arena, .error = error};
	const struct data_dates dates = {.engine = &engine, .validated = validated};
	*data = query_untag(arena, json);
	if (!json_object_is_type(json, json_type_array))
		return store_dates(&dates, type, json, *data, 0);
	for (size_t i = 0; i < json_object_array_length(json); i++)
		if (!store_dates(&dates, type, json_object_array_get_idx(json, i), json_object_array_get_idx(*data, i),
		                 0))
			return false;
	return true;
}
