/* Answers to reads: found in the cache, or kept there, with their etags. A part of the room's door: request.h includes
 * it.
 *
 * A dialect calls request_answer_cached when it knows who calls and that the caller may ask, and request_end_read when
 * the answer is in the response. Only for answers that depend on nothing but the request, the caller's rights and the
 * database: no step of an extension or of the project's code may take part. */
#ifndef LECTERN_API_REQUEST_CACHED_H
#define LECTERN_API_REQUEST_CACHED_H

#include "base/base.h"

struct content_keys;
struct request;
struct request_read;

/* Writes the remembered answer to `asked`, and returns true; also where another request reads the same meanwhile, for
 * which this one then waits: request_is_moved. False: it is to be read in request->session, which notes its tables from
 * now on. `dialect` is a letter for the kind of text that `asked` is. */
bool request_answer_cached(struct request *request, char dialect, struct slice asked);

/* The response has the answer to `asked` of request_answer_cached. Keeps it, unless it is no 200 or the request is
 * begun again; adds its etag; and makes it a 304 where the client has it. */
void request_end_read(struct request *request);

/* Inside the room: where the keys of what the request reads are collected, or NULL. */
struct content_keys *cached_keys(const struct request *request);

/* Inside the room, for a request that is moved: true when it waits for another's read of the same answer (readings.h).
 */
bool cached_wait(struct request *request);

#endif
