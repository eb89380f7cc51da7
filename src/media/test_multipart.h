/* For tests and fuzzing: what a multipart body means, as a text. */
#ifndef LECTERN_MEDIA_TEST_MULTIPART_H
#define LECTERN_MEDIA_TEST_MULTIPART_H

#include "multipart.h"

/* "name|file name|type=data;" for each part; a part without a name has (none), one without a file name (field). */
struct reading {
	struct buffer text;
};

static bool reading_begin(void *context, const struct multipart_part *part, struct error *error)
{
	struct reading *reading = context;
	(void)error;
	buffer_slice(&reading->text, part->name.ptr ? part->name : SLICE("(none)"));
	buffer_byte(&reading->text, '|');
	buffer_slice(&reading->text, part->is_file ? part->filename : SLICE("(field)"));
	buffer_byte(&reading->text, '|');
	buffer_slice(&reading->text, part->type);
	buffer_byte(&reading->text, '=');
	return true;
}

static bool reading_data(void *context, struct slice bytes, struct error *error)
{
	struct reading *reading = context;
	(void)error;
	buffer_slice(&reading->text, bytes);
	return true;
}

static bool reading_end(void *context, struct error *error)
{
	struct reading *reading = context;
	(void)error;
	buffer_byte(&reading->text, ';');
	return true;
}

/* Parses `body` in two pieces or more: `first` bytes, then `step` bytes at a time. `begin` sees each part;
 * reading_begin, or what calls it. */
static bool reading_parse(struct reading *reading, const char *type, struct slice body, size_t first, size_t step,
                          bool (*begin)(void *, const struct multipart_part *, struct error *))
{
	struct multipart_reader reader = {begin, reading_data, reading_end, reading};
	struct multipart multipart;
	struct error error;
	reading->text.len = 0;
	bool fine = multipart_init(&multipart, &reader, slice_of(type), &error);
	for (size_t at = 0, len = first; fine && at < body.len; at += len, len = step) {
		if (len > body.len - at)
			len = body.len - at;
		fine = multipart_feed(&multipart, (struct slice){body.ptr + at, len}, &error);
	}
	fine = fine && multipart_finish(&multipart, &error);
	multipart_free(&multipart);
	return fine;
}

#endif
