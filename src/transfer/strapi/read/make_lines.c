/* Archives of Strapi's as lines, in four passes over what was read of them. */
#include "read.h"
#include "transfer/input.h"
#include "transfer/progress.h"

#include <errno.h>

enum { LONGEST_LINE = 128 * 1024 * 1024, MOST_MISTAKES = 20, COPY_BYTES = 64 * 1024, KEPT_BYTES = 1024 * 1024 };

static bool cannot_write(struct error *error)
{
	return error_set(error, errno == ENOSPC ? 507 : 500,
	                 errno == ENOSPC ? "InsufficientStorageError" : "InternalServerError",
	                 "A temporary file can't be written: %s", strerror(errno));
}

bool convert_report_unknown(struct converting *converting, const char *what, const char *name)
{
	const char *seen = arena_format(converting->scratch, "%s %s", what, name);
	if (map_get(&converting->mistakes, slice_of(seen)))
		return true;
	char *text = arena_copy(converting->arena, slice_of(seen));
	map_set(&converting->mistakes, slice_of(text), text);
	if (converting->mistake_count++ < MOST_MISTAKES)
		fprintf(converting->options->mistakes, "the project has no %s%s\n", text,
		        converting->options->force ? ": left out" : "");
	return true;
}

bool convert_end_line(struct converting *converting, FILE *out)
{
	struct buffer *line = &converting->line;
	buffer_byte(line, '\n');
	bool done = fwrite(line->data, 1, line->len, out) == line->len || cannot_write(converting->error);
	line->len = 0;
	return done;
}

typedef bool line_visitor(struct converting *converting, struct json_object *json);

static bool visit_line(struct converting *converting, enum strapi_section section, const struct transfer_input *input,
                       struct slice text, line_visitor *visitor)
{
	struct json_object *json;
	struct error wrong;
	arena_reset(converting->scratch, KEPT_BYTES);
	if (!slice_trim(text).len)
		return true;
	if (!json_parse(NULL, text, JSON_DEEPEST_STORED, &json, &wrong))
		return error_validation(converting->error, "The archive is damaged: %s, line %lld: %.300s",
		                        strapi_section_names[section], (long long)input->line, wrong.message);
	bool done = visitor(converting, json);
	json_object_put(json);
	return done;
}

static bool visit_lines(struct converting *converting, enum strapi_section section, line_visitor *visitor)
{
	struct transfer_input input;
	struct transfer_progress progress;
	struct slice text;
	bool found = true, done = true;
	if (!converting->sections->files[section])
		return true;
	rewind(converting->sections->files[section]);
	if (!input_open(&input, converting->sections->files[section], converting->error))
		return false;
	progress_start(&progress, converting->options->progress, strapi_section_names[section], 0);
	while (done && (done = input_line(&input, LONGEST_LINE, &text, &found, converting->error)) && found) {
		done = visit_line(converting, section, &input, text, visitor);
		progress_step(&progress);
	}
	progress_end(&progress);
	input_close(&input);
	return done;
}

static bool append(FILE *out, FILE *in, struct error *error)
{
	char bytes[COPY_BYTES];
	size_t count;
	rewind(in);
	while ((count = fread(bytes, 1, sizeof bytes, in)) > 0)
		if (fwrite(bytes, 1, count, out) != count)
			return cannot_write(error);
	return !ferror(in) || cannot_write(error);
}

static bool make(struct converting *converting)
{
	const struct transfer_parts *parts = &converting->options->parts;
	fprintf(converting->entries, "{\"format\":\"%s\",\"version\":%d}\n", TRANSFER_FORMAT, TRANSFER_VERSION);
	if (parts->settings && !visit_lines(converting, STRAPI_CONFIGURATION, convert_setting))
		return false;
	if (parts->content && (!visit_lines(converting, STRAPI_ENTITIES, convert_note) ||
	                       !visit_lines(converting, STRAPI_LINKS, convert_link) ||
	                       !visit_lines(converting, STRAPI_ENTITIES, convert_entity)))
		return false;
	if (converting->mistake_count && !converting->options->force)
		return error_validation(converting->error,
		                        "The archive has what the project's models do not have. Nothing was "
		                        "written. With --force that is left out");
	return append(converting->entries, converting->links, converting->error) &&
	       (fflush(converting->entries) == 0 || cannot_write(converting->error));
}

bool strapi_make_lines(struct strapi_sections *sections, const struct transfer_unpack_options *options, FILE **lines,
                       int64_t *left_out, struct error *error)
{
	struct arena *arena = arena_create();
	const size_t types = options->registry->type_count;
	struct converting converting = {
	    .options = options,
	    .sections = sections,
	    .tables = transfer_describe(arena, options->registry),
	    .arena = arena,
	    .scratch = arena_create(),
	    .ids = arena_array(arena, types, sizeof *converting.ids),
	    .entries = tmpfile(),
	    .links = tmpfile(),
	    .left_out = left_out,
	    .error = error,
	};
	map_init(&converting.references, arena);
	map_init(&converting.mistakes, arena);
	bool done = converting.entries && converting.links ? make(&converting) : cannot_write(error);
	for (size_t i = 0; i < types; i++)
		id_set_free(&converting.ids[i]);
	if (converting.links)
		fclose(converting.links);
	if (done)
		rewind(converting.entries);
	else if (converting.entries)
		fclose(converting.entries);
	*lines = done ? converting.entries : NULL;
	buffer_free(&converting.line);
	arena_destroy(converting.scratch);
	arena_destroy(arena);
	return done;
}
