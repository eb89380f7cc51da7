/* Inside the room `store`: when tables were changed last.
 *
 * Moments are counted by changes. A change is published when it is committed, and before it is answered. A
 * session notes the moment before it begins: it sees all changes up to there, and maybe later ones. So what was read in
 * it is as good as new while none of its tables has a later moment. */
#ifndef LECTERN_STORE_CHANGES_H
#define LECTERN_STORE_CHANGES_H

#include "tables.h"

#include <pthread.h>

struct changes {
	pthread_mutex_t publishing;
	_Atomic uint64_t moment;                  /* of the last change */
	_Atomic uint64_t all;                     /* of the last change of unknown tables */
	_Atomic uint64_t of[STORE_TABLE_NUMBERS]; /* of the last change of each table, or CHANGES_SILENT */
};

/* The moment of a table whose changes nobody tells: later than all others. */
#define CHANGES_SILENT UINT64_MAX

void changes_init(struct changes *changes);
void changes_free(struct changes *changes);

/* Tells that these tables, or any (NULL), have changed. From any thread. */
void changes_publish(struct changes *changes, const struct store_tables *tables);

/* Changes of these tables, and of no others, are not told from here on: what was read of them counts as changed at any
 * time. From any thread. */
void changes_set_silent(struct changes *changes, const struct store_tables *tables);

/* The moment of the last change. From any thread. */
uint64_t changes_moment(const struct changes *changes);

/* The moment of the last change of any of the tables; that of one whose changes are not told does not count. From any
 * thread. */
uint64_t changes_last_of(const struct changes *changes, const uint16_t *numbers, size_t count);

/* Whether none of the tables has changed after the moment. From any thread. */
bool changes_none_since(const struct changes *changes, const uint16_t *numbers, size_t count, uint64_t moment);

/* Adds the tables that a statement names to *tables: all names in double quotes but those of columns, which have their
 * table's alias before them. Names that are no table's do no harm. */
void changes_note(struct store_tables *tables, struct slice statement);

/* Whether a statement only reads. */
bool changes_is_read(struct slice statement);

#endif
