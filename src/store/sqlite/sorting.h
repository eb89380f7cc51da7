/* Inside the SQLite driver: whether a statement sorts as lectern_first_ids does. */
#ifndef LECTERN_STORE_SQLITE_SORTING_H
#define LECTERN_STORE_SQLITE_SORTING_H

#include "connection.h"

/* See driver.sorts_all. */
bool sqlite_sorts_all(struct driver_session *connection, struct slice text, const struct query *query);

#endif
