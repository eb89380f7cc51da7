/* The checks of the parameter `filters`. */
#ifndef LECTERN_QUERY_FILTERS_CHECK_H
#define LECTERN_QUERY_FILTERS_CHECK_H

#include "reader.h"

/* Filters with or without the caller's rights. `param` is truthy. */
bool filters_check(struct reader *reader, const struct content_type *type, const struct param *param, bool rights);

#endif
