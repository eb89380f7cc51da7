/* Inside the room `api/rest`: the object of all actions that permissions can be granted for. */
#ifndef LECTERN_API_REST_PERMISSIONS_H
#define LECTERN_API_REST_PERMISSIONS_H

#include "call.h"

/* The permissions object: every action there is, and behind those of a controller what was granted of others. The
 * `granted` ones are enabled. */
void permissions_write(struct buffer *buffer, const struct registry *registry, const struct slice *granted,
                       size_t count, struct arena *arena);

#endif
