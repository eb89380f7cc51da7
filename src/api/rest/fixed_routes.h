/* Inside the room `api/rest`: the routes that are the same in every project: users, roles, signing in, uploads,
 * locales. */
#ifndef LECTERN_API_REST_FIXED_ROUTES_H
#define LECTERN_API_REST_FIXED_ROUTES_H

#include "call.h"

/* The methods of the path, as bits 1 << enum http_method; 0: no fixed route has it. Sets call->route when the request's
 * method is among them. `parts` are those behind the prefix. */
unsigned fixed_routes_find(struct rest_call *call, const struct slice *parts, size_t count);

/* Sets the route to the server's own action of a plugin; `id`: what its path names, unless the request's path is the
 * one that Strapi has for it. False with 501 when the server has no such action. */
bool fixed_routes_set_action(struct rest_call *call, struct slice action, struct slice id);

/* Calls `list` with each route: see rest_list_routes. */
void fixed_routes_list(const struct config *config, struct arena *arena,
                       void (*list)(void *context, const char *method, const char *path, const char *action),
                       void *context);

#endif
