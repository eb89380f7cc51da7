/* From what came to what is stored: the checks, and the formats of pictures. */
#include "names.h"
#include "temporary.h"
#include "types.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

enum { THUMBNAIL_WIDTH = 245, THUMBNAIL_HEIGHT = 156, GOOD = 80, BEST = 100 };

void media_upload_begin(struct media_upload *upload, struct media *media, struct arena *arena,
                        const struct media_settings *settings)
{
	*upload = (struct media_upload){.media = media, .arena = arena, .settings = *settings, .note = {.file = -1}};
	upload->last = &upload->first;
}

static bool invalid_name(struct error *error)
{
	return error_set(error, 400, "ApplicationError", "File name contains invalid characters");
}

/* "25 KB", as Strapi says it. */
static const char *human_size(struct arena *arena, uint64_t bytes)
{
	static const char *const units[] = {"Bytes", "KB", "MB", "GB", "TB", "PB"};
	size_t unit = 0;
	double size = (double)bytes;
	while (size >= 1000 && unit + 1 < COUNT_OF(units)) {
		size /= 1000;
		unit++;
	}
	return arena_format(arena, "%.0f %s", floor(size + 0.5), units[unit]);
}

/* Strapi compares what it tells, which is rounded to ten bytes. */
static bool check_size(const struct media_upload *upload, const struct media_file *file, struct error *error)
{
	const uint64_t limit = upload->media->config->uploads.size_limit;
	const double rounded = round((double)file->size / 10) * 10;
	if (!limit || rounded <= (double)limit)
		return true;
	return error_set(error, 413, "PayloadTooLargeError", "%s exceeds size limit of %s.", file->name,
	                 human_size(upload->arena, limit));
}

static bool describe(struct media_upload *upload, const struct media_incoming *incoming, const struct media_info *info,
                     struct media_file *file, struct error *error)
{
	struct arena *arena = upload->arena;
	struct slice sent = incoming->name, type = slice_trim(incoming->type);
	if (!name_is_valid(sent))
		return invalid_name(error);
	struct slice extension = name_extension(sent);
	const char *by_name =
	    extension.len ? media_type_of((struct slice){extension.ptr + 1, extension.len - 1}) : NULL;
	if (!type.len)
		type = slice_of(by_name ? by_name : "application/octet-stream");
	if (!types_check(&upload->media->config->uploads, type,
	                 extension.len ? (struct slice){extension.ptr + 1, extension.len - 1} : extension,
	                 incoming->file, error))
		return false;
	if (!extension.len) {
		const char *usual = media_type_extension(type);
		/* Strapi's name for none. */
		extension = slice_of(arena_format(arena, ".%s", usual ? usual : "false"));
	}
	struct slice used = name_normalize(arena, info->name && *info->name ? slice_of(info->name) : sent);
	if (!name_is_valid(used))
		return invalid_name(error);
	file->name = arena_copy(arena, used);
	file->alternative_text = info->alternative_text;
	file->caption = info->caption;
	file->extension = arena_copy(arena, extension);
	file->type = arena_copy(arena, type);
	file->hash = name_make_hash(arena, name_base(used, extension));
	file->size = incoming->size;
	return true;
}

/* ---- pictures ---- */

static uint64_t size_of(const struct temporary *temporary)
{
	struct stat stat;
	return fstat(temporary->file, &stat) == 0 ? (uint64_t)stat.st_size : 0;
}

static void add_box(struct media_file *file, struct picture_request *request, const char *key, uint32_t width,
                    uint32_t height)
{
	if (request->box_count == PICTURE_MOST_BOXES)
		return;
	request->boxes[request->box_count++] = (struct picture_box){width, height};
	file->formats[file->format_count++] = (struct media_format){.key = key, .temporary = {.file = -1}};
}

