/* Answers to reads: found in the cache, or kept there, with their etags. A part of the room's door: request.h includes
 * it.
 *
 * A dialect calls request_answer_cached when it knows who calls and that the caller may ask, and request_end_read when
 * the answer is in the response. Only what depends on nothing but the request, the caller's rights and the database
 * may come by: no step of an extension or of the project's code may have had a say in it. */
#ifndef LECTERN_API_REQUEST_CACHED_H
#define LECTERN_API_REQUEST_CACHED_H

#include "base/base.h"

struct request;
struct request_read;

/* Gives the answer to `asked` where it is remembered, and tells so. False: it is to be read, in request->session, all
 * of which is noted from here on. `dialect` is a letter that tells what kind of text `asked` is. */
bool request_answer_cached(struct request *request, char dialect, struct slice asked);

/* The answer to what request_answer_cached was asked for is in the response. It is kept, unless it is no 200 or the
 * work is begun again; gets its etag; and becomes a 304 where the client has it. */
void request_end_read(struct request *request);

#endif
