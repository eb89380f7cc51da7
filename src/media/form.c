/* A form as it comes: texts are kept, files are written. */
#include "multipart_header.h"
#include "temporary.h"

#include <unistd.h>

enum { MOST_FILES = 256, MOST_FIELDS = 4096, BEGINNING = 4096 };

struct media_form {
	struct media *media;
	struct arena *arena;
	struct multipart parser;
	bool ignored;                                     /* it is no form: nothing of it counts */
	bool takes_files;                                 /* else they are dropped */
	bool (*wants)(void *context, struct slice field); /* or NULL */
	void *wants_context;
	struct multipart_reader reader;
	struct media_incoming *files, **last_file;
	struct media_field *fields, **last_field;
	size_t file_count, field_count;
	uint64_t file_bytes;
	size_t field_bytes;
	struct incoming *file;     /* that of the part, or NULL */
	struct media_field *field; /* or this */
	struct buffer value, beginning;
};

static struct slice copy(struct arena *arena, struct slice text)
{
	return text.ptr ? (struct slice){arena_copy(arena, text), text.len} : text;
}

static bool too_large(struct error *error, const char *problem)
{
	return error_set(error, 413, "PayloadTooLargeError", "%s", problem);
}

/* What stands behind the folders of a path, and no name of a folder. */
static struct slice last_name(struct slice path)
{
	for (size_t i = path.len; i; i--)
		if (path.ptr[i - 1] == '/') {
			path = (struct slice){path.ptr + i, path.len - i};
			break;
		}
	return slice_is(path, ".") || slice_is(path, "..") ? SLICE("") : path;
}

static bool begin_file(struct media_form *form, const struct multipart_part *part, struct error *error)
{
	struct incoming *file = arena_alloc(form->arena, sizeof *file);
	if (++form->file_count > MOST_FILES)
		return too_large(error, "Too many files in one request");
	if (!temporary_need_folder(form->media, error) || !temporary_create(form->media, &file->temporary, error))
		return false;
	file->shown = (struct media_incoming){
	    .field = copy(form->arena, part->name),
	    .name = copy(form->arena, form->wants ? last_name(part->filename) : part->filename),
	    .type = form->wants && !part->type.len ? SLICE("text/plain") : copy(form->arena, part->type),
	    .file = file->temporary.file,
	};
	*form->last_file = &file->shown;
	form->last_file = &file->shown.next;
	form->file = file;
	form->beginning.len = 0;
	return true;
}

static bool begin(void *context, const struct multipart_part *part, struct error *error)
{
	struct media_form *form = context;
	form->file = NULL;
	form->field = NULL;
	if (part->is_file)
		return !form->takes_files || (form->wants && !form->wants(form->wants_context, part->name)) ||
		       begin_file(form, part, error);
	if (++form->field_count > MOST_FIELDS)
		return too_large(error, "Too many fields in one request");
	form->field = arena_alloc(form->arena, sizeof *form->field);
	form->field->name = part->name.ptr ? copy(form->arena, part->name) : SLICE("");
	form->value.len = 0;
	return true;
}

static bool add_bytes(void *context, struct slice bytes, struct error *error)
{
	struct media_form *form = context;
	if (!form->file && !form->field)
		return true;
	if (!form->file) {
		form->field_bytes += bytes.len;
		if (form->field_bytes > form->media->config->max_body)
			return error_set(error, 413, "PayloadTooLargeError", "The fields are larger than %zu bytes",
			                 form->media->config->max_body);
		buffer_slice(&form->value, bytes);
		return true;
	}
	form->file_bytes += bytes.len;
	if (form->file_bytes > form->media->config->uploads.most_bytes)
		return too_large(error, "FileTooBig");
	if (form->beginning.len < BEGINNING)
		buffer_add(&form->beginning, bytes.ptr,
		           bytes.len < BEGINNING - form->beginning.len ? bytes.len : BEGINNING - form->beginning.len);
	form->file->shown.size += bytes.len;
	return temporary_write(&form->file->temporary, bytes, error);
}

