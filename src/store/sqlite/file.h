/* Inside the room `store`: the files of an SQLite database. */
#ifndef LECTERN_STORE_SQLITE_FILE_H
#define LECTERN_STORE_SQLITE_FILE_H

/** SQLite gives the log and the shared memory beside the database ("-wal", "-shm") the mode that the database has when
 * it makes them, and they keep it: after a time with a database that could only be read nothing could be written. Gives
 * both the mode that the database has now, but lets their owner write them. To be called before it is opened. */
void sqlite_match_modes(const char *path);

#endif
