/* The parameters `pagination` and `publicationState`. */
#ifndef LECTERN_QUERY_PAGE_H
#define LECTERN_QUERY_PAGE_H

#include "reader.h"

/* The page of a list: by page and pageSize, or by start and limit. */
bool page_read(struct reader *reader, const struct param *params, struct query_root *root);
/* The page of what is populated: by start and limit alone. */
bool page_read_offset(struct reader *reader, const struct param *params, struct query *query);
/* Live entries, unless the parameter says "preview". */
bool publication_read(struct reader *reader, const struct param *params, enum publication_state *state);

#endif
