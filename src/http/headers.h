/* The headers that every answer has: built once, added to each answer as one. */
#ifndef LECTERN_HTTP_HEADERS_H
#define LECTERN_HTTP_HEADERS_H

#include "http.h"

#include <microhttpd.h>

/* One header whose value goes on, behind a line break, with further headers. */
struct header_block {
	const char *name;
	char *value;
	char *placeholder; /* as long as `value`, without line breaks */
	size_t len;
};

struct constant_headers {
	struct header_block json;  /* begins with the content type of JSON */
	struct header_block other; /* without a content type */
};

extern const char *const http_json_type; /* "application/json; charset=utf-8" */

void constant_headers_init(struct constant_headers *headers, struct arena *arena, const char *powered_by);

/* `content_type` is left out when NULL. */
void constant_headers_add(const struct constant_headers *headers, struct MHD_Response *response,
                          const char *content_type);

#endif
