#include "sharing.h"

#include <json-c/json.h>

static const char expected_type[] =
    "an object with maxAge, sharedMaxAge, staleWhileRevalidate, staleIfError: seconds between 0 and 31536000";
enum { LONGEST_AGE = 31536000 };

static bool read_seconds(struct json_object *json, int64_t *seconds)
{
	if (!json_object_is_type(json, json_type_int))
		return false;
	*seconds = json_object_get_int64(json);
	return *seconds >= 0 && *seconds <= LONGEST_AGE;
}

static bool read_ages(struct json_object *json, struct config_shared_type *type)
{
	if (!json_object_is_type(json, json_type_object))
		return false;
	json_object_object_foreach(json, name, value)
	{
		int64_t *seconds = strcmp(name, "maxAge") == 0                 ? &type->max_age
		                   : strcmp(name, "sharedMaxAge") == 0         ? &type->shared_max_age
		                   : strcmp(name, "staleWhileRevalidate") == 0 ? &type->stale_while_revalidate
		                   : strcmp(name, "staleIfError") == 0         ? &type->stale_if_error
		                                                               : NULL;
		if (!seconds || !read_seconds(value, seconds))
			return false;
	}
	return true;
}

static void read_types(struct settings *settings, const struct config_file *file, struct config_sharing *sharing)
{
	struct setting setting;
	size_t capacity = 0;
	if (!setting_find(settings, file, "cache.contentTypes", NULL, &setting))
		return;
	if (!json_object_is_type(setting.json, json_type_object)) {
		setting_refuse(settings, &setting, "an object: the name of a content-type, and what its answers tell");
		return;
	}
	json_object_object_foreach(setting.json, uid, ages)
	{
		struct config_shared_type type = {
		    .shared_max_age = -1, .stale_while_revalidate = -1, .stale_if_error = -1};
		if (!read_ages(ages, &type)) {
			const struct setting wrong = {
			    .file = setting.file,
			    .path = arena_format(settings->arena, "%s[\"%s\"]", setting.path, uid),
			    .json = ages,
			};
			setting_refuse(settings, &wrong, expected_type);
			continue;
		}
		type.uid = arena_copy(settings->arena, slice_of(uid));
		sharing->types =
		    arena_grow(settings->arena, sharing->types, sharing->type_count, &capacity, sizeof *sharing->types);
		sharing->types[sharing->type_count++] = type;
	}
}

/* A token of HTTP (RFC 9110, 5.6.2), or nothing. */
static bool is_header_name(const char *name)
{
	return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")] == '\0';
}

void sharing_read(struct settings *settings, const struct config_file *file, struct config_sharing *sharing)
{
	struct setting setting;
	sharing->key_header = "Surrogate-Key";
	read_types(settings, file, sharing);
	if (!setting_find(settings, file, "cache.keyHeader", NULL, &setting))
		return;
	const char *name = setting_as_text(settings, &setting);
	if (!name || !is_header_name(name))
		setting_refuse(settings, &setting, "the name of a header, or \"\" for none");
	else
		sharing->key_header = name;
}
