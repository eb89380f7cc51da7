/* Inside the room `store`: selects of entries as SQL. */
#ifndef LECTERN_STORE_SQL_SELECT_H
#define LECTERN_STORE_SQL_SELECT_H

#include "sql.h"

/* The fields of a select, and where their columns are. */
struct select_fields {
	const struct attribute **fields;
	size_t count;
	const size_t *sorts; /* see sql_fields */
};

/* One statement: for the entries of a type, or for all that hang on a set of parents. Its columns are the id, the
 * parent where there is a `via`, the order where the caller sorts the rows, then the fields. */
void select_write(struct sql *sql, const struct store_select *select, const struct select_fields *fields);

/* The ids of all entries that the query finds, in its order, whatever its page. No sort goes over relations. */
void select_write_ids(struct sql *sql, const struct query *query);

/* Whether the statement's page can be chosen by lectern_first_ids, which is worth it where the database would sort all
 * that it finds; and writes it so. The rows are the same, in the same order. */
bool select_may_choose(const struct sql *sql, const struct store_select *select, const struct select_fields *fields);
void select_write_chosen(struct sql *sql, const struct store_select *select, const struct select_fields *fields);

/* Whether each of several parents has a page of its own. One parent's page is that of the statement. */
bool select_has_pages(const struct store_select *select);

#endif
