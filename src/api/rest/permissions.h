/* Inside the room `api/rest`: the object of all actions that permissions can be granted for. */
#ifndef LECTERN_API_REST_PERMISSIONS_H
#define LECTERN_API_REST_PERMISSIONS_H

#include "call.h"

/* The permissions object: every action there is, `granted` ones enabled. granted: keys as in caller.permissions. */
void permissions_write(struct buffer *buffer, const struct registry *registry, const struct map *granted,
                       struct arena *arena);

#endif
