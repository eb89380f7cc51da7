/* Inside the room `api/admin`: lists, by the parameters that the panel sends. */
#ifndef LECTERN_API_ADMIN_LIST_H
#define LECTERN_API_ADMIN_LIST_H

#include "call.h"

/* Reads filters, sort, _q, page and pageSize (10). 400 for what is no attribute, or private. */
bool admin_list_read(struct admin_call *call, const struct content_type *type, struct query_root *root);

/* The same of entries, drafts and published, in the locale that is asked for: of `params` count _q, page, pageSize and
 * locale, and beside them `filters` and `sort`, which are checked (or NULL). Private fields may be named in them. */
bool admin_list_read_checked(struct admin_call *call, const struct content_type *type, const struct param *params,
                             const struct param *filters, const struct param *sort, struct query_root *root);

/* Writes `,"pagination":{…}`. */
void admin_list_write_pagination(struct buffer *body, const struct query_root *root, int64_t total);

/* How many entries the relation of each of these entries of `type` has: one statement for all. counts[i], 0 before, is
 * set where there are any. */
bool admin_count_related(struct admin_call *call, const struct content_type *type, const char *relation,
                         const int64_t *ids, size_t count, int64_t *counts);

#endif
