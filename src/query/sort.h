/* The parameter `sort`. */
#ifndef LECTERN_QUERY_SORT_H
#define LECTERN_QUERY_SORT_H

#include "reader.h"

/* Sorts with or without the caller's rights. */
bool sort_check(struct reader *reader, const struct content_type *type, const struct param *param, bool rights);
/* Adds the sorts that sort_check has let pass to `query`. */
bool sort_read(struct reader *reader, const struct content_type *type, const struct param *param, struct query *query);

#endif
