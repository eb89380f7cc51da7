/* Inside the room `api/rest`: which route a request takes. */
#ifndef LECTERN_API_REST_ROUTE_H
#define LECTERN_API_REST_ROUTE_H

#include "call.h"

/* Finds the route of the request's path; 404 for an unknown one, 405 for a method that it does not know. */
bool route_find(struct call *call);

/* The parts of the request's path behind the prefix; false when it has another one, or http_split_path says so. A slash
 * that was sent as %2F belongs to its part. */
bool route_parts(const struct call *call, struct slice *parts, size_t most, size_t *count);

/* Sets the route to the server's own action of a plugin; `id`: what its path names, unless the request's path is the
 * one that Strapi has for it. False with 501 when the server has no such action. */
bool route_set_plugin_action(struct call *call, struct slice action, struct slice id);

/* "GET" */
const char *route_method_name(enum http_method method);

/* Tells the server's own routes: see rest_tell_routes. */
void route_tell_fixed(const struct config *config, struct arena *arena,
                      void (*tell)(void *context, const char *method, const char *path, const char *action),
                      void *context);

#endif
