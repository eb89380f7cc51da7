/* The headers that every answer has: made once for a server, sent from there with each answer. */
#ifndef LECTERN_HTTP_HEADERS_H
#define LECTERN_HTTP_HEADERS_H

#include "http.h"

extern const char *const http_json_type; /* "application/json; charset=utf-8" */

/* The last part of a head: constant headers and the empty line. */
struct constant_headers {
	struct slice json;  /* begins with the content type of JSON */
	struct slice other; /* without a content type */
	struct slice bare;  /* the same without a Content-Security-Policy, and without X-Content-Type-Options */
};

/* `security`: lines "Name: value\r\n"; NULL: the usual ones. */
void constant_headers_init(struct constant_headers *headers, struct arena *arena, const char *security,
                           const char *powered_by);

/* "HTTP/1.1 200 OK\r\n". `reason`: the phrase; NULL: the registered one. */
void headers_add_status(struct buffer *head, int status, const char *reason);

#endif
