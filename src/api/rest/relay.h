/* Inside the room `api/rest`: requests that may be for sockets of the project's code. */
#ifndef LECTERN_API_REST_RELAY_H
#define LECTERN_API_REST_RELAY_H

#include "call.h"

/* Whether the request is relayed where nothing else answers it. */
bool relay_is_open(const struct rest_call *call);

/* The same, and no route has its path: all requests are asked of code, which sees it only when nobody takes it. */
bool relay_comes_first(const struct rest_call *call);

/* Suspends the request, and hands it over. */
bool relay_start(struct rest_call *call);

#endif
