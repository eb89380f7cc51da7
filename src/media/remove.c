/* Deleting what lies somewhere of an uploaded file. The names are written down before the entry's deletion is on disk,
 * in a note: what the end of the process keeps from being deleted, the next start deletes. */
#include "remove.h"
#include "place.h"
#include "provide.h"
#include "recover.h"
#include "s3/s3.h"
#include "temporary.h"

#include <errno.h>
#include <json-c/json.h>
#include <unistd.h>

void remove_name(const struct media *media, bool s3, const char *name)
{
	struct error ignored;
	if (s3)
		s3_remove(media->config->uploads.s3, name, &ignored);
	else if (unlinkat(media->folder, name, 0) != 0 && errno != ENOENT)
		log_message(LOG_WARNING, "The uploaded file %s can't be deleted from the disk: %s", name,
		            strerror(errno));
}

/* Files of another provider than that of the configuration are not ours to delete. */
static bool is_ours(const struct media *media, struct json_object *file)
{
	struct json_object *provider = json_member(file, "provider");
	return json_object_is_type(provider, json_type_string) &&
	       strcmp(json_object_get_string(provider), media->config->uploads.provider) == 0 &&
	       (media->config->uploads.s3 || provide_by(media) ||
	        strcmp(media->config->uploads.provider, "local") == 0);
}

static void add_name(struct media_removal *removal, struct json_object *file, struct buffer *text)
{
	const char *name = place_name_of(removal->arena, removal->media->config, json_member(file, "url"));
	if (!name)
		return;
	removal->names[removal->count++] = arena_copy(removal->arena, slice_of(name));
	buffer_format(text, "%s\n", name);
}

static size_t count_names(struct json_object *file)
{
	struct json_object *formats = json_member_of_type(file, "formats", json_type_object);
	return 1 + (formats ? (size_t)json_object_object_length(formats) : 0);
}

static void add_names(struct media_removal *removal, struct json_object *file, struct buffer *text)
{
	struct json_object *formats = json_member_of_type(file, "formats", json_type_object);
	add_name(removal, file, text);
	if (!formats)
		return;
	json_object_object_foreach(formats, key, format)
	{
		(void)key;
		add_name(removal, format, text);
	}
}

bool media_removal_begin_files(struct media_removal *removal, struct media *media, struct arena *arena,
                               struct json_object *files, struct error *error)
{
	struct buffer text = {0};
	size_t count = 0;
	bool done = true;
	*removal = (struct media_removal){.media = media, .arena = arena, .note = {.file = -1}};
	for (size_t i = 0; i < json_object_array_length(files); i++)
		count += count_names(json_object_array_get_idx(files, i));
	removal->names = arena_array(arena, count, sizeof *removal->names);
	buffer_text(&text, media->config->uploads.s3 ? "s3-remove\n" : "remove\n");
	for (size_t i = 0; i < json_object_array_length(files); i++)
		if (is_ours(media, json_object_array_get_idx(files, i)) && !provide_by(media))
			add_names(removal, json_object_array_get_idx(files, i), &text);
	if (provide_by(media))
		removal->files = json_keep(arena, json_object_get(files));
	buffer_text(&text, "\n");
	if (removal->count)
		done = temporary_need_folder(media, error) &&
		       note_begin(media, &removal->note, buffer_as_slice(&text), error);
	buffer_free(&text);
	return done;
}

bool media_removal_begin(struct media_removal *removal, struct media *media, struct arena *arena,
                         const struct content_result *result, struct error *error)
{
	struct json_object *files = json_object_new_array();
	json_object_array_add(files, content_entry_json(result, 0));
	bool done = media_removal_begin_files(removal, media, arena, files, error);
	json_object_put(files);
	return done;
}

void media_removal_end(struct media_removal *removal, bool deleted)
{
	if (!removal->media)
		return;
	for (size_t i = 0; deleted && i < removal->count; i++)
		remove_name(removal->media, removal->media->config->uploads.s3, removal->names[i]);
	for (size_t i = 0; deleted && i < json_count(removal->files); i++)
		if (is_ours(removal->media, json_item(removal->files, i)))
			provide_remove(removal->media, json_item(removal->files, i));
	note_end(removal->media, &removal->note);
	removal->media = NULL;
}
