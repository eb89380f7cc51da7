/* Inside the writer: the answers to the statements that were sent. Called with postgres_writer.writing held. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_ANSWERS_H
#define LECTERN_STORE_POSTGRES_WRITER_ANSWERS_H

#include "writer_state.h"

/* Until when an answer is waited for that is asked for now. */
int64_t postgres_writer_deadline(const struct postgres_writer *writer);

/* The connection is of no more use; always false, with 503. */
bool postgres_writer_lose(struct postgres_writer *writer, struct error *error);

/* True when the transaction has failed already: with what it failed of where the request is to blame, else with 503. */
bool postgres_writer_failed_before(const struct postgres_writer *writer, struct error *error);

/* Nobody waits for what was sent any more: after a failure the server skips what stands behind it. */
void postgres_writer_forget_unanswered(struct postgres_writer *writer);

/* Makes the server tell the answers that it has so far. */
bool postgres_writer_ask_for_answers(struct postgres_writer *writer, int64_t deadline, struct error *error);

/* Waits for the rows of `query` and the answers to all before it. */
bool postgres_writer_take_answers(struct postgres_writer *writer, const struct postgres_query *query, int64_t deadline,
                                  struct error *error);

/* Waits for all answers. False when one of them, or one before, was a failure. */
bool postgres_writer_settle(struct postgres_writer *writer, struct error *error);

/* Reads up to the answer to a Sync that was sent, behind which the server goes on after a failure. */
bool postgres_writer_read_sync(struct postgres_writer *writer, int64_t deadline, struct error *error);

/* Sends a Sync and reads up to its answer, whatever stands before it. */
bool postgres_writer_synchronize(struct postgres_writer *writer, struct error *error);

#endif
