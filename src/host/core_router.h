/* Inside the room `host`: calls of createCoreRouter in routes files. For the main thread, at the start. */
#ifndef LECTERN_HOST_CORE_ROUTER_H
#define LECTERN_HOST_CORE_ROUTER_H

#include "routes_file.h"

/* Adds the routes of a type that such a call makes. False when it can't be read. */
bool core_router_read(struct routes_file *file, const struct code_value *router);

#endif
