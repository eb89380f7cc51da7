/* Inside the room `content`: the columns of an entry's own row. */
#ifndef LECTERN_CONTENT_WRITE_FIELDS_H
#define LECTERN_CONTENT_WRITE_FIELDS_H

#include "write.h"

/* The columns that are to be set: *fields, which lives in the call's arena. On creation fields that are not sent get
 * their defaults. Fails with 400 for a value that no such column holds. */
bool fields_decide(struct write *write, const struct write_entry *entry, struct store_field **fields, size_t *count);

#endif
