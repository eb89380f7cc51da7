/* The parameter `filters`, once it is checked. */
#ifndef LECTERN_QUERY_FILTERS_H
#define LECTERN_QUERY_FILTERS_H

#include "reader.h"

/* The conditions of filters that filters_check has let pass. NULL where there are none. */
bool filters_read(struct reader *reader, const struct content_type *type, const struct param *param,
                  struct condition **condition);

#endif
