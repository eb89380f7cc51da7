/* The door of the room `console`: the GraphQL console for browsers. GraphiQL, bundled when lectern is built
 * (web/console), is a part of the program: nothing is fetched from another host.
 *
 * Threads: any, with a request that is its own. */
#ifndef LECTERN_CONSOLE_CONSOLE_H
#define LECTERN_CONSOLE_CONSOLE_H

#include "http/http.h"

/* True when the request is a browser's for a page: a GET that names text/html in Accept, and would rather have it than
 * JSON. */
bool console_is_wanted(const struct http_request *request);

/* Answers with the console's page, which asks the GraphQL endpoint at the request's own path. */
void console_answer_page(const struct http_request *request, struct http_response *response);

/* True when the page loads a file of that name from the folder below the endpoint. */
bool console_has_file(struct slice name);

/* Answers a GET for such a file. False when there is no such file or it is no GET; the response is then untouched. */
bool console_answer_file(const struct http_request *request, struct slice name, struct http_response *response);

#endif
