/* Routes and fields that are closed, as code that lectern does not run decides about them. */
#ifndef LECTERN_API_REQUEST_CLOSED_H
#define LECTERN_API_REQUEST_CLOSED_H

#include "http/http.h"

/* Something that is not answered, because it depends on code of the project that lectern does not run. */
struct closed {
	const char *file;       /* of the code, relative to the project */
	const char *reason;     /* what is in it: "it overrides find" */
	_Atomic int64_t logged; /* when a request was last logged, in milliseconds; 0: never */
};

/* Refuses the request with 501, names the file, and logs it: one request a second for each file at most. */
bool closed_refuse(struct closed *closed, const struct http_request *request, struct error *error);

#endif
