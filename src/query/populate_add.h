/* Inside the room `query`: one more populate of a query. */
#ifndef LECTERN_QUERY_POPULATE_ADD_H
#define LECTERN_QUERY_POPULATE_ADD_H

#include "reader.h"

/* The populate of `attribute` among those of `query`: the one that is there, or a new one with a query for each type
 * that it can lead to. *populate is NULL where the attribute stores nothing or the caller may not read it. False with
 * an error when `depth` or the number of populates exceeds the limits. */
bool populate_add(struct reader *reader, struct query *query, const struct attribute *attribute,
                  enum publication_state publication, unsigned depth, struct populate **populate);

#endif
