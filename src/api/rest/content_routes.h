/* Inside the room `api/rest`: the routes of the project's routes files, and actions that are closed. */
#ifndef LECTERN_API_REST_CONTENT_ROUTES_H
#define LECTERN_API_REST_CONTENT_ROUTES_H

#include "call.h"

/* An action of the server's own routes that is closed. */
struct closed_action {
	const char *action;
	struct closed *closed;
	struct closed_action *next;
};

/* The project's routes, or NULL. */
const struct rest_content_route *content_routes_now(const struct rest *rest);

/* Looks through the project's routes. False when one of them refuses the request; *methods are those of the path's
 * routes, as a set of bits, and call->route is set when one fits. */
bool content_routes_find(struct rest_call *call, const struct slice *parts, size_t count, unsigned *methods);

/* For a path with empty parts, with none, or with too many: sets call->route to a route of the project's code that may
 * fit it, as far as can be told here. */
bool content_routes_find_odd(struct rest_call *call);

/* What closes an action of the server's own routes, or NULL. */
struct closed *closed_action_find(const struct rest *rest, struct slice action);

#endif
