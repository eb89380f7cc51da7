/* Inside the room `api/graphql`: requests with fields that wait, such as for the project's code. They run on threads of
 * their own, so that neither the threads that serve nor the one that writes wait with them. */
#ifndef LECTERN_API_GRAPHQL_WAITING_H
#define LECTERN_API_GRAPHQL_WAITING_H

#include "batch.h"

/* Whether an operation of the exchange selects such a field. */
bool api_graphql_waiting_is_needed(const struct api_graphql_batch *batch);

/* Queues the request for one of those threads, which answers it; refuses it with 503 when too many wait already. */
void api_graphql_waiting_start(struct api_graphql_batch *batch);

#endif
