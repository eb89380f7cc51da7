/* Inside the room `store`: which order the last link to a target has, remembered while it is known to be unchanged.
 * Asking the database means looking at all links of the target, of which there may be many. */
#ifndef LECTERN_STORE_LAST_ORDERS_H
#define LECTERN_STORE_LAST_ORDERS_H

#include "model/model.h"

enum { LAST_ORDERS_SLOTS = 4096 };

struct last_order {
	const struct attribute *attribute; /* NULL: the slot is empty */
	int64_t target;
	double order;
};

/* Of the one that writes; what falls into the slot of another takes its place. */
struct last_orders {
	uint64_t version; /* see driver.writer_version */
	bool changed;     /* in the savepoint */
	size_t count;
	struct last_order slots[LAST_ORDERS_SLOTS];
};

/* A transaction begins. What is known of earlier ones stays when the version is the same, and not 0. */
void last_orders_begin(struct last_orders *orders, uint64_t version);

/* A savepoint begins; it is undone. */
void last_orders_begin_savepoint(struct last_orders *orders);
void last_orders_undo_savepoint(struct last_orders *orders);

/* The order of the last of the links that hang on `target` by the inverse side of `attribute`; 0 when it has none.
 * False when it isn't known. */
bool last_orders_find(const struct last_orders *orders, const struct attribute *attribute, int64_t target,
                      double *order);
void last_orders_keep(struct last_orders *orders, const struct attribute *attribute, int64_t target, double order);

/* A link was added: where the last order of `target` is known, it is now at least `order`. */
void last_orders_raise(struct last_orders *orders, const struct attribute *attribute, int64_t target, double order);

/* Rows of `table` went: links, or entries that take their links along. */
void last_orders_forget(struct last_orders *orders, const char *table);
void last_orders_forget_all(struct last_orders *orders);

#endif
