/* Inside the room `api/rest`: the routes that each content-type has by itself. */
#ifndef LECTERN_API_REST_TYPE_ROUTES_H
#define LECTERN_API_REST_TYPE_ROUTES_H

#include "call.h"

/* Finds the path of a content-type, and sets the route when it has the request's method; else *allowed names the
 * methods. False for other paths. */
bool type_routes_find(struct rest_call *call, const struct slice *parts, size_t count, const char **allowed);

/* Sets the route to an action of call->route.type; false when it has none of that name. */
bool type_routes_set_action(struct rest_call *call, const char *action);

/* Calls `list` with each route of a content-type: see rest_list_routes. */
void type_routes_list(const struct config *config, const struct content_type *type, struct arena *arena,
                      void (*list)(void *context, const char *method, const char *path, const char *action),
                      void *context);

#endif
