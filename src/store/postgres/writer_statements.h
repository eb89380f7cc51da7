/* Inside the writer: sending statements. Called with postgres_writer.writing held. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_STATEMENTS_H
#define LECTERN_STORE_POSTGRES_WRITER_STATEMENTS_H

#include "writer_state.h"

/* Sends one statement. `query` must be all zero and stay until it is received or dropped; NULL: nobody wants its rows.
 * False when this one or one before it has failed. */
bool postgres_writer_send(struct postgres_writer *writer, struct slice text, int value_count, const char *const *values,
                          struct postgres_query *query, struct error *error);

/* Waits for the rows of `query`, which are to be cleared by PQclear. */
bool postgres_writer_receive(struct postgres_writer *writer, const struct postgres_query *query, struct error *error);

/* Nobody waits for `query` any more. */
void postgres_writer_drop(struct postgres_writer *writer, const struct postgres_query *query);

/* As postgres_writer_send, without preparing: what controls the transaction is not worth it. */
bool postgres_writer_send_control(struct postgres_writer *writer, const char *text, struct postgres_query *query,
                                  struct error *error);

#endif
