/* Inside the SQLite driver: the connection that writes. Each is a function of struct driver. */
#ifndef LECTERN_STORE_SQLITE_WRITER_H
#define LECTERN_STORE_SQLITE_WRITER_H

#include "connection.h"

bool sqlite_begin_write(void *opened, size_t thread, struct connection **connection, struct error *error);
bool sqlite_commit(struct connection *connection, struct error *error);
void sqlite_roll_back(struct connection *connection);
bool sqlite_savepoint(struct connection *connection, enum savepoint what, struct error *error);
uint64_t sqlite_writer_version(struct connection *connection);

#endif
