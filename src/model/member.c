#include "member.h"

#include <math.h>

static size_t line_of(struct slice json, size_t offset)
{
	size_t line = 1;
	for (size_t i = 0; i < offset && i < json.len; i++)
		line += json.ptr[i] == '\n';
	return line;
}

static struct slice without_byte_order_mark(struct slice json)
{
	struct slice mark = SLICE("\xEF\xBB\xBF");
	return slice_starts_with(json, mark) ? (struct slice){json.ptr + mark.len, json.len - mark.len} : json;
}

static void report_syntax(struct mistakes *mistakes, const char *file, struct slice json, size_t offset,
                          enum json_tokener_error error)
{
	if (error == json_tokener_error_depth)
		mistakes_add(mistakes, file, "$", "nested deeper than %d levels", MODEL_FILE_DEPTH);
	else if (error == json_tokener_continue)
		mistakes_add(mistakes, file, "$", "not JSON: the text ends too early, in line %zu",
		             line_of(json, json.len));
	else
		mistakes_add(mistakes, file, "$", "not JSON: %s in line %zu", json_tokener_error_desc(error),
		             line_of(json, offset));
}

static struct json_object *parse_whole(struct json_tokener *tokener, struct mistakes *mistakes, const char *file,
                                       struct slice json)
{
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	struct json_object *object = json_tokener_parse_ex(tokener, json.len ? json.ptr : "", (int)json.len);
	enum json_tokener_error error = json_tokener_get_error(tokener);
	/* a number or a word at the very end needs a byte behind it to be complete, but those are no objects anyway */
	if (error != json_tokener_success || !object) {
		report_syntax(mistakes, file, json, json_tokener_get_parse_end(tokener),
		              error == json_tokener_success ? json_tokener_error_parse_unexpected : error);
		json_object_put(object);
		return NULL;
	}
	return object;
}

struct json_object *member_parse(struct mistakes *mistakes, const char *file, struct slice json)
{
	json = without_byte_order_mark(json);
	if (json.len > MODEL_FILE_SIZE) {
		mistakes_add(mistakes, file, "$", "larger than %d bytes", MODEL_FILE_SIZE);
		return NULL;
	}
	struct json_tokener *tokener = json_tokener_new_ex(MODEL_FILE_DEPTH);
	struct json_object *object = parse_whole(tokener, mistakes, file, slice_trim(json));
	json_tokener_free(tokener);
	if (object && !json_object_is_type(object, json_type_object)) {
		mistakes_add(mistakes, file, "$", "expected an object");
		json_object_put(object);
		object = NULL;
	}
	return object;
}

const char *member_path(const struct place *place, const char *key)
{
	return key ? arena_format(place->mistakes->arena, "%s.%s", place->path, key) : place->path;
}

struct json_object *member_any(const struct place *place, const char *key)
{
	return json_object_object_get(place->object, key);
}

/* The member when it has the type, else NULL; one of another type is a mistake. */
static struct json_object *member_of_type(const struct place *place, const char *key, enum json_type type,
                                          const char *expected)
{
	struct json_object *value = member_any(place, key);
	if (!value || json_object_is_type(value, type))
		return value;
	member_mistake(place, key, "expected %s", expected);
	return NULL;
}

struct place member_object(const struct place *place, const char *key)
{
	struct place inner = *place;
	inner.object = place->object ? member_of_type(place, key, json_type_object, "an object") : NULL;
	inner.path = member_path(place, key);
	return inner;
}

bool member_flag(const struct place *place, const char *key, bool fallback)
{
	struct json_object *value = member_of_type(place, key, json_type_boolean, "true or false");
	return value ? json_object_get_boolean(value) : fallback;
}

const char *member_string(struct arena *arena, struct json_object *value)
{
	if (!json_object_is_type(value, json_type_string))
		return NULL;
	struct slice text = {json_object_get_string(value), (size_t)json_object_get_string_len(value)};
	return memchr(text.ptr, 0, text.len) ? NULL : arena_copy(arena, text);
}

const char *member_text(const struct place *place, const char *key)
{
	struct json_object *value = member_any(place, key);
	if (!value)
		return NULL;
	const char *text = member_string(place->mistakes->arena, value);
	if (!text)
		member_mistake(place, key, "expected a string");
	return text;
}

bool member_number(const struct place *place, const char *key, double *value)
{
	struct json_object *member = member_any(place, key);
	if (!member)
		return false;
	if (!json_object_is_type(member, json_type_int) && !json_object_is_type(member, json_type_double)) {
		member_mistake(place, key, "expected a number");
		return false;
	}
	*value = json_object_get_double(member);
	return true;
}

bool member_count(const struct place *place, const char *key, int64_t *value)
{
	double number;
	if (!member_number(place, key, &number))
		return false;
	if (number < 0 || number != floor(number) || number > 9007199254740991.0) {
		member_mistake(place, key, "expected a whole number of 0 or more");
		return false;
	}
	*value = (int64_t)number;
	return true;
}

const char **member_texts(const struct place *place, const char *key, size_t *count)
{
	*count = 0;
	struct json_object *array = member_of_type(place, key, json_type_array, "an array of strings");
	if (!array)
		return NULL;
	size_t length = json_object_array_length(array);
	const char **texts = arena_array(place->mistakes->arena, length + 1, sizeof *texts);
	for (size_t i = 0; i < length; i++) {
		const char *text = member_string(place->mistakes->arena, json_object_array_get_idx(array, i));
		if (text)
			texts[(*count)++] = text;
		else
			mistakes_add(place->mistakes, place->file,
			             arena_format(place->mistakes->arena, "%s.%s[%zu]", place->path, key, i),
			             "expected a string");
	}
	return texts;
}
