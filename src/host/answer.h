/* Inside the room `host`: answers of the project's code that are none. */
#ifndef LECTERN_HOST_ANSWER_H
#define LECTERN_HOST_ANSWER_H

#include "http/http.h"
#include "process/process.h"

/* Says why there is no answer: 503 while the code does not run, else 500, whose reason is for the log alone. Returns
 * false. For any thread. */
bool host_answer_refuse(const struct host_answer *answer, struct error *error);

/* A name has no byte that could end it; a value is one line. */
bool host_answer_is_sendable(struct slice name, struct slice value);

/* A text in the bytes that Node would send it in: of latin1 one for each character. */
const char *host_answer_encode(struct arena *arena, struct slice text, bool latin1);

/* Adds a header that code has set, [name, value], to a response; but none that no answer of code may have. */
void host_answer_take_header(struct http_response *response, struct arena *arena, struct json_object *header,
                             bool latin1);

/* Those that code has set, a list as above or NULL, stand in the place of lectern's own, and those that it has removed,
 * a list of names or NULL, are not sent. */
void host_answer_leave_out(struct http_response *response, struct arena *arena, struct json_object *headers,
                           struct json_object *removed);

#endif
