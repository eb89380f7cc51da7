/* The checks of the parameter `populate`. */
#ifndef LECTERN_QUERY_POPULATE_CHECK_H
#define LECTERN_QUERY_POPULATE_CHECK_H

#include "reader.h"

/* Fails where `param` names what can't be populated. */
bool populate_check(struct reader *reader, const struct content_type *type, const struct param *param);

#endif
