/* Values of JavaScript as JSON that can be stored: what JSON has not is written as JSON.stringify does it. */
#include "engine.h"

#include <stdlib.h>

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
