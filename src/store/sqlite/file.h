/* Inside the room `store`: the files of an SQLite database. */
#ifndef LECTERN_STORE_SQLITE_FILE_H
#define LECTERN_STORE_SQLITE_FILE_H

#include "base/base.h"

/** SQLite gives the log and the shared memory beside the database ("-wal", "-shm") the mode that the database has when
 * it makes them, and they keep it: after a time with a database that could only be read nothing could be written. Gives
 * both the mode that the database has now, but lets their owner write them. To be called before it is opened. */
void sqlite_match_modes(const char *path);

struct sqlite_database;

/* Remembers which file the database's path leads to. After it was opened. */
void sqlite_file_opened(struct sqlite_database *database);

/* Whether the path still leads to the file that was opened. When it was replaced or removed, its connections go on with
 * a file without a name: what is written there is lost. The log says so once, and once when it is back. Safe from any
 * thread. */
bool sqlite_file_is_there(struct sqlite_database *database);

/* The same, but at most once a second, for the log alone. */
void sqlite_file_watch(struct sqlite_database *database);

/* 503: the file was replaced or removed. Always false. */
bool sqlite_file_refuse(const struct sqlite_database *database, struct error *error);

#endif
