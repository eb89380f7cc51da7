/* Inside the room `store`: the orders that the rows of link tables have on the inverse side. */
#ifndef LECTERN_STORE_LINK_ORDERS_H
#define LECTERN_STORE_LINK_ORDERS_H

#include "session.h"

/* The highest order that the links to each of the targets have on the inverse side, for a link that has such a column;
 * 0 for a target without links. `orders` has room for `count`. The answer is remembered until a change (last_orders.h).
 */
bool link_orders_read_last(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                           size_t count, double *orders, struct error *error);

/* The same in two steps, so that several can be on their way at a time. */
struct link_orders_asked {
	const struct attribute *attribute;
	struct driver_rows *rows; /* NULL: all are known */
};

/* Where the orders of these targets go; each of them stands there once. */
struct link_orders_wanted {
	const int64_t *targets;
	size_t count;
	double *orders;
};

/* Begins to ask for the last orders that are not known yet. */
bool link_orders_ask(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                     size_t count, struct link_orders_asked *asked, struct error *error);

/* Takes the answer into what is remembered, and into `wanted`, unless that is NULL; and ends the statement. */
bool link_orders_take(struct store_session *session, struct link_orders_asked *asked,
                      const struct link_orders_wanted *wanted, struct error *error);

#endif
