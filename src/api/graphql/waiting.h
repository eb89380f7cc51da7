/* Inside the room `api/graphql`: requests with fields that wait, such as for the project's code. They run on threads of
 * their own, so that neither the threads that serve nor the one that writes wait with them. */
#ifndef LECTERN_API_GRAPHQL_WAITING_H
#define LECTERN_API_GRAPHQL_WAITING_H

#include "exchange.h"

/* Whether an operation of the exchange selects such a field. */
bool waiting_is_needed(const struct exchange *exchange);

/* Hands the request over to one of those threads, which answers it; refuses it with 503 when too many wait already. */
void waiting_start(struct exchange *exchange);

#endif
