/* Inside the room `api/graphql`: running the operations of an HTTP request. */
#ifndef LECTERN_API_GRAPHQL_RUN_H
#define LECTERN_API_GRAPHQL_RUN_H

#include "batch.h"

/* Runs all operations, and answers. Its context is the exchange, of which `api` and `whole` are set. */
extern const struct request_handler api_graphql_batch_handler;

/* ---- for rooms that run a part of it ---- */

bool api_graphql_batch_has_changes(const struct api_graphql_batch *batch);

/* Whether there is anything that a thread for passwords and accounts is needed for. */
bool api_graphql_batch_is_slow(const struct api_graphql_batch *batch);
void api_graphql_batch_start_accounts(struct api_graphql_batch *batch);

/* The operation whose change is next, or NULL. What changes nothing on the way there is answered. */
struct api_graphql_operation *api_graphql_batch_next(struct api_graphql_batch *batch);

/* The change was made (stored), or not; what comes next is the next one. */
void api_graphql_batch_pass(struct api_graphql_batch *batch, bool stored, const struct error *error);

/* Prepares the operations that were asked for. */
void api_graphql_batch_prepare(struct api_graphql_batch *batch);

/* Runs all fields of Query, in the session there is. */
void api_graphql_batch_run_queries(struct api_graphql_batch *batch);

/* Runs all changes and answers, on a thread that may wait and outside of a session. */
void api_graphql_batch_run_changes(struct api_graphql_batch *batch);

/* The end of api_graphql_batch_answer, for other ways to answer. */
void api_graphql_batch_free(struct api_graphql_batch *batch);

/* Writes the whole answer. */
void api_graphql_batch_answer(struct api_graphql_batch *batch);

#endif
