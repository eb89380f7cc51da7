/* Inside the room `api/request`: what an answer to a read tells the caches between the server and its clients, where
 * the configuration wants that of its content-type: Cache-Control, and the keys of what it holds (content/keys.h).
 *
 * Only an answer to a request without Authorization may be shared. What it would tell is a note that is remembered with
 * it: callers with a token may have the same rights, and get the same bytes. */
#ifndef LECTERN_API_REQUEST_SHARING_H
#define LECTERN_API_REQUEST_SHARING_H

#include "request.h"

struct sharing;

/* Which types share their answers; lives in `arena`. NULL: none does. */
struct sharing *sharing_create(struct arena *arena, const struct config_sharing *config,
                               const struct registry *registry);

/* The note of an answer that was read with these keys; in the request's arena, empty where caches are told nothing. */
struct slice sharing_note(const struct sharing *sharing, const struct request *request,
                          const struct content_keys *keys);

/* Adds the headers that the note says, and tells whether the answer depends on the Authorization header. */
bool sharing_add_headers(const struct sharing *sharing, struct request *request, struct slice note);

#endif
