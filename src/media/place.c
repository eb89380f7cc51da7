/* Names on the disk. What is given a name is written down before, in a note, so that the next start can finish or take
 * back what was cut short. */
#include "place.h"
#include "recover.h"
#include "temporary.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* What a file is written from. */
static const struct temporary *source_of(const struct media_file *file)
{
	return file->encoded.file >= 0 ? &file->encoded : file->original;
}

static const char *format_name(struct arena *arena, const struct media_file *file, const struct media_format *format)
{
	return arena_format(arena, "%s_%s%s", format->key, file->hash, file->extension);
}

static const char *file_name(struct arena *arena, const struct media_file *file)
{
	return arena_format(arena, "%s%s", file->hash, file->extension);
}

/* One name at a time, the file's own first: `format` NULL. */
typedef bool name_visitor(struct media_upload *upload, const struct temporary *temporary, const char *name,
                          struct error *error);

static bool visit(struct media_upload *upload, const struct media_file *file, name_visitor *visitor,
                  struct error *error)
{
	if (!visitor(upload, source_of(file), file_name(upload->arena, file), error))
		return false;
	for (size_t i = 0; i < file->format_count; i++)
		if (!visitor(upload, &file->formats[i].temporary, format_name(upload->arena, file, &file->formats[i]),
		             error))
			return false;
	return true;
}

static bool visit_all(struct media_upload *upload, name_visitor *visitor, struct error *error)
{
	for (const struct media_file *file = upload->first; file; file = file->next)
		if (!visit(upload, file, visitor, error))
			return false;
	return true;
}

static bool sync_file(struct media_upload *upload, const struct temporary *temporary, const char *name,
                      struct error *error)
{
	(void)upload;
	(void)name;
	return fsync(temporary->file) == 0 || temporary_disk_error(errno, error);
}

/* A name that a replacement waits under. */
static const char *waiting_name(struct arena *arena, const char *name)
{
	return arena_format(arena, ".new-%s", name);
}

static bool link_file(struct media_upload *upload, const struct temporary *temporary, const char *name,
                      struct error *error)
{
	if (upload->is_replacing) {
		name = waiting_name(upload->arena, name);
		unlinkat(upload->media->folder, name, 0);
	}
	return temporary_link(upload->media, temporary, name) || temporary_disk_error(errno, error);
}

static bool unlink_file(struct media_upload *upload, const struct temporary *temporary, const char *name,
                        struct error *error)
{
	(void)temporary;
	(void)error;
	unlinkat(upload->media->folder, upload->is_replacing ? waiting_name(upload->arena, name) : name, 0);
	return true;
}

static bool rename_file(struct media_upload *upload, const struct temporary *temporary, const char *name,
                        struct error *error)
{
	(void)temporary;
	(void)error;
	const int folder = upload->media->folder;
	if (renameat(folder, waiting_name(upload->arena, name), folder, name) != 0)
		log_message(LOG_ERROR, "the uploaded file %s can't be replaced: %s", name, strerror(errno));
	return true;
}

/* ---- notes ---- */

static void add_names(struct media_upload *upload, const struct media_file *file, struct buffer *text)
{
	buffer_format(text, "%s\n", file_name(upload->arena, file));
	for (size_t i = 0; i < file->format_count; i++)
		buffer_format(text, "%s\n", format_name(upload->arena, file, &file->formats[i]));
}

/* A format that the replaced file had, unless the new one has it as well. */
static bool is_stale(const struct media_upload *upload, const char *name)
{
	const struct media_file *file = upload->first;
	for (size_t i = 0; i < file->format_count; i++)
		if (strcmp(format_name(upload->arena, file, &file->formats[i]), name) == 0)
			return false;
	return strcmp(file_name(upload->arena, file), name) != 0;
}

const char *place_name_of(struct json_object *url)
{
	static const char prefix[] = "/uploads/";
	const char *text = json_object_is_type(url, json_type_string) ? json_object_get_string(url) : "";
	if (strncmp(text, prefix, sizeof prefix - 1) != 0)
		return NULL;
	const char *name = text + sizeof prefix - 1;
	return !*name || *name == '.' || strchr(name, '/') || strlen(name) != strcspn(name, "\\\r\n") ? NULL : name;
}

static void find_stale(struct media_upload *upload, struct json_object *old)
{
	struct json_object *formats = json_member_of_type(old, "formats", json_type_object);
	if (!formats)
		return;
	upload->stale = arena_array(upload->arena, (size_t)json_object_object_length(formats), sizeof *upload->stale);
	json_object_object_foreach(formats, key, format)
	{
		(void)key;
		const char *name = place_name_of(json_member(format, "url"));
		if (name && is_stale(upload, name))
			upload->stale[upload->stale_count++] = arena_copy(upload->arena, slice_of(name));
	}
}

/* recover.c reads it: "insert", or "replace" with the time (ms) that the change of its entry is not older than; then
 * names, an empty line, and names that go when it is done. */
static bool begin_note(struct media_upload *upload, struct json_object *old, struct error *error)
{
	struct buffer text = {0};
	if (old)
		buffer_format(&text, "replace %lld\n", (long long)datetime_now());
	else
		buffer_text(&text, "insert\n");
	for (const struct media_file *file = upload->first; file; file = file->next)
		add_names(upload, file, &text);
	buffer_text(&text, "\n");
	for (size_t i = 0; i < upload->stale_count; i++)
		buffer_format(&text, "%s\n", upload->stale[i]);
	bool done = note_begin(upload->media, &upload->note, buffer_as_slice(&text), error);
	buffer_free(&text);
	return done;
}

bool media_place(struct media_upload *upload, struct json_object *old, struct error *error)
{
	if (!upload->first)
		return true;
	if (old) {
		struct media_file *file = upload->first;
		upload->is_replacing = true;
		file->hash = arena_copy(upload->arena, json_string(json_member(old, "hash")));
		file->extension = arena_copy(upload->arena, json_string(json_member(old, "ext")));
		/* Whatever is in the database: it stays in the folder. */
		if (!*file->hash || *file->hash == '.' || strpbrk(file->hash, "/\\\r\n") ||
		    strpbrk(file->extension, "/\\\r\n"))
			return error_validation(error, "The file to be replaced has no valid name");
		file->is_replacement = true;
		find_stale(upload, old);
	}
	if (!visit_all(upload, sync_file, error) || !begin_note(upload, old, error))
		return false;
	upload->placed = true;
	if (!visit_all(upload, link_file, error))
		return false;
	return fsync(upload->media->folder) == 0 || temporary_disk_error(errno, error);
}

static void drop_temporaries(struct media_upload *upload)
{
	for (struct media_file *file = upload->first; file; file = file->next) {
		temporary_drop(upload->media, &file->encoded);
		for (size_t i = 0; i < file->format_count; i++)
			temporary_drop(upload->media, &file->formats[i].temporary);
	}
}

void media_settle(struct media_upload *upload)
{
	if (upload->is_replacing)
		visit_all(upload, rename_file, NULL);
	for (size_t i = 0; i < upload->stale_count; i++)
		unlinkat(upload->media->folder, upload->stale[i], 0);
	if (upload->is_replacing)
		fsync(upload->media->folder);
	note_end(upload->media, &upload->note);
	drop_temporaries(upload);
}

void media_undo(struct media_upload *upload)
{
	if (upload->placed)
		visit_all(upload, unlink_file, NULL);
	note_end(upload->media, &upload->note);
	drop_temporaries(upload);
}
