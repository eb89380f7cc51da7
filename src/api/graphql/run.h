/* Inside the room `api/graphql`: running the operations of an HTTP request. */
#ifndef LECTERN_API_GRAPHQL_RUN_H
#define LECTERN_API_GRAPHQL_RUN_H

#include "exchange.h"

/* The work of a request: its context is the exchange, of which api, whole and the HTTP request are set. */
bool exchange_run(void *context);

/* ---- for those who run a part of it ---- */

bool exchange_has_changes(const struct exchange *exchange);

/* Whether there is anything that a thread of accounts is needed for. */
bool exchange_is_slow(const struct exchange *exchange);
void exchange_start_accounts(struct exchange *exchange);

/* The operation whose change is next, or NULL. What changes nothing on the way there is answered. */
struct operation *exchange_next(struct exchange *exchange);

/* The change was made (done), or not; what comes next is the next one. */
void exchange_pass(struct exchange *exchange, bool done, const struct error *error);

/* Writes the whole answer. */
void exchange_answer(struct exchange *exchange);

#endif
