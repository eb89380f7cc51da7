/* Which origins may read answers in a browser. */
#ifndef LECTERN_HTTP_CORS_H
#define LECTERN_HTTP_CORS_H

#include "http.h"

#include <microhttpd.h>

/* True when `origin`, as sent by the client, is one of `origins`, or these hold "*". An empty origin never is. */
bool cors_allows(const char *const *origins, size_t count, const char *origin);

/* The headers of an answer to a request from the allowed `origin`; for a preflight those that say what may be sent. */
void cors_add_headers(struct MHD_Response *response, const char *origin, bool preflight);

#endif
