/* Inside the room `content`: what clients may not set. */
#ifndef LECTERN_CONTENT_STRIP_H
#define LECTERN_CONTENT_STRIP_H

#include "content/content.h"

/* Takes out of the change's data, an object: the id, what is not writable, createdBy, updatedBy, and all relations to
 * types that may not be found, in components and zones, too. */
void strip_change(const struct content_change *change, const struct registry *registry);

#endif
