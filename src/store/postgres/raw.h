/* Inside the PostgreSQL driver: what statements that others wrote have given. */
#ifndef LECTERN_STORE_POSTGRES_RAW_H
#define LECTERN_STORE_POSTGRES_RAW_H

#include "base/base.h"

#include "libpq/libpq.h"

/* Writes a result as store_run_raw tells. */
void postgres_write_result(struct buffer *json, const PGresult *result);

/* Whether a statement would begin or end a transaction, or change what the session is. */
bool postgres_is_control(struct slice text);

#endif
