/* Inside the PostgreSQL driver: statements and their rows. The functions are those of struct driver (store/driver.h),
 * which says what each does; they are called by the thread that has the session. */
#ifndef LECTERN_STORE_POSTGRES_ROWS_H
#define LECTERN_STORE_POSTGRES_ROWS_H

#include "store/driver.h"

bool postgres_run(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                  const struct attribute *const *columns, size_t column_count, struct arena *arena,
                  struct driver_rows **started, struct error *error);
bool postgres_raw(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                  struct arena *arena, struct buffer *json, struct error *error);
bool postgres_execute(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                      struct arena *arena, struct error *error);
bool postgres_next(struct driver_rows *rows, bool *row, struct error *error);
void postgres_cell(struct driver_rows *rows, size_t column, struct cell *cell);
void postgres_finish(struct driver_rows *rows);

#endif
