/* Inside the room `content`: components as entries of their own (component.h). With a listener for an entry or for
 * components, as in Strapi: each component is created, changed or deleted by itself, with its own events, before its
 * entry is (when that is deleted, behind it), and the entry's data names components by their ids. */
#ifndef LECTERN_CONTENT_WRITE_COMPONENTS_H
#define LECTERN_CONTENT_WRITE_COMPONENTS_H

#include "component.h"
#include "content/lifecycles.h"

/* Whether the components of an entry are written by themselves; `before` is the moment of the entry's change. */
bool components_are_apart(const struct write *write, const struct content_type *type, enum content_lifecycle before);

/* Writes the components that *data has, of an entry or (entry_id 0) a new one, and deletes those that it leaves out.
 * *data becomes a copy that names them by their ids, and the entry is then written so (write.linked). */
bool components_write(struct write *write, const struct content_type *type, int64_t entry_id,
                      struct json_object **data);

#endif
