/* Inside the room `host`: the options of routes in routes files. For the main thread, at the start. */
#ifndef LECTERN_HOST_ROUTE_OPTIONS_H
#define LECTERN_HOST_ROUTE_OPTIONS_H

#include "routes_file.h"

/* Closes a route whose options are not understood; sets those that are. `config`: the options, or NULL. */
void route_options_apply(struct routes_file *file, const struct code_value *config, struct rest_content_route *route);

#endif
