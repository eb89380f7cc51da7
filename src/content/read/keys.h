/* Inside the room `content`: the keys of what is read (content/keys.h). */
#ifndef LECTERN_CONTENT_READ_KEYS_H
#define LECTERN_CONTENT_READ_KEYS_H

#include "entries.h"

/* Entries of the query were found, or counted (`result` NULL). Nothing where the call collects no keys. */
void keys_add_read(const struct content_call *call, const struct query *query, const struct content_result *result);

/* The entry of that id was read. */
void keys_add_entry(const struct content_call *call, const struct query *query, int64_t id,
                    const struct content_result *result);

#endif
