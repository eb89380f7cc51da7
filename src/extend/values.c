/* Values: json-c's objects, each released at the end of the request that it was made for. */
#include "values.h"

#include <math.h>
#include <stdarg.h>

lectern_value *value_keep(struct arena *arena, struct json_object *json)
{
	return json_value(json_keep(arena, json));
}

lectern_text text_keep(struct arena *arena, struct slice text)
{
	return slice_text(arena_copy_slice(arena, text));
}

bool value_parse(struct arena *arena, struct slice text, lectern_value **value, struct error *error)
{
	struct json_object *json;
	*value = NULL;
	if (!json_parse(NULL, text, JSON_DEEPEST_STORED, &json, error))
		return error_internal(error, "an extension wanted an answer as a value that is no JSON");
	*value = value_keep(arena, json);
	return true;
}

bool lectern_parse(lectern_call *call, const char *text, size_t length, lectern_value **value)
{
	const struct slice input = {text, text ? length : 0};
	struct json_object *json;
	struct error error;
	*value = NULL;
	if (!json_parse(call->arena, input, JSON_DEEPEST, &json, &error))
		return error_set(call->error, error.status, error.name, "The text is not valid JSON: %s",
		                 error.message);
	*value = value_keep(call->arena, json);
	return true;
}

lectern_value *lectern_json(lectern_call *call, const char *json)
{
	struct json_object *value;
	struct error error;
	return json_parse(NULL, slice_of(json), JSON_DEEPEST, &value, &error) ? value_keep(call->arena, value) : NULL;
}

lectern_text lectern_write(lectern_call *call, const lectern_value *value)
{
	struct buffer buffer = {0};
	json_write_value(&buffer, value_json(value));
	lectern_text text = text_keep(call->arena, buffer_as_slice(&buffer));
	buffer_free(&buffer);
	return text;
}

lectern_value *lectern_copy(lectern_call *call, const lectern_value *value)
{
	struct json_object *copy = NULL;
	if (value)
		json_object_deep_copy(value_json(value), &copy, NULL);
	return value_keep(call->arena, copy);
}

/* ---- making ---- */

lectern_value *lectern_new_boolean(lectern_call *call, bool boolean)
{
	return value_keep(call->arena, json_object_new_boolean(boolean));
}

lectern_value *lectern_new_integer(lectern_call *call, int64_t integer)
{
	return value_keep(call->arena, json_object_new_int64(integer));
}

lectern_value *lectern_new_number(lectern_call *call, double number)
{
	return isfinite(number) ? value_keep(call->arena, json_object_new_double(number)) : NULL;
}

static struct json_object *new_string(struct slice text)
{
	/* json-c counts in int, and a byte may become three. */
	if ((!text.ptr && text.len) || text.len > INT32_MAX / 3)
		return NULL;
	if (slice_is_utf8(text))
		return json_object_new_string_len(text.ptr ? text.ptr : "", (int)text.len);
	struct buffer good = {0};
	while (text.len) {
		size_t length = slice_character(text);
		if (length)
			buffer_add(&good, text.ptr, length);
		else
			buffer_text(&good, "\xEF\xBF\xBD");
		text.ptr += length ? length : 1;
		text.len -= length ? length : 1;
	}
	struct json_object *json = json_object_new_string_len(good.data, (int)good.len);
	buffer_free(&good);
	return json;
}

lectern_value *lectern_new_string(lectern_call *call, const char *data, size_t length)
{
	return value_keep(call->arena, new_string((struct slice){data, length}));
}

lectern_value *lectern_new_text(lectern_call *call, const char *text)
{
	return text ? lectern_new_string(call, text, strlen(text)) : NULL;
}

lectern_value *lectern_new_format(lectern_call *call, const char *format, ...)
{
	char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0)
		return NULL;
	lectern_value *value = lectern_new_string(call, text, (size_t)length);
	free(text);
	return value;
}

lectern_value *lectern_new_array(lectern_call *call)
{
	return value_keep(call->arena, json_object_new_array());
}

lectern_value *lectern_new_object(lectern_call *call)
{
	return value_keep(call->arena, json_object_new_object());
}

/* ---- changing ---- */

bool lectern_set(lectern_value *object, const char *key, lectern_value *value)
{
	if (!key || object == value || !json_object_is_type(value_json(object), json_type_object))
		return false;
	return json_object_object_add(value_json(object), key, json_object_get(value_json(value))) == 0;
}

bool lectern_unset(lectern_value *object, const char *key)
{
	if (!key || !json_object_is_type(value_json(object), json_type_object))
		return false;
	json_object_object_del(value_json(object), key);
	return true;
}

bool lectern_append(lectern_value *array, lectern_value *value)
{
	if (array == value || !json_object_is_type(value_json(array), json_type_array))
		return false;
	return json_object_array_add(value_json(array), json_object_get(value_json(value))) == 0;
}

bool lectern_put(lectern_call *call, lectern_value *object, const char *path, lectern_value *value)
{
	struct slice rest = slice_of(path), part;
	while (slice_split(&rest, '.', &part)) {
		const char *key = arena_copy(call->arena, part);
		if (!rest.ptr)
			return lectern_set(object, key, value);
		lectern_value *next = lectern_get(object, key);
		if (!next && !lectern_set(object, key, next = lectern_new_object(call)))
			return false;
		object = next;
	}
	return false;
}
