/* Inside the room `extend`: copies of values that extensions pass in. */
#ifndef LECTERN_EXTEND_COPY_H
#define LECTERN_EXTEND_COPY_H

#include "schema.h"

/* The structure with all that it points to, in `arena`. */
const lectern_graphql *copy_graphql(struct arena *arena, const lectern_graphql *source);
const lectern_plugin *copy_plugin(struct arena *arena, const lectern_plugin *source);

#endif
