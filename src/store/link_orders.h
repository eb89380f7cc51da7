/* Inside the room `store`: the orders that the rows of link tables have on the inverse side. */
#ifndef LECTERN_STORE_LINK_ORDERS_H
#define LECTERN_STORE_LINK_ORDERS_H

#include "session.h"

/* The highest order that the links to each of the targets have on the inverse side, for a link that has such a column;
 * 0 for a target without links. `orders` has room for `count`. The answer is remembered until a change (last_orders.h).
 */
bool link_orders_read_last(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                           size_t count, double *orders, struct error *error);

#endif
