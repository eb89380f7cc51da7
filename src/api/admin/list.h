/* Inside the room `api/admin`: lists, by the parameters that the panel sends. */
#ifndef LECTERN_API_ADMIN_LIST_H
#define LECTERN_API_ADMIN_LIST_H

#include "call.h"

/* Reads filters, sort, _q, page and pageSize (10). 400 for what is no attribute, or private. */
bool admin_list_read(struct admin_call *call, const struct content_type *type, struct query_root *root);

/* Writes `,"pagination":{…}`. */
void admin_list_write_pagination(struct buffer *body, const struct query_root *root, int64_t total);

#endif