static void plan_picture(const struct media_upload *upload, const struct media_incoming *incoming,
                         struct media_file *file, struct picture_request *request)
{
	const struct config_uploads *uploads = &upload->media->config->uploads;
	const struct media_settings *settings = &upload->settings;
	*request = (struct picture_request){
	    .most_pixels = uploads->most_pixels,
	    .format = incoming->format,
	    .orient = settings->auto_orientation,
	    .smaller = upload->streamed,
	};
	if (upload->plain) {
		request->orient = false;
		return;
	}
	if (settings->size_optimization || settings->auto_orientation)
		request->quality = settings->size_optimization ? GOOD : BEST;
	if (incoming->format == PICTURE_SVG)
		return;
	add_box(file, request, "thumbnail", THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
	for (size_t i = 0; settings->responsive_dimensions && i < uploads->breakpoint_count; i++)
		add_box(file, request, uploads->breakpoints[i].key, uploads->breakpoints[i].size,
		        uploads->breakpoints[i].size);
}

/* Takes over what the helper made; formats that were not needed go. */
static void take_formats(struct media *media, struct media_file *file, const struct picture_answer *answer)
{
	size_t kept = 0;
	for (size_t i = 0; i < file->format_count; i++) {
		struct media_format *format = &file->formats[i];
		if (!answer->made[i].width) {
			temporary_remove(media, &format->temporary);
			continue;
		}
		format->width = answer->made[i].width;
		format->height = answer->made[i].height;
		format->size = size_of(&format->temporary);
		file->formats[kept++] = *format;
	}
	file->format_count = kept;
}

static void remove_formats(struct media *media, struct media_file *file)
{
	for (size_t i = 0; i < file->format_count; i++)
		temporary_remove(media, &file->formats[i].temporary);
	file->format_count = 0;
}

static bool run_picture(struct media_upload *upload, const struct media_incoming *incoming, struct media_file *file,
                        struct picture_answer *answer, struct error *error)
{
	struct picture_request request;
	int files[PICTURE_MOST_FILES] = {incoming->file};
	plan_picture(upload, incoming, file, &request);
	if (!temporary_create(upload->media, &file->encoded, error))
		return false;
	files[1] = file->encoded.file;
	for (size_t i = 0; i < file->format_count; i++) {
		if (!temporary_create(upload->media, &file->formats[i].temporary, error))
			return false;
		files[2 + i] = file->formats[i].temporary.file;
	}
	return pictures_work(upload->media->pictures, &request, files, answer, error);
}

static bool make_pictures(struct media_upload *upload, const struct media_incoming *incoming, struct media_file *file,
                          struct error *error)
{
	struct picture_answer answer;
	if (!run_picture(upload, incoming, file, &answer, error))
		return false;
	if (answer.verdict == PICTURE_FAILED)
		return temporary_disk_error((int)answer.reason, error);
	if (answer.verdict == PICTURE_IS_FAULTY)
		return error_set(error, 400, "ApplicationError", "File is not a valid image");
	if (answer.verdict == PICTURE_IS_NONE || !answer.encoded)
		temporary_remove(upload->media, &file->encoded);
	if (answer.verdict == PICTURE_IS_NONE) {
		remove_formats(upload->media, file);
		return true;
	}
	file->is_picture = true;
	file->width = answer.width;
	file->height = answer.height;
	if (answer.encoded)
		file->size = size_of(&file->encoded);
	take_formats(upload->media, file, &answer);
	return true;
}

bool media_prepare(struct media_upload *upload, const struct media_incoming *incoming, const struct media_info *info,
                   struct json_object *path, struct media_file **prepared, struct error *error)
{
	static const struct media_info nothing;
	struct media_file *file = arena_alloc(upload->arena, sizeof *file);
	file->encoded.file = -1;
	file->path = path;
	file->original = &((const struct incoming *)(const void *)incoming)->temporary;
	/* From here on media_undo knows it. */
	*upload->last = file;
	upload->last = &file->next;
	if (prepared)
		*prepared = file;
	if (!describe(upload, incoming, info ? info : &nothing, file, error))
		return false;
	if (incoming->format != PICTURE_NONE && !pictures_lacking(upload->media->pictures) &&
	    !make_pictures(upload, incoming, file, error))
		return false;
	/* Strapi looks at the size of new files only. */
	return upload->replaces || check_size(upload, file, error);
}
