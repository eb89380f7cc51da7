/* Inside the room `store`: what a select and a count of related entries share. */
#ifndef LECTERN_STORE_SELECT_H
#define LECTERN_STORE_SELECT_H

#include "sql.h"

/* What follows FROM where there is a `via`: the parents' ids under p, the links, and the other side under t0.
 * `link_alias` is that which has the order of the links; empty where there is none. */
void select_write_via(struct sql *sql, const struct store_select *select, char link_alias[SQL_ALIAS_SIZE]);

#endif
