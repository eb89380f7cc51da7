/* Names on the disk. What is given a name is written down before, in a note, so that the next start can finish or take
 * back what was cut short. */
#include "place.h"
#include "provide.h"
#include "recover.h"
#include "s3/s3.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
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

/* Whether files lie in the folder; else in a bucket of S3. */
static const struct config_s3 *bucket_of(const struct media_upload *upload)
{
	return upload->media->config->uploads.s3;
}

static const char *path_of(const struct media_file *file)
{
	return json_object_is_type(file->path, json_type_string) ? json_object_get_string(file->path) : NULL;
}

const char *place_url(struct arena *arena, const struct config *config, const struct media_file *file, const char *name)
{
	const struct config_s3 *s3 = config->uploads.s3;
	return s3 ? s3_url(arena, s3, s3_key(arena, s3, path_of(file), name))
	          : arena_format(arena, "/uploads/%s", name);
}

/* A name in the folder, or a key in the bucket, and what is to lie there. */
struct placed {
	const char *name;
	const struct temporary *temporary;
	const struct media_file *file;
	uint64_t size;
};

/* One at a time, the file's own first. */
typedef bool placed_visitor(struct media_upload *upload, const struct placed *placed, struct error *error);

static bool visit_one(struct media_upload *upload, const struct media_file *file, const char *name,
                      const struct temporary *temporary, uint64_t size, placed_visitor *visitor, struct error *error)
{
	const struct config_s3 *s3 = bucket_of(upload);
	const struct placed placed = {
	    .name = s3 ? s3_key(upload->arena, s3, path_of(file), name) : name,
	    .temporary = temporary,
	    .file = file,
	    .size = size,
	};
	return visitor(upload, &placed, error);
}

static bool visit(struct media_upload *upload, const struct media_file *file, placed_visitor *visitor,
                  struct error *error)
{
	struct arena *arena = upload->arena;
	if (!visit_one(upload, file, file_name(arena, file), source_of(file), file->size, visitor, error))
		return false;
	for (size_t i = 0; i < file->format_count; i++) {
		const struct media_format *format = &file->formats[i];
		if (!visit_one(upload, file, format_name(arena, file, format), &format->temporary, format->size,
		               visitor, error))
			return false;
	}
	return true;
}

static bool visit_all(struct media_upload *upload, placed_visitor *visitor, struct error *error)
{
	for (const struct media_file *file = upload->first; file; file = file->next)
		if (!visit(upload, file, visitor, error))
			return false;
	return true;
}

static bool sync_file(struct media_upload *upload, const struct placed *placed, struct error *error)
{
	(void)upload;
	return fsync(placed->temporary->file) == 0 || temporary_disk_error(errno, error);
}

/* A name that a replacement waits under. */
static const char *waiting_name(struct arena *arena, const char *name)
{
	return arena_format(arena, ".new-%s", name);
}

static bool link_file(struct media_upload *upload, const struct placed *placed, struct error *error)
{
	const char *name = placed->name;
	if (upload->is_replacing) {
		name = waiting_name(upload->arena, name);
		unlinkat(upload->media->folder, name, 0);
	}
	return temporary_link(upload->media, placed->temporary, name) || temporary_disk_error(errno, error);
}

static bool unlink_file(struct media_upload *upload, const struct placed *placed, struct error *error)
{
	(void)error;
	unlinkat(upload->media->folder, upload->is_replacing ? waiting_name(upload->arena, placed->name) : placed->name,
	         0);
	return true;
}

static bool rename_file(struct media_upload *upload, const struct placed *placed, struct error *error)
{
	(void)error;
	const int folder = upload->media->folder;
	if (renameat(folder, waiting_name(upload->arena, placed->name), folder, placed->name) != 0)
		log_message(LOG_ERROR, "the uploaded file %s can't be replaced: %s", placed->name, strerror(errno));
	return true;
}

static bool put_object(struct media_upload *upload, const struct placed *placed, struct error *error)
{
	return s3_put(bucket_of(upload), placed->name, placed->temporary->file, placed->size, placed->file->type,
	              error);
}

static bool remove_object(struct media_upload *upload, const struct placed *placed, struct error *error)
{
	(void)error;
	struct error ignored; /* the log has it */
	s3_remove(bucket_of(upload), placed->name, &ignored);
	return true;
}

/* ---- notes ---- */

static bool add_name(struct media_upload *upload, const struct placed *placed, struct error *error)
{
	(void)error;
	buffer_format(upload->note_text, "%s\n", placed->name);
	return true;
}

/* A format that the replaced file had, unless the new one has it as well. */
static bool is_stale(const struct media_upload *upload, const char *name)
{
	const struct media_file *file = upload->first;
	const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
	for (size_t i = 0; i < file->format_count; i++)
		if (strcmp(format_name(upload->arena, file, &file->formats[i]), last) == 0)
			return false;
	return strcmp(file_name(upload->arena, file), last) != 0;
}

