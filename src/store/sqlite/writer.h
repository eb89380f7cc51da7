/* Inside the SQLite driver: the connection that writes. Each is a function of struct driver. */
#ifndef LECTERN_STORE_SQLITE_WRITER_H
#define LECTERN_STORE_SQLITE_WRITER_H

#include "connection.h"

bool sqlite_begin_write(void *opened, size_t thread, struct driver_session **connection, struct error *error);
bool sqlite_commit(struct driver_session *connection, struct error *error);
void sqlite_roll_back(struct driver_session *connection);
bool sqlite_savepoint(struct driver_session *connection, enum savepoint step, struct error *error);
uint64_t sqlite_writer_version(struct driver_session *connection);

#endif
