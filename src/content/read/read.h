/* Inside the room `content`: reading entries set-wise. */
#ifndef LECTERN_CONTENT_READ_H
#define LECTERN_CONTENT_READ_H

#include "entries.h"

/* Reads the entries of `query` (only those of `ids` when id_count > 0) and all that it populates. */
bool read_result(const struct content_call *call, const struct query *query, const int64_t *ids, size_t id_count,
                 bool locales, struct content_result **result, struct error *error);

/* Reads the entry, and leaves what the query populates to content_complete. */
bool read_own_fields(const struct content_call *call, const struct query *query, int64_t entry_id,
                     struct content_result **result, struct error *error);

/* Reads what the query of the entries populates and, if wanted, the codes of their other language versions. */
bool read_populated(const struct content_call *call, struct content_result *result, struct entries *entries,
                    bool locales, struct error *error);

#endif