static bool end(void *context, struct error *error)
{
	struct media_form *form = context;
	(void)error;
	if (form->file) {
		form->file->shown.format = pictures_guess(buffer_as_slice(&form->beginning));
		return true;
	}
	if (!form->field)
		return true;
	form->field->value = copy(form->arena, form->value.len ? buffer_as_slice(&form->value) : SLICE(""));
	*form->last_field = form->field;
	form->last_field = &form->field->next;
	return true;
}

bool media_form_begin(struct media *media, struct arena *arena, struct slice content_type, bool files,
                      struct media_form **form, struct error *error)
{
	struct media_form *made = arena_alloc(arena, sizeof *made);
	made->media = media;
	made->arena = arena;
	made->reader = (struct multipart_reader){begin, add_bytes, end, made};
	made->last_file = &made->files;
	made->last_field = &made->fields;
	*form = made;
	made->takes_files = files;
	if (files && media->refused)
		return error_set(error, 501, "NotImplementedError", "%s", media->refused);
	if (files && strcmp(media->config->uploads.provider, "local") != 0 && !media->config->uploads.s3 &&
	    !media->provider.put)
		return error_set(error, 501, "NotImplementedError",
		                 "The configuration has uploads put by a package that does not run: %s",
		                 media->config->uploads.provider);
	made->ignored = !multipart_header_is_type(content_type);
	return made->ignored || multipart_init(&made->parser, &made->reader, content_type, error);
}

void media_form_choose(struct media_form *form, bool (*wants)(void *context, struct slice field), void *context)
{
	form->wants = wants;
	form->wants_context = context;
}

bool media_form_feed(struct media_form *form, struct slice bytes, struct error *error)
{
	return form->ignored || multipart_feed(&form->parser, bytes, error);
}

bool media_form_finish(struct media_form *form, struct error *error)
{
	return form->ignored || multipart_finish(&form->parser, error);
}

void media_form_free(struct media_form *form)
{
	if (!form)
		return;
	for (struct media_incoming *file = form->files; file; file = file->next)
		temporary_remove(form->media, &((struct incoming *)(void *)file)->temporary);
	form->files = NULL;
	multipart_free(&form->parser);
	buffer_free(&form->value);
	buffer_free(&form->beginning);
}

const struct media_incoming *media_form_files(const struct media_form *form)
{
	return form->files;
}

const struct media_field *media_form_fields(const struct media_form *form)
{
	return form->fields;
}

const struct media_field *media_form_field(const struct media_form *form, const char *name)
{
	for (const struct media_field *field = form->fields; field; field = field->next)
		if (slice_is(field->name, name))
			return field;
	return NULL;
}

struct json_object *media_form_json(const struct media_form *form)
{
	struct json_object *json = json_object_new_object();
	for (const struct media_field *field = form->fields; field; field = field->next) {
		const char *name = arena_copy(form->arena, field->name);
		struct json_object *value = json_object_new_string_len(field->value.ptr, (int)field->value.len), *old;
		/* A value that is empty does not count beside another, as in koa-body. */
		if (!json_object_object_get_ex(json, name, &old) ||
		    (json_object_is_type(old, json_type_string) && !json_object_get_string_len(old))) {
			json_object_object_add(json, name, value);
		} else if (json_object_is_type(old, json_type_array)) {
			json_object_array_add(old, value);
		} else {
			struct json_object *list = json_object_new_array();
			json_object_array_add(list, json_object_get(old));
			json_object_array_add(list, value);
			json_object_object_add(json, name, list);
		}
	}
	return json;
}

uint64_t media_most_of_body(const struct media *media)
{
	const struct config *config = media->config;
	return config->uploads.most_bytes + config->max_body + (uint64_t)(MOST_FILES + MOST_FIELDS) * 4096;
}
