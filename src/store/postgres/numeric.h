/* Inside the room `store`: PostgreSQL's numeric in its binary format. */
#ifndef LECTERN_STORE_POSTGRES_NUMERIC_H
#define LECTERN_STORE_POSTGRES_NUMERIC_H

#include "store/driver.h"

/* Fills *cell: an integer where nothing may stand behind the point, else the nearest double. Bytes that are no numeric
 * give CELL_NULL. */
void postgres_read_numeric(struct slice bytes, struct cell *cell);

#endif
