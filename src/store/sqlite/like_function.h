/* Inside the SQLite driver: LIKE as its connections have it. */
#ifndef LECTERN_STORE_SQLITE_LIKE_FUNCTION_H
#define LECTERN_STORE_SQLITE_LIKE_FUNCTION_H

#include "like.h"

#include <sqlite3.h>

/* Puts like_match in the place of the connection's operator LIKE. A statement whose search is late ends with
 * SQLITE_INTERRUPT. Returns an SQLite result code. */
int like_register(sqlite3 *database, like_is_late *ask, void *context);

#endif
