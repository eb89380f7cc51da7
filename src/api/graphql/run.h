/* Inside the room `api/graphql`: running the operations of an HTTP request. */
#ifndef LECTERN_API_GRAPHQL_RUN_H
#define LECTERN_API_GRAPHQL_RUN_H

#include "exchange.h"

/* Runs all operations, and answers. Its context is the exchange, of which `api` and `whole` are set. */
extern const struct request_handler exchange_handler;

/* ---- for those who run a part of it ---- */

bool exchange_has_changes(const struct exchange *exchange);

/* Whether there is anything that a thread for passwords and accounts is needed for. */
bool exchange_is_slow(const struct exchange *exchange);
void exchange_start_accounts(struct exchange *exchange);

/* The operation whose change is next, or NULL. What changes nothing on the way there is answered. */
struct operation *exchange_next(struct exchange *exchange);

/* The change was made (stored), or not; what comes next is the next one. */
void exchange_pass(struct exchange *exchange, bool stored, const struct error *error);

/* Prepares the operations that were asked for. */
void exchange_prepare(struct exchange *exchange);

/* Runs all fields of Query, in the session there is. */
void exchange_run_queries(struct exchange *exchange);

/* Runs all changes and answers, on a thread that may wait and outside of a session. */
void exchange_run_changes(struct exchange *exchange);

/* What exchange_answer does at its end; for who answers otherwise. */
void exchange_free(struct exchange *exchange);

/* Writes the whole answer. */
void exchange_answer(struct exchange *exchange);

#endif
