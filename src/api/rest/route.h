/* Inside the room `api/rest`: which route a request takes. */
#ifndef LECTERN_API_REST_ROUTE_H
#define LECTERN_API_REST_ROUTE_H

#include "call.h"

/* Finds the route of the request's path; 404 for an unknown one, 405 for a method that it does not know. */
bool route_find(struct rest_call *call);

/* The parts of the request's path behind the prefix; false when it has another one, or http_split_path says so. A slash
 * that was sent as %2F belongs to its part. */
bool route_parts(const struct rest_call *call, struct slice *parts, size_t most, size_t *count);

/* "GET" */
const char *route_method_name(enum http_method method);

/* 405: only files may lie at the path, which are read. False. */
bool route_refuse_unknown(struct http_response *response, struct error *error);

#endif
