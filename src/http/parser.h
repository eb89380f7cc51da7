/* llhttp behind an interface of this room's own: llhttp's header calls its methods as http.h does, so no other file can
 * include both. What llhttp lets through is refused by head.c and chunked.c. */
#ifndef LECTERN_HTTP_PARSER_H
#define LECTERN_HTTP_PARSER_H

#include "base/base.h"

#include <stdalign.h>

enum { PARSER_SIZE = 128 };

/* Where llhttp is in a request. */
struct http_parser {
	alignas(max_align_t) unsigned char state[PARSER_SIZE];
};

enum parser_result {
	PARSER_MORE,     /* all was read, and it goes on */
	PARSER_COMPLETE, /* the end was found */
	PARSER_BAD_METHOD,
	PARSER_BAD_TARGET,
	PARSER_BAD_HEADER,
	PARSER_BAD_LENGTH,
	PARSER_BAD_ENCODING,
	PARSER_TWO_LENGTHS, /* Content-Length twice, or beside Transfer-Encoding */
	PARSER_BAD,         /* any other reason */
};

/* What is called for the parts of a head, in their order. */
struct parser_events {
	void (*target)(void *context, struct slice target);
	void (*name)(void *context, struct slice name);
	void (*value)(void *context, struct slice value); /* not called for an empty one */
};

/* What llhttp makes of the headers together. */
struct parser_framing {
	bool keep_alive;
	uint64_t content_length;
	size_t len; /* of the head */
};

/* Parses a head that is there whole. */
enum parser_result parser_read_head(struct http_parser *parser, struct slice text, const struct parser_events *events,
                                    void *context, struct parser_framing *framing);

/* Goes on with the body of a request whose head has been parsed, when it is chunked. PARSER_COMPLETE: the request ends
 * after *used bytes. `take` gets parts of `data`, and returns false when it is to stop: the result is PARSER_BAD. */
enum parser_result parser_read_body(struct http_parser *parser, struct slice data,
                                    bool (*take)(void *context, struct slice part), void *context, size_t *used);

#endif
