/* Inside the room `store`: what PostgreSQL sends as text, in terms of attributes. */
#ifndef LECTERN_STORE_POSTGRES_CELLS_H
#define LECTERN_STORE_POSTGRES_CELLS_H

#include "store/driver.h"

/* Fills *cell from the text of a column that is not NULL. `text` must be terminated and outlive the cell. */
void postgres_read_cell(struct slice text, const struct attribute *attribute, struct cell *cell);

/* "2021-04-02 05:06:07.089", a timestamp as PostgreSQL writes it in DateStyle ISO (without a zone, or with an offset),
 * as milliseconds since 1970; digits behind the milliseconds are cut off. False for infinity and what is no time. */
bool postgres_parse_timestamp(struct slice text, int64_t *milliseconds);

#endif
