/* Inside the room `content`: Strapi's reads of an entry's components before it changes or deletes them, for their
 * events. Nothing is read where no listener hears of it. */
#ifndef LECTERN_CONTENT_WRITE_LOAD_H
#define LECTERN_CONTENT_WRITE_LOAD_H

#include "write.h"

/* Reads the entry's id with one field of components, or with all of them (`only` NULL). Of a component with components
 * of its own as well. `as_text`: see lifecycle_read. */
bool load_components(struct write *write, const struct content_type *type, int64_t id, bool as_text,
                     const struct attribute *only);

/* The same for each field by itself. */
bool load_each_field(struct write *write, const struct content_type *type, int64_t id, bool as_text);

#endif
