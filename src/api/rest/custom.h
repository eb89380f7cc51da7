/* Inside the room `api/rest`: routes that were added, and route options. */
#ifndef LECTERN_API_REST_CUSTOM_H
#define LECTERN_API_REST_CUSTOM_H

#include "call.h"

/* A route that was added. */
struct custom_route {
	struct rest_route route;
	struct slice parts[REST_MOST_PARTS]; /* of its path; those of parameters with their colon */
	size_t part_count;
	struct custom_route *next;
};

/* Sets call->route to the first added route that fits. False when there is none. */
bool custom_find(struct rest_call *call);
/* The options of an action, or NULL. */
const struct rest_route_options *route_options_find(const struct rest *rest, const struct content_type *type,
                                                    const char *action);

/* Asks the policies in order. */
bool route_options_admit(struct rest_call *call);

#endif
