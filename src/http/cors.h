/* Which origins may read answers in a browser. */
#ifndef LECTERN_HTTP_CORS_H
#define LECTERN_HTTP_CORS_H

#include "http.h"

enum cors_access {
	CORS_NONE,
	CORS_ANY,   /* any origin may: `*`, and no credentials */
	CORS_NAMED, /* this origin may, with credentials */
};

/* What `origin`, as sent by the client, may, when the configuration names `origins`; "*" among them stands for any. */
enum cors_access cors_access(const char *const *origins, size_t count, struct slice origin);

/* Adds the headers of an answer to a request from `origin`; for a preflight those that say what may be sent. `asked`:
 * the headers that a preflight asks for, all of which may be sent where none are configured; NULL: it is no preflight.
 */
void cors_add_headers(struct buffer *head, const struct http_options *options, enum cors_access access,
                      struct slice origin, const struct slice *asked);

#endif
