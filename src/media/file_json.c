/* A file as JSON: in its entry, and in the settings. */
#include "file_json.h"
#include "place.h"

#include <json-c/json.h>
#include <stdio.h>

static struct json_object *text_or_null(const char *text)
{
	return text ? json_object_new_string(text) : NULL;
}

/* Thousands of bytes, to two places. */
static struct json_object *size_json(uint64_t bytes)
{
	const uint64_t tens = (bytes + 5) / 10;
	return json_object_new_double((double)tens / 100);
}

/* Where a provider puts the files it says where they are. */
static void add_url(struct arena *arena, const struct config *config, struct json_object *json,
                    const struct media_file *file, const char *stored)
{
	if (!config->uploads.by_code)
		json_object_object_add(json, "url", json_object_new_string(place_url(arena, config, file, stored)));
}

/* What a provider may have made of the file. */
static void take_provided(struct json_object *data, struct json_object *provided)
{
	static const char *const names[] = {
	    "hash", "ext", "mime", "size", "width", "height", "url", "previewUrl", "provider_metadata"};
	struct json_object *value;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (json_find(provided, names[i], &value))
			json_object_object_add(data, names[i], json_object_get(value));
}

struct json_object *media_file_json(const struct media_upload *upload, const struct media_file *file)
{
	const struct config *config = upload->media->config;
	struct json_object *json = json_object_new_object();
	const char *name = arena_format(upload->arena, "%s%s", file->hash, file->extension);
	json_object_object_add(json, "name", json_object_new_string(file->name));
	json_object_object_add(json, "hash", json_object_new_string(file->hash));
	add_url(upload->arena, config, json, file, name);
	if (file->is_picture) {
		json_object_object_add(json, "width", json_object_new_int64(file->width));
		json_object_object_add(json, "height", json_object_new_int64(file->height));
	}
	json_object_object_add(json, "ext", json_object_new_string(file->extension));
	json_object_object_add(json, "size", size_json(file->size));
	json_object_object_add(json, "provider", json_object_new_string(config->uploads.provider));
	if (file->provided)
		take_provided(json, file->provided);
	return json;
}

struct json_object *file_json_format(struct arena *arena, const struct config *config, const struct media_file *file,
                                     const struct media_format *format)
{
	struct json_object *json = json_object_new_object();
	char text[4096];
	snprintf(text, sizeof text, "%s_%s", format->key, file->name);
	json_object_object_add(json, "name", json_object_new_string(text));
	snprintf(text, sizeof text, "%s_%s", format->key, file->hash);
	json_object_object_add(json, "hash", json_object_new_string(text));
	json_object_object_add(json, "ext", json_object_new_string(file->extension));
	json_object_object_add(json, "mime", json_object_new_string(file->type));
	json_object_object_add(json, "path", json_object_get(file->path));
	json_object_object_add(json, "width", json_object_new_int64(format->width));
	json_object_object_add(json, "height", json_object_new_int64(format->height));
	json_object_object_add(json, "size", size_json(format->size));
	json_object_object_add(json, "sizeInBytes", json_object_new_int64((int64_t)format->size));
	add_url(arena, config, json, file, arena_format(arena, "%s%s", text, file->extension));
	return json;
}

static struct json_object *formats_json(struct arena *arena, const struct config *config, const struct media_file *file)
{
	struct json_object *formats = json_object_new_object();
	for (size_t i = 0; i < file->format_count; i++) {
		const struct media_format *format = &file->formats[i];
		json_object_object_add(formats, format->key,
		                       format->provided ? json_object_get(format->provided)
		                                        : file_json_format(arena, config, file, format));
	}
	return formats;
}

struct json_object *file_json(struct arena *arena, const struct config *config, const struct media_file *file)
{
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "name", json_object_new_string(file->name));
	/* What is not said of a replacement stays. */
	if (!file->is_replacement || file->alternative_text)
		json_object_object_add(data, "alternativeText", text_or_null(file->alternative_text));
	if (!file->is_replacement || file->caption)
		json_object_object_add(data, "caption", text_or_null(file->caption));
	if (file->is_picture) {
		json_object_object_add(data, "width", json_object_new_int64(file->width));
		json_object_object_add(data, "height", json_object_new_int64(file->height));
	}
	if (file->format_count || file->is_replacement)
		json_object_object_add(data, "formats", formats_json(arena, config, file));
	json_object_object_add(data, "hash", json_object_new_string(file->hash));
	json_object_object_add(data, "ext", json_object_new_string(file->extension));
	json_object_object_add(data, "mime", json_object_new_string(file->type));
	json_object_object_add(data, "size", size_json(file->size));
	add_url(arena, config, data, file, arena_format(arena, "%s%s", file->hash, file->extension));
	json_object_object_add(data, "provider", json_object_new_string(config->uploads.provider));
	if (file->provided)
		take_provided(data, file->provided);
	return data;
}
