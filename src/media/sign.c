/* Urls of files in a private bucket, as they are shown. */
#include "s3/presign.h"
#include "state.h"

#include <json-c/json.h>

bool media_is_private(const struct media *media)
{
	return media->config->uploads.private_bucket;
}

/* As Strapi's provider tells them: of that bucket at any address, where urls have no base of their own. */
static bool is_of_bucket(const struct config_s3 *s3, struct arena *arena, const char *url)
{
	const char *host = strstr(url, "://");
	const size_t len = strlen(s3->bucket);
	if (s3->base_url || !host)
		return false;
	host += 3;
	return (strncmp(host, s3->bucket, len) == 0 && host[len] == '.') ||
	       strstr(host + strcspn(host, "/"), arena_format(arena, "/%s/", s3->bucket));
}

static const char *key_of(const struct config_s3 *s3, struct arena *arena, struct json_object *file, const char *url)
{
	const char *key = s3_key_of_url(arena, s3, url);
	if (key)
		return key;
	const char *name = arena_format(arena, "%s%s", arena_copy(arena, json_string(json_member(file, "hash"))),
	                                arena_copy(arena, json_string(json_member(file, "ext"))));
	const char *path = arena_copy(arena, json_string(json_member(file, "path")));
	return s3_key(arena, s3, *path ? path : NULL, name);
}

static void sign_one(const struct config_s3 *s3, struct arena *arena, struct json_object *file, int64_t now)
{
	const char *url = arena_copy(arena, json_string(json_member(file, "url")));
	const char *presigned =
	    is_of_bucket(s3, arena, url) ? s3_presign(arena, s3, key_of(s3, arena, file, url), now) : NULL;
	if (presigned)
		json_object_object_add(file, "url", json_object_new_string(presigned));
	json_object_object_add(file, "isUrlSigned", json_object_new_boolean(true));
}

static bool sign_file(const struct media *media, struct arena *arena, struct json_object *file, int64_t now,
                      struct error *error)
{
	const struct config_s3 *s3 = media->config->uploads.s3;
	struct json_object *formats = json_member_of_type(file, "formats", json_type_object);
	if (!slice_is(json_string(json_member(file, "provider")), media->config->uploads.provider)) {
		json_object_object_add(file, "isUrlSigned", json_object_new_boolean(false));
		return true;
	}
	if (!s3)
		return error_set(
		    error, 501, "NotImplementedError",
		    "Urls of private files are not signed: the settings of S3 in config/plugins are not whole");
	sign_one(s3, arena, file, now);
	if (!formats)
		return true;
	json_object_object_foreach(formats, key, format)
	{
		(void)key;
		if (json_object_is_type(format, json_type_object))
			sign_one(s3, arena, format, now);
	}
	return true;
}

bool media_sign(void *media, struct json_object *files, struct error *error)
{
	struct arena *arena = arena_create();
	const int64_t now = datetime_now();
	bool good = true;
	for (size_t i = 0; good && i < json_count(files); i++)
		good = sign_file(media, arena, json_item(files, i), now, error);
	arena_destroy(arena);
	return good;
}
