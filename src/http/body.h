/* Request bodies that are read as they come, so that an upload never lies in memory whole. A part of the door http.h.
 */
#ifndef LECTERN_HTTP_BODY_H
#define LECTERN_HTTP_BODY_H

#include "base/base.h"

struct http_request;

enum http_body_end {
	HTTP_BODY_COMPLETE,
	HTTP_BODY_TOO_LARGE, /* more than `most` bytes */
	HTTP_BODY_BROKEN,    /* the client has gone, is too slow, or sent malformed chunks: no answer will reach it */
};

/* Called on the serving thread of the request; they must not wait. */
struct http_body_reader {
	/* A part of the body, which lives for the time of the call. False: this part was taken, but the client is to
	 * wait until http_body_continue. A few KiB that have been received already may come all the same. */
	bool (*take)(void *context, struct slice part);
	/* Nothing more comes; not called when the request was resumed before. */
	void (*end)(void *context, enum http_body_end end);
	void *context;
	uint64_t most; /* bytes */
};

/* Reads the body of a request whose request->body_follows is set, and suspends the request: http_resume is to be called
 * when the response is there, in `end` or later, or before it when nothing more of the body is wanted. To be called by
 * the handler itself; or on any thread, when the request is suspended already. */
void http_read_body(struct http_request *request, const struct http_body_reader *reader);

/* After take has returned false; on any thread, before http_resume. */
void http_body_continue(struct http_request *request);

#endif
