/* Reading values. */
#include "calls.h"

lectern_kind lectern_kind_of(const lectern_value *value)
{
	switch (json_object_get_type(value_json(value))) {
	case json_type_null:
		return LECTERN_NULL;
	case json_type_boolean:
		return LECTERN_BOOLEAN;
	case json_type_int:
		return LECTERN_INTEGER;
	case json_type_double:
		return LECTERN_NUMBER;
	case json_type_string:
		return LECTERN_STRING;
	case json_type_array:
		return LECTERN_ARRAY;
	case json_type_object:
		return LECTERN_OBJECT;
	}
	return LECTERN_NULL;
}

bool lectern_as_boolean(const lectern_value *value, bool otherwise)
{
	return lectern_kind_of(value) == LECTERN_BOOLEAN ? json_object_get_boolean(value_json(value)) : otherwise;
}

int64_t lectern_as_integer(const lectern_value *value, int64_t otherwise)
{
	lectern_kind kind = lectern_kind_of(value);
	if (kind == LECTERN_INTEGER)
		return json_object_get_int64(value_json(value));
	double number = kind == LECTERN_NUMBER ? json_object_get_double(value_json(value)) : 0.5;
	bool whole = number >= -9007199254740992.0 && number <= 9007199254740992.0 && number == (double)(int64_t)number;
	return whole ? (int64_t)number : otherwise;
}

double lectern_as_number(const lectern_value *value, double otherwise)
{
	lectern_kind kind = lectern_kind_of(value);
	return kind == LECTERN_INTEGER || kind == LECTERN_NUMBER ? json_object_get_double(value_json(value))
	                                                         : otherwise;
}

lectern_text lectern_as_text(const lectern_value *value)
{
	if (lectern_kind_of(value) != LECTERN_STRING)
		return (lectern_text){"", 0};
	return (lectern_text){json_object_get_string(value_json(value)),
	                      (size_t)json_object_get_string_len(value_json(value))};
}

bool lectern_to_integer(lectern_text text, int64_t *integer)
{
	return slice_to_int64((struct slice){text.data, text.length}, integer);
}

bool lectern_is_text(const lectern_value *value, const char *text)
{
	lectern_text own = lectern_as_text(value);
	return text && lectern_kind_of(value) == LECTERN_STRING && slice_is((struct slice){own.data, own.length}, text);
}

size_t lectern_length(const lectern_value *value)
{
	lectern_kind kind = lectern_kind_of(value);
	if (kind == LECTERN_ARRAY)
		return json_object_array_length(value_json(value));
	return kind == LECTERN_OBJECT ? (size_t)json_object_object_length(value_json(value)) : 0;
}

lectern_value *lectern_at(const lectern_value *array, size_t index)
{
	if (lectern_kind_of(array) != LECTERN_ARRAY)
		return NULL;
	return json_value(json_object_array_get_idx(value_json(array), index));
}

lectern_value *lectern_get(const lectern_value *object, const char *key)
{
	struct json_object *member = NULL;
	if (key && lectern_kind_of(object) == LECTERN_OBJECT)
		json_find(value_json(object), key, &member);
	return json_value(member);
}

bool lectern_has(const lectern_value *object, const char *key)
{
	return key && lectern_kind_of(object) == LECTERN_OBJECT && json_find(value_json(object), key, NULL);
}

static bool member(const lectern_value *object, size_t index, struct json_object_iterator *found)
{
	if (index >= lectern_length(object) || lectern_kind_of(object) != LECTERN_OBJECT)
		return false;
	*found = json_object_iter_begin(value_json(object));
	while (index--)
		json_object_iter_next(found);
	return true;
}

const char *lectern_key_at(const lectern_value *object, size_t index)
{
	struct json_object_iterator at;
	return member(object, index, &at) ? json_object_iter_peek_name(&at) : NULL;
}

lectern_value *lectern_member_at(const lectern_value *object, size_t index)
{
	struct json_object_iterator at;
	return member(object, index, &at) ? json_value(json_object_iter_peek_value(&at)) : NULL;
}

static struct json_object *step_into(struct json_object *json, struct slice part)
{
	int64_t index;
	if (json_object_is_type(json, json_type_array))
		return slice_to_int64(part, &index) && index >= 0 ? json_object_array_get_idx(json, (size_t)index)
		                                                  : NULL;
	if (!json_object_is_type(json, json_type_object))
		return NULL;
	json_object_object_foreach(json, key, value) if (slice_is(part, key)) return value;
	return NULL;
}

lectern_value *lectern_path(const lectern_value *value, const char *path)
{
	struct json_object *json = path ? value_json(value) : NULL;
	struct slice rest = slice_of(path), part;
	while (json && slice_split(&rest, '.', &part))
		json = step_into(json, part);
	return json_value(json);
}
