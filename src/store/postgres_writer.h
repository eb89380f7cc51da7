/* Inside the room `store`: the connection that writes to PostgreSQL. One a process; a lock in the database keeps those
 * of several processes apart, so that what is checked in a transaction (unique values, orders) still holds when it
 * commits. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_H
#define LECTERN_STORE_POSTGRES_WRITER_H

#include "driver.h"

#include <libpq-fe.h>

struct postgres_writer;

/* Does not connect yet. */
bool postgres_writer_create(const struct config *config, struct postgres_writer **writer, struct error *error);
void postgres_writer_destroy(struct postgres_writer *writer);

/* Connects when there is no connection, begins a transaction and takes the lock. */
bool postgres_writer_begin(struct postgres_writer *writer, struct error *error);
bool postgres_writer_commit(struct postgres_writer *writer, struct error *error);
void postgres_writer_roll_back(struct postgres_writer *writer);
bool postgres_writer_savepoint(struct postgres_writer *writer, enum savepoint what, struct error *error);

/* Runs one statement; *result is to be cleared by PQclear. */
bool postgres_writer_run(struct postgres_writer *writer, const char *text, int value_count, const char *const *values,
                         PGresult **result, struct error *error);

#endif
