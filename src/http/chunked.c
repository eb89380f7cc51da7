#include "chunked.h"

enum { MOST_FRAMING = 16 * 1024 }; /* bytes of a chunk's size with its extensions, or of all trailers */

/* Looks at bytes that are no part of the body: sizes, extensions, trailers. */
static void look(struct chunked *chunked, const char *end)
{
	for (; chunked->seen < end; chunked->seen++) {
		const char byte = *chunked->seen;
		bool line_begins = chunked->last == '\n';
		if ((byte == '\n') != (chunked->last == '\r') || byte == '\0' ||
		    (line_begins && (byte == ' ' || byte == '\t')) || (chunked->behind_chunk && byte != '\r') ||
		    ++chunked->framing > MOST_FRAMING)
			chunked->bad = true;
		chunked->behind_chunk = false;
		chunked->last = byte;
	}
}

static bool take(void *context, struct slice part)
{
	struct chunked *chunked = context;
	look(chunked, part.ptr);
	chunked->seen = part.ptr + part.len;
	chunked->framing = 0;
	chunked->last = 0;
	chunked->behind_chunk = true;
	if (!chunked->bad)
		chunked->take(chunked->context, part.ptr, part.len);
	return !chunked->bad;
}

void chunked_start(struct chunked *chunked, struct http_parser *parser,
                   void (*take_part)(void *context, const char *data, size_t len), void *context)
{
	*chunked = (struct chunked){.parser = parser, .take = take_part, .context = context};
}

enum chunked_progress chunked_read(struct chunked *chunked, struct slice data, size_t *used)
{
	chunked->seen = data.ptr;
	enum parser_result result = parser_read_body(chunked->parser, data, take, chunked, used);
	if (result != PARSER_MORE && result != PARSER_COMPLETE)
		return CHUNKED_REFUSED;
	look(chunked, data.ptr + *used);
	if (chunked->bad)
		return CHUNKED_REFUSED;
	return result == PARSER_COMPLETE ? CHUNKED_COMPLETE : CHUNKED_PARTIAL;
}
