/* Inside the SQLite driver: commits are published as changes of tables.
 *
 * What this process commits is known by its tables: those that its statements name, and those whose rows SQLite's
 * update hook tells of, as the ones behind foreign keys. That others have committed shows in the header of the
 * wal-index (see snapshot.h): then all tables may have changed. `published` is the header up to which all is published;
 * it is written with the lock `writing` held, and read by any thread. */
#ifndef LECTERN_STORE_SQLITE_PUBLISHED_H
#define LECTERN_STORE_SQLITE_PUBLISHED_H

#include "connection.h"
#include "store/changes.h"

/* driver.observe_changes, driver.knows_changes */
void published_start(void *opened, struct changes *changes, struct store_tables *written);
bool published_is_all_known(struct driver_session *connection);

/* Behind BEGIN IMMEDIATE and COMMIT of the connection that writes. */
void published_begin(struct sqlite_database *database);
void published_commit(struct sqlite_database *database);

/* The connection that writes was opened. */
void published_watch(struct sqlite_database *database);

#endif
