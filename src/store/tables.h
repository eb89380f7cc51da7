/* Which tables were read, and which were changed when: what was made of the database can be remembered as long as none
 * of its tables has changed. A part of the door store.h.
 *
 * A table is known by a number that is made of its name. Two tables may share one: then what was read of either counts
 * as changed with the other, which costs a second reading and nothing else. */
#ifndef LECTERN_STORE_TABLES_H
#define LECTERN_STORE_TABLES_H

#include "base/base.h"

struct store_session;

enum { STORE_TABLE_NUMBERS = 4096 };

/* A set of tables. Zeroed it is empty. */
struct store_tables {
	uint64_t bits[STORE_TABLE_NUMBERS / 64];
	bool all;
};

/* The number of a table. */
uint16_t store_table_number(struct slice name);

/* Adds a table by its name. */
void store_tables_add(struct store_tables *tables, struct slice name);

/* The numbers of the tables, at most `most` of them; the result tells how many there are. */
size_t store_tables_list(const struct store_tables *tables, uint16_t *numbers, size_t most);

/* Adds the tables of all that the session reads from here on to *tables, which must outlive it; NULL ends that. What is
 * answered from memory (a total that was counted before) counts as read. */
void store_note_tables(struct store_session *session, struct store_tables *tables);

/* Whether the transaction of a session that writes has changed the table, or may have. */
bool store_has_changed(const struct store_session *session, const char *table);

/* What is read now changes by itself: nothing that is made of it is remembered. */
void store_note_unsteady(struct store_session *session);

/* The moment at which the session began; later ones are larger. */
uint64_t store_moment(const struct store_session *session);

/* Whether all changes of others that the session sees are among those that store_is_unchanged knows. False while they
 * are being found out, and where they can't be: then nothing that is remembered may be used. The changes of this
 * process are known before they are answered. */
bool store_knows_changes(struct store_session *session);

/* Whether none of the tables was changed after the moment. From any thread. */
bool store_is_unchanged(const struct store_session *session, const uint16_t *numbers, size_t count, uint64_t moment);

#endif
