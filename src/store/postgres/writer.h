/* Inside the room `store`: the connection that writes to PostgreSQL. One a process; a lock in the database keeps those
 * of several processes apart, so that what is checked in a transaction (unique values, orders) still holds when it
 * commits.
 *
 * The connection stays in pipeline mode: a statement is waited for only when its rows are needed, or a savepoint is to
 * be kept. So a change costs a round trip for each row whose id it needs, and one to read back what it made. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_H
#define LECTERN_STORE_POSTGRES_WRITER_H

#include "pool.h"
#include "reader.h"
#include "store/driver.h"

struct postgres_writer;

/* Does not connect yet. Statements are prepared where `pool` can prepare them on the primary. */
bool postgres_writer_create(const struct config *config, struct postgres_pool *pool, struct postgres_writer **writer,
                            struct error *error);
void postgres_writer_destroy(struct postgres_writer *writer);

/* Connects when there is no connection, begins a transaction and takes the lock. `requests`: its changes are those of
 * requests, and a statement may take five times as long as a request that reads. */
bool postgres_writer_begin(struct postgres_writer *writer, bool requests, struct error *error);
bool postgres_writer_commit(struct postgres_writer *writer, struct error *error);
void postgres_writer_roll_back(struct postgres_writer *writer);

/* What stands in a savepoint has been answered when it is kept or undone. */
bool postgres_writer_savepoint(struct postgres_writer *writer, enum savepoint step, struct error *error);

/* Limits each statement from here on, in milliseconds; 0: as at the beginning. Waits for those before, whose time does
 * not count. */
bool postgres_writer_limit(struct postgres_writer *writer, int64_t limit, struct error *error);

/* Connects when there is no connection. */
bool postgres_writer_connect(struct postgres_writer *writer, struct error *error);
void postgres_writer_disconnect(struct postgres_writer *writer);

#endif
