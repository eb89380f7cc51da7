/* Inside the room `content`: writing as Strapi's query engine does, to which components are entries of their own that
 * are linked. */
#ifndef LECTERN_CONTENT_WRITE_PLAIN_H
#define LECTERN_CONTENT_WRITE_PLAIN_H

#include "changes.h"

/* Reads the components that a field is to be linked to: {"id":…}, a list of them, or null. */
bool plain_read_links(struct write *write, struct write_field *field);

/* Adds what changes in the links of a field that holds components; it has what stored_read reads. */
void plain_decide_links(const struct write_entry *entry, const struct write_field *field,
                        struct write_changes *changes);

#endif
