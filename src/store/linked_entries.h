/* Inside the room `store`: which entries have links at all, of relations that few of them have. It saves the statement
 * that would find none, or lets it look at fewer entries. Remembered while the link table is unchanged; all threads
 * share it. */
#ifndef LECTERN_STORE_LINKED_ENTRIES_H
#define LECTERN_STORE_LINKED_ENTRIES_H

#include "changes.h"
#include "model/model.h"

#include <pthread.h>

enum {
	LINKED_SLOTS = 64,
	LINKED_MOST = 4096, /* rows of a link table whose entries are kept */
	/* The table is read after so many questions since the last change, and one more for each of so many rows that
	 * it had: so reading it costs each of them less than what it saves, however often it changes. */
	LINKED_WORTH = 16,
	LINKED_ROWS_A_QUESTION = 8
};

/* The entries that have links of one relation. */
struct linked_entries {
	const struct attribute *relation; /* NULL: the slot is empty */
	uint64_t moment;                  /* in which they were read (store_moment) */
	unsigned asked;                   /* times since they were no longer good */
	bool many;                        /* too many to be kept */
	size_t rows;                      /* that the table had when it was read last */
	size_t count;
	int64_t *ids; /* malloc'd, ascending; NULL: none were read */
};

/* A relation lives in the slot of its address, and gives way to the next that falls there. */
struct linked {
	pthread_mutex_t lock;
	struct linked_entries slots[LINKED_SLOTS];
};

void linked_init(struct linked *linked);
void linked_free(struct linked *linked);

enum linked_answer {
	LINKED_UNKNOWN,
	LINKED_WORTH_READING, /* not known, and asked for often enough */
	LINKED_KNOWN
};

/* Leaves of the `*count` ids those that have links, in their order, where that is known of a moment at or before
 * `moment` and the table, number `table` of *changes, is unchanged since. From any thread. */
enum linked_answer linked_filter(struct linked *linked, const struct changes *changes, const struct attribute *relation,
                                 uint16_t table, uint64_t moment, int64_t *ids, size_t *count);

/* Keeps the `count` owners of the relation's links, as read in a session that began at `moment`. `rows`: those of the
 * link table; more than LINKED_MOST: there are too many, and which they are is not known. Sorts `owners`. From any
 * thread. */
void linked_keep(struct linked *linked, const struct attribute *relation, uint64_t moment, int64_t *owners,
                 size_t count, size_t rows);

#endif
