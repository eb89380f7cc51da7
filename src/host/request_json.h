/* What the code is told of a request: members of an object that has some already. */
#ifndef LECTERN_HOST_REQUEST_JSON_H
#define LECTERN_HOST_REQUEST_JSON_H

#include "access/access.h"
#include "http/http.h"

/* "name":"text" */
void request_json_text(struct buffer *head, const char *name, struct slice text);

/* "caller": who calls. */
void request_json_caller(struct buffer *head, const struct caller *caller);

/* "method", "url", "address" and "headers". */
void request_json_write(struct buffer *head, const struct http_request *request);

#endif
