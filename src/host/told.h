/* Inside the room `host`: what the project's code tells of itself, once it is loaded. */
#ifndef LECTERN_HOST_TOLD_H
#define LECTERN_HOST_TOLD_H

#include "survey.h"

/* Takes routes, actions and plugins of an answer to the ask `load` (web/runtime/app.mjs, describe). */
void survey_told(struct survey *survey, struct json_object *told);

/* The routes of such a list, in `arena`. */
struct rest_content_route *told_routes(struct survey *survey, struct json_object *routes);

#endif
