/* The parameter `populate`, once it is checked. */
#ifndef LECTERN_QUERY_POPULATE_H
#define LECTERN_QUERY_POPULATE_H

#include "reader.h"

/* Adds what `param` names to the populates of `query`. `depth` counts the levels around it. */
bool populate_read(struct reader *reader, const struct param *param, enum publication_state publication, unsigned depth,
                   struct query *query);

#endif
