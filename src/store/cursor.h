/* Inside the room `store`: rows read one by one. */
#ifndef LECTERN_STORE_CURSOR_H
#define LECTERN_STORE_CURSOR_H

#include "session.h"

/* Runs what was written, for a cursor over its rows, which takes its text. */
bool session_open_cursor(struct store_session *session, struct sql *sql, const struct attribute **columns,
                         size_t column_count, size_t first, struct store_cursor **cursor, struct error *error);

/* Reads the next row now, which store_next then gives. */
bool cursor_read_ahead(struct store_cursor *cursor, struct error *error);

/* Runs what was written, frees its text and gives the first row's only column as a number. `query`: what is read, or
 * NULL. */
bool session_read_number(struct store_session *session, struct sql *sql, const struct query *query, int64_t *number,
                         struct error *error);

#endif
