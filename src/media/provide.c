#include "provide.h"
#include "file_json.h"
#include "temporary.h"

#include <errno.h>
#include <json-c/json.h>
#include <limits.h>
#include <sys/file.h>
#include <unistd.h>

const struct media_provider *provide_by(const struct media *media)
{
	return media->provider.put ? &media->provider : NULL;
}

/* The path that others open a temporary by, in a hidden name of its own. */
static const char *expose(const struct media_upload *upload, const struct temporary *temporary,
                          char name[TEMPORARY_NAME], struct error *error)
{
	char link[64], folder[PATH_MAX];
	snprintf(link, sizeof link, "/proc/self/fd/%d", upload->media->folder);
	const ssize_t len = readlink(link, folder, sizeof folder - 1);
	temporary_hidden_name("tmp", name);
	/* Who starts beside this process sees that it is in use. */
	flock(temporary->file, LOCK_EX | LOCK_NB);
	if (len < 0 || !temporary_link(upload->media, temporary, name)) {
		temporary_disk_error(errno, error);
		return NULL;
	}
	return arena_format(upload->arena, "%.*s/%s", (int)len, folder, name);
}

static bool put(const struct media_upload *upload, const struct temporary *temporary, struct json_object *file,
                bool checked, struct json_object **provided, struct error *error)
{
	const struct media_provider *provider = provide_by(upload->media);
	struct json_object *changed = NULL;
	char name[TEMPORARY_NAME];
	const char *path = expose(upload, temporary, name, error);
	if (!path)
		return false;
	bool done = provider->put(provider->context, file, path, checked, &changed, error);
	unlinkat(upload->media->folder, name, 0);
	json_keep(upload->arena, changed);
	*provided = done ? changed : NULL;
	return done;
}

static bool put_file(const struct media_upload *upload, struct media_file *file, struct error *error)
{
	const struct temporary *temporary = file->encoded.file >= 0 ? &file->encoded : file->original;
	struct json_object *json = file_json(upload->arena, upload->media->config, file);
	bool done = put(upload, temporary, json, !upload->is_replacing, &file->provided, error);
	json_object_put(json);
	for (size_t i = 0; done && i < file->format_count; i++) {
		struct media_format *format = &file->formats[i];
		json = file_json_format(upload->arena, upload->media->config, file, format);
		done = put(upload, &format->temporary, json, false, &format->provided, error);
		json_object_put(json);
	}
	return done;
}

bool provide_files(struct media_upload *upload, struct json_object *old, struct error *error)
{
	if (old && slice_is(json_string(json_member(old, "provider")), upload->media->config->uploads.provider))
		provide_remove(upload->media, old);
	upload->placed = true;
	for (struct media_file *file = upload->first; file; file = file->next)
		if (!put_file(upload, file, error))
			return false;
	return true;
}

static void remove_one(const struct media *media, struct json_object *file)
{
	const struct media_provider *provider = provide_by(media);
	struct error error;
	if (file && !provider->remove(provider->context, file, &error))
		log_message(LOG_WARNING, "an uploaded file can't be deleted by its provider: %s", error.message);
}

void provide_undo(struct media_upload *upload)
{
	for (const struct media_file *file = upload->first; file; file = file->next) {
		remove_one(upload->media, file->provided);
		for (size_t i = 0; i < file->format_count; i++)
			remove_one(upload->media, file->formats[i].provided);
	}
}

void provide_remove(const struct media *media, struct json_object *file)
{
	struct json_object *formats = json_member_of_type(file, "formats", json_type_object);
	remove_one(media, file);
	if (!formats)
		return;
	json_object_object_foreach(formats, key, format)
	{
		(void)key;
		remove_one(media, format);
	}
}
