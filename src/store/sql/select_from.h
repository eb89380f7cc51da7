/* Inside the folder: the tables that a select reads from, and how they are joined. */
#ifndef LECTERN_STORE_SQL_SELECT_FROM_H
#define LECTERN_STORE_SQL_SELECT_FROM_H

#include "sql.h"

/* The column that a sort goes over. */
struct select_sort {
	char alias[SQL_ALIAS_SIZE];
	const struct attribute *attribute;
};

/* Whether the query has a limit or an offset. */
bool select_is_cut(const struct query *query);

/* Whether the statement leaves the order of the rows to its caller, and gives all of them: of a link, where nothing
 * else sorts the rows, and where each parent's rows are cut no more than behind its first page. A link that keeps no
 * order has NULL in the order's place. */
bool select_leaves_order(const struct sql *sql, const struct store_select *select);

/* FROM with all joins, which give the tables their names. Fills in a column for each sort, and the alias of the link
 * table, "" without one. True when the joins of the sorts may give an entry several times. */
bool select_write_from(struct sql *sql, const struct store_select *select, struct select_sort *columns,
                       char link_alias[SQL_ALIAS_SIZE]);

/* What follows FROM where there is a `via`: the parents' ids under p, the links, and the other side under t0.
 * `link_alias` is that which has the order of the links; empty where there is none. */
void select_write_via(struct sql *sql, const struct store_select *select, char link_alias[SQL_ALIAS_SIZE]);

#endif
