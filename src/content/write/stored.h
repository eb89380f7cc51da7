/* Inside the room `content`: what the database has of entries that are to be written. */
#ifndef LECTERN_CONTENT_WRITE_STORED_H
#define LECTERN_CONTENT_WRITE_STORED_H

#include "write.h"

/* Reads the links of all entries and of their components: sets `rows` and `taken` of their fields, finds for each
 * component that is sent its stored one, and lists those that are to be deleted. One statement for each field of a type
 * on each level of components, whatever their number. */
bool stored_read(struct write *write, const struct write_entries *entries);

#endif
