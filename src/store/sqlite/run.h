/* Inside the SQLite driver: statements and their rows. Each is a function of struct driver. */
#ifndef LECTERN_STORE_SQLITE_RUN_H
#define LECTERN_STORE_SQLITE_RUN_H

#include "connection.h"

bool sqlite_run(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                const struct attribute *const *columns, size_t column_count, struct arena *arena,
                struct driver_rows **rows, struct error *error);
bool sqlite_next(struct driver_rows *rows, bool *row, struct error *error);
void sqlite_cell(struct driver_rows *rows, size_t column, struct cell *cell);
int64_t sqlite_steps(struct driver_rows *rows);
void sqlite_finish(struct driver_rows *rows);
int64_t sqlite_inserted_id(struct driver_session *connection);

/* Binds a value to the parameter of that number, from 1. Its text must outlive the run. An SQLite result code. */
int sqlite_bind_value(sqlite3_stmt *statement, int number, const struct value *value);

#endif
