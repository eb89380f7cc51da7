/* A chunked body. llhttp finds its chunks; what llhttp lets through is refused here: a line that does not end with CR
 * LF, a folded trailer, NUL, and chunk extensions or trailers without end. */
#ifndef LECTERN_HTTP_CHUNKED_H
#define LECTERN_HTTP_CHUNKED_H

#include "parser.h"

struct chunked {
	struct http_parser *parser;
	void (*take)(void *context, const char *data, size_t len); /* gets the bytes of the body */
	void *context;
	const char *seen;  /* up to here the bytes given to chunked_read have been looked at */
	size_t framing;    /* bytes between chunks since the last byte of the body */
	char last;         /* byte of them; 0: there was none */
	bool behind_chunk; /* the next byte ends a chunk */
	bool bad;
};

enum chunked_progress { CHUNKED_PARTIAL, CHUNKED_COMPLETE, CHUNKED_REFUSED };

/* `parser` is as parser_read_head left it. */
void chunked_start(struct chunked *chunked, struct http_parser *parser,
                   void (*take)(void *context, const char *data, size_t len), void *context);

/* Reads `data`. CHUNKED_COMPLETE: the request ends after *used bytes of it. */
enum chunked_progress chunked_read(struct chunked *chunked, struct slice data, size_t *used);

#endif
