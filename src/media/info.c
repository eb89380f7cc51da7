/* What a client says of files: fileInfo, an object or a text that is one; and where they belong. */
#include "state.h"

#include <math.h>
#include <stdlib.h>

/* As yup tells it; *error lives as long as the arena. */
static bool refuse_text(struct arena *arena, struct json_object *value, const char *path, const char *key,
                        struct error *error)
{
	struct buffer message = {0}, details = {0};
	buffer_format(&message, "%s.%s must be a `string` type, but the final value was: `", path, key);
	content_print_value(&message, value);
	buffer_text(&message, "`.");
	error_validation(error, "%.*s", slice_shown_length(buffer_as_slice(&message), 300), message.data);
	buffer_format(&details, "{\"errors\":[{\"path\":[\"fileInfo\"");
	if (path[strlen("fileInfo")])
		buffer_format(&details, ",\"%.*s\"", (int)strcspn(strchr(path, '[') + 1, "]"), strchr(path, '[') + 1);
	buffer_format(&details, ",\"%s\"],\"message\":", key);
	json_write_string(&details, buffer_as_slice(&message));
	buffer_text(&details, ",\"name\":\"ValidationError\"}]}");
	error->details = arena_copy(arena, buffer_as_slice(&details));
	buffer_free(&message);
	buffer_free(&details);
	return false;
}

static bool refuse(struct error *error, const char *path, const char *expected)
{
	return error_validation(error, "%s must be %s", path, expected);
}

/* As yup casts to a string. */
static bool read_text(struct arena *arena, struct json_object *object, const char *path, const char *key,
                      const char **text, struct error *error)
{
	struct json_object *value = json_member(object, key);
	*text = NULL;
	if (!value)
		return true;
	if (json_object_is_type(value, json_type_object) || json_object_is_type(value, json_type_array))
		return refuse_text(arena, value, path, key, error);
	struct slice shown = json_text(arena, value);
	/* No column takes a NUL. */
	if (shown.len && memchr(shown.ptr, '\0', shown.len))
		return strcmp(key, "name") == 0
		           ? error_set(error, 400, "ApplicationError", "File name contains invalid characters")
		           : error_validation(error, "%s.%s must be a text without NUL characters", path, key);
	*text = arena_copy(arena, shown);
	return true;
}

static struct json_object *parse(struct arena *arena, struct json_object *sent)
{
	struct json_object *json = NULL;
	struct error ignored;
	if (!json_object_is_type(sent, json_type_string))
		return json_object_get(sent);
	json_parse(arena, json_string(sent), JSON_DEEPEST, &json, &ignored);
	return json;
}

static bool read_one(struct arena *arena, struct json_object *sent, const char *path, struct media_info *info,
                     struct error *error)
{
	struct json_object *json = parse(arena, sent);
	bool done = json_object_is_type(json, json_type_object)
	                ? read_text(arena, json, path, "name", &info->name, error) &&
	                      read_text(arena, json, path, "alternativeText", &info->alternative_text, error) &&
	                      read_text(arena, json, path, "caption", &info->caption, error)
	                : refuse(error, path, "an object");
	json_object_put(json);
	return done;
}

bool media_read_info(struct arena *arena, struct json_object *sent, bool many, size_t count, struct media_info **infos,
                     struct error *error)
{
	*infos = arena_array(arena, count, sizeof **infos);
	if (!sent)
		return true;
	if (!many)
		return read_one(arena, sent, "fileInfo", *infos, error);
	struct json_object *list = parse(arena, sent);
	bool done = json_object_is_type(list, json_type_array) || refuse(error, "fileInfo", "a list of objects");
	for (size_t i = 0; done && i < json_object_array_length(list); i++) {
		struct media_info extra;
		done = read_one(arena, json_object_array_get_idx(list, i), arena_format(arena, "fileInfo[%zu]", i),
		                i < count ? &(*infos)[i] : &extra, error);
	}
	json_object_put(list);
	return done;
}

/* The number of a text, as SQLite reads what is written into a column of numbers: " 3 ", "3.0", "3e0". */
static bool read_number(struct slice text, double *number)
{
	char digits[64], *end;
	text = slice_trim(text);
	if (!text.len || text.len >= sizeof digits)
		return false;
	memcpy(digits, text.ptr, text.len);
	digits[text.len] = '\0';
	*number = strtod(digits, &end);
	return !*end && isfinite(*number);
}

bool media_read_target(const struct media *media, struct slice ref, struct slice id, struct slice field,
                       struct media_target *link, bool *linked, struct error *error)
{
	*linked = false;
	if (!ref.len || !id.len || !field.len)
		return true;
	*link = (struct media_target){.type = model_type(media->registry, ref), .field = field};
	if (!link->type)
		return error_validation(error, "ref must be the uid of a type, got %.*s", slice_shown_length(ref, 100),
		                        ref.ptr);
	double number = 0;
	if (!slice_to_int64(id, &link->id)) {
		if (!read_number(id, &number))
			return error_validation(error, "refId must be the id of an entry");
		/* No entry has another number. */
		link->id = number >= 1 && number < 0x1p53 && trunc(number) == number ? (int64_t)number : 0;
	}
	*linked = link->id > 0;
	return true;
}
