/* Running batch resolvers: once for all objects of a group. */
#ifndef LECTERN_GRAPHQL_EXECUTE_BATCH_H
#define LECTERN_GRAPHQL_EXECUTE_BATCH_H

#include "execution.h"

/* Runs the batch resolver of the call's field for all objects of its parent's group, or takes what it gave. */
bool graphql_resolve_batch(struct graphql_call *call, struct graphql_result *result);

#endif