const char *place_name_of(struct arena *arena, const struct config *config, struct json_object *url)
{
	static const char prefix[] = "/uploads/";
	const char *text = json_object_is_type(url, json_type_string) ? json_object_get_string(url) : "";
	if (config->uploads.s3) {
		const char *key = s3_key_of_url(arena, config->uploads.s3, text);
		return key && strlen(key) == strcspn(key, "\r\n") ? key : NULL;
	}
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
		const char *name = place_name_of(upload->arena, upload->media->config, json_member(format, "url"));
		if (name && is_stale(upload, name))
			upload->stale[upload->stale_count++] = arena_copy(upload->arena, slice_of(name));
	}
}

/* recover.c reads it: "insert", or "replace" with the time (ms) that the change of its entry is not older than; or the
 * same behind "s3-"; then names, an empty line, and names that go when it is done. */
static bool begin_note(struct media_upload *upload, struct json_object *old, struct error *error)
{
	struct buffer text = {0};
	buffer_text(&text, bucket_of(upload) ? "s3-" : "");
	if (old)
		buffer_format(&text, "replace %lld\n", (long long)datetime_now());
	else
		buffer_text(&text, "insert\n");
	upload->note_text = &text;
	visit_all(upload, add_name, NULL);
	upload->note_text = NULL;
	buffer_text(&text, "\n");
	for (size_t i = 0; i < upload->stale_count; i++)
		buffer_format(&text, "%s\n", upload->stale[i]);
	bool done = note_begin(upload->media, &upload->note, buffer_as_slice(&text), error);
	buffer_free(&text);
	return done;
}

/* A key may hold anything, but a url whose parts are . or .. leads elsewhere, and a line is one name. */
static bool check_paths(const struct media_upload *upload, struct error *error)
{
	for (const struct media_file *file = upload->first; bucket_of(upload) && file; file = file->next) {
		struct slice rest = file->path ? json_string(file->path) : (struct slice){0}, part;
		bool fine = !file->path || (json_object_is_type(file->path, json_type_string) && rest.len < 512);
		for (size_t i = 0; fine && i < rest.len; i++)
			fine = (unsigned char)rest.ptr[i] >= ' ' && rest.ptr[i] != '\\';
		while (fine && rest.len && slice_split(&rest, '/', &part))
			fine = part.len && !slice_is(part, ".") && !slice_is(part, "..");
		if (!fine)
			return error_validation(error, "path must be names of folders with slashes between them");
	}
	return true;
}

static bool place_objects(struct media_upload *upload, struct json_object *old, struct error *error)
{
	if (!begin_note(upload, old, error))
		return false;
	/* A replacement takes the object's place at once, as in Strapi: S3 has no names to wait under. */
	upload->placed = !upload->is_replacing;
	return visit_all(upload, put_object, error);
}

static bool place_files(struct media_upload *upload, struct json_object *old, struct error *error)
{
	if (!visit_all(upload, sync_file, error) || !begin_note(upload, old, error))
		return false;
	upload->placed = true;
	if (!visit_all(upload, link_file, error))
		return false;
	return fsync(upload->media->folder) == 0 || temporary_disk_error(errno, error);
}

/* Whatever is in the database: the name stays in the folder, and what lies there is a file. */
static bool is_replaceable(const struct media_upload *upload, const struct media_file *file)
{
	struct stat stat;
	const char *name = file_name(upload->arena, file);
	if (!*file->hash || *name == '.' || strpbrk(name, "/\\\r\n"))
		return false;
	if (bucket_of(upload) || provide_by(upload->media))
		return true;
	if (strlen(waiting_name(upload->arena, name)) > NAME_MAX)
		return false;
	return fstatat(upload->media->folder, name, &stat, AT_SYMLINK_NOFOLLOW) != 0 || S_ISREG(stat.st_mode);
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
		if (!is_replaceable(upload, file))
			return error_validation(error, "The file to be replaced has no valid name");
		file->is_replacement = true;
		if (!provide_by(upload->media))
			find_stale(upload, old);
	}
	if (provide_by(upload->media))
		return provide_files(upload, old, error);
	return check_paths(upload, error) &&
	       (bucket_of(upload) ? place_objects(upload, old, error) : place_files(upload, old, error));
}

static void remove_temporaries(struct media_upload *upload)
{
	for (struct media_file *file = upload->first; file; file = file->next) {
		temporary_remove(upload->media, &file->encoded);
		for (size_t i = 0; i < file->format_count; i++)
			temporary_remove(upload->media, &file->formats[i].temporary);
	}
}

static void remove_stale(struct media_upload *upload)
{
	const struct config_s3 *s3 = bucket_of(upload);
	struct error ignored;
	for (size_t i = 0; i < upload->stale_count; i++)
		if (s3)
			s3_remove(s3, upload->stale[i], &ignored);
		else
			unlinkat(upload->media->folder, upload->stale[i], 0);
}

void media_settle(struct media_upload *upload)
{
	const bool renames = upload->is_replacing && !bucket_of(upload) && !provide_by(upload->media);
	if (renames)
		visit_all(upload, rename_file, NULL);
	remove_stale(upload);
	if (renames)
		fsync(upload->media->folder);
	note_end(upload->media, &upload->note);
	remove_temporaries(upload);
}

void media_undo(struct media_upload *upload)
{
	if (upload->placed && provide_by(upload->media))
		provide_undo(upload);
	else if (upload->placed)
		visit_all(upload, bucket_of(upload) ? remove_object : unlink_file, NULL);
	note_end(upload->media, &upload->note);
	remove_temporaries(upload);
}
