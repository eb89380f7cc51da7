/* Inside the writer: the statements of its transaction and the answers to them. Called with postgres_writer.writing
 * held. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_STATEMENTS_H
#define LECTERN_STORE_POSTGRES_WRITER_STATEMENTS_H

#include "writer_state.h"

/* Sends one statement. `query` must be all zero and stay until it is received or dropped; NULL: its rows are dropped.
 * False when this one or one before it has failed. */
bool postgres_writer_send(struct postgres_writer *writer, struct slice text, int value_count, const char *const *values,
                          struct postgres_query *query, struct error *error);

/* As postgres_writer_send, without preparing: what controls the transaction is not worth it. */
bool postgres_writer_send_control(struct postgres_writer *writer, const char *text, struct postgres_query *query,
                                  struct error *error);

/* Waits for the rows of `query`, which are to be cleared by PQclear. */
bool postgres_writer_receive(struct postgres_writer *writer, const struct postgres_query *query, struct error *error);

/* Drops the rows of `query`. */
void postgres_writer_discard(struct postgres_writer *writer, struct postgres_query *query);

/* Waits for all answers. False when one of them, or one before, was a failure. */
bool postgres_writer_settle(struct postgres_writer *writer, struct error *error);

/* The connection is of no more use; always false, with 503. */
bool postgres_writer_lose(struct postgres_writer *writer, struct error *error);

/* Waits for the rows of `query`, which were asked for, and for the answers to all before it. */
bool postgres_writer_take(struct postgres_writer *writer, const struct postgres_query *query, int64_t deadline,
                          struct error *error);

/* Reads up to the answer to a Sync that was sent, behind which the server goes on after a failure. */
bool postgres_writer_read_sync(struct postgres_writer *writer, int64_t deadline, struct error *error);

/* Sends a Sync and reads up to its answer, whatever stands before it. */
bool postgres_writer_synchronize(struct postgres_writer *writer, struct error *error);

#endif
