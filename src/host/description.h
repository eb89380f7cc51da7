/* Inside the room `host`: the description that the project's code gives of itself, once it is loaded. For the thread
 * that loads the code. */
#ifndef LECTERN_HOST_DESCRIPTION_H
#define LECTERN_HOST_DESCRIPTION_H

#include "survey.h"

/* Takes routes, actions and plugins of an answer to the ask `load` (web/runtime/app.mjs, describe). */
void description_take(struct survey *survey, struct json_object *described);

/* The routes of such a list, in `arena`. */
struct rest_content_route *description_routes(struct survey *survey, struct json_object *routes);

#endif
