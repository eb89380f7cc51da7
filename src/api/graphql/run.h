/* Inside the room `api/graphql`: running the operations of an HTTP request. */
#ifndef LECTERN_API_GRAPHQL_RUN_H
#define LECTERN_API_GRAPHQL_RUN_H

#include "exchange.h"

/* Runs all operations, and answers: at once when they only read, else later. `context` is the exchange, of which
 * `api` and `whole` are set. See request_start. */
bool exchange_run(void *context);

#endif
