/* Inside the room `store`: SQLite's loosely typed columns in terms of attributes. */
#ifndef LECTERN_STORE_SQLITE_CELLS_H
#define LECTERN_STORE_SQLITE_CELLS_H

#include "store/driver.h"

#include <sqlite3.h>

/* `scratch` is for text that has to be made; it is overwritten by the next cell. */
void sqlite_read_cell(sqlite3_value *value, const struct attribute *attribute, struct buffer *scratch,
                      struct cell *cell);

#endif
