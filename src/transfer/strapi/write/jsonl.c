#include "jsonl.h"

#include <unistd.h>

/* As Strapi has it: it reads a whole member into memory. */
enum { MOST_BYTES = 256 * 1000 * 1000 };

bool jsonl_open(struct jsonl *jsonl, const struct member_writer *writer, enum strapi_section section)
{
	*jsonl = (struct jsonl){.writer = writer, .section = section, .file = tmpfile()};
	return jsonl->file || member_write_fail(writer, "No temporary file can be made");
}

static bool end_member(struct jsonl *jsonl)
{
	const char *name = strapi_section_names[jsonl->section];
	char path[64];
	if (!jsonl->bytes)
		return true;
	snprintf(path, sizeof path, "%s/%s_%05u.jsonl", name, name, ++jsonl->number);
	if (fflush(jsonl->file) != 0)
		return member_write_fail(jsonl->writer, "A temporary file can't be written");
	if (!member_write_file(jsonl->writer, path, fileno(jsonl->file)))
		return false;
	jsonl->bytes = 0;
	rewind(jsonl->file);
	return ftruncate(fileno(jsonl->file), 0) == 0 ||
	       member_write_fail(jsonl->writer, "A temporary file can't be written");
}

bool jsonl_add(struct jsonl *jsonl, struct buffer *line)
{
	buffer_byte(line, '\n');
	if (jsonl->bytes + (int64_t)line->len > MOST_BYTES && !end_member(jsonl))
		return false;
	bool done = fwrite(line->data, 1, line->len, jsonl->file) == line->len;
	jsonl->bytes += (int64_t)line->len;
	jsonl->lines++;
	line->len = 0;
	return done || member_write_fail(jsonl->writer, "A temporary file can't be written");
}

bool jsonl_finish(struct jsonl *jsonl)
{
	return end_member(jsonl);
}

void jsonl_close(struct jsonl *jsonl)
{
	if (jsonl->file)
		fclose(jsonl->file);
}
