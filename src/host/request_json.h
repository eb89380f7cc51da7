/* A request as JSON for the project's code: members that are added to an object. */
#ifndef LECTERN_HOST_REQUEST_JSON_H
#define LECTERN_HOST_REQUEST_JSON_H

#include "access/access.h"
#include "content/content.h"
#include "http/http.h"

/* "name":"text" */
void request_json_text(struct buffer *head, const char *name, struct slice text);

/* "caller": the caller. */
void request_json_caller(struct buffer *head, const struct caller *caller);

/* "method", "url", "address" and "headers". */
void request_json_write(struct buffer *head, const struct http_request *request);

/* In whose course a change is made: "within", the ask of code that makes it; or, where that is wanted, "request", what
 * a client sent and who it is. The body of that is for the body of the ask. */
void request_json_course(struct buffer *head, const struct content_call *call, bool wanted);
struct slice request_json_body(const struct content_call *call, bool wanted);

#endif
