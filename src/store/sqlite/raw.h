/* Inside the SQLite driver: statements that others wrote. */
#ifndef LECTERN_STORE_SQLITE_RAW_H
#define LECTERN_STORE_SQLITE_RAW_H

#include "connection.h"

/* See driver.raw. */
bool sqlite_raw(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                struct arena *arena, struct buffer *json, struct error *error);

#endif
