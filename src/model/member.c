#include "member.h"

#include <math.h>

struct json_object *member_parse(struct mistakes *mistakes, const char *file, struct slice json)
{
	struct json_object *object;
	struct error error;
	if (json.len > MODEL_FILE_SIZE) {
		mistakes_add(mistakes, file, "$", "larger than %d bytes", MODEL_FILE_SIZE);
		return NULL;
	}
	if (!json_parse(NULL, json_skip_mark(json), JSON_DEEPEST, &object, &error)) {
		mistakes_add(mistakes, file, "$", "not JSON: %s", error.message);
		return NULL;
	}
	if (!json_object_is_type(object, json_type_object)) {
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
	return json_member(place->object, key);
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

static bool flag_of(const struct place *place, const char *key, bool fallback, bool of_others)
{
	struct json_object *value = member_any(place, key);
	if (!value)
		return fallback;
	if (json_object_is_type(value, json_type_boolean))
		return json_object_get_boolean(value);
	mistakes_note(place->mistakes, place->file, member_path(place, key),
	              "neither true nor false; it counts as %s, as in Strapi", of_others ? "true" : "false");
	return of_others;
}

bool member_flag(const struct place *place, const char *key, bool fallback)
{
	/* Strapi asks of those that are true when they are not there whether they are false. */
	return flag_of(place, key, fallback, fallback || json_is_truthy(member_any(place, key)));
}

bool member_is_true(const struct place *place, const char *key)
{
	return flag_of(place, key, false, false);
}

struct place member_options(const struct place *place, const char *key)
{
	struct place inner = *place;
	struct json_object *value = place->object ? member_any(place, key) : NULL;
	inner.path = member_path(place, key);
	inner.object = json_object_is_type(value, json_type_object) ? value : NULL;
	if (value && !inner.object)
		mistakes_note(place->mistakes, place->file, inner.path,
		              "expected an object; as in Strapi, it says nothing");
	return inner;
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
		member_note(place, key, "expected a number; as in Strapi, it is no bound");
		return false;
	}
	*value = json_object_get_double(member);
	return true;
}

bool member_whole(const struct place *place, const char *key, int64_t *value)
{
	const double most = 9007199254740991.0;
	double number;
	if (!member_number(place, key, &number))
		return false;
	if (number != floor(number)) {
		member_note(place, key, "expected a whole number; as in Strapi, it is no bound");
		return false;
	}
	*value = (int64_t)fmax(-most, fmin(number, most));
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

bool member_has_texts(const struct place *place, const char *key)
{
	struct json_object *array = member_any(place, key);
	if (!json_object_is_type(array, json_type_array))
		return false;
	for (size_t i = 0; i < json_object_array_length(array); i++)
		if (!json_object_is_type(json_object_array_get_idx(array, i), json_type_string))
			return false;
	return true;
}
