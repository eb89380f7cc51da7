/* Running one resolver. */
#ifndef LECTERN_GRAPHQL_EXECUTE_RESOLVE_H
#define LECTERN_GRAPHQL_EXECUTE_RESOLVE_H

#include "execution.h"

/* Runs the call's resolver, or batch resolver, in its middlewares. */
bool graphql_resolve(struct graphql_call *call, struct graphql_result *result);

#endif
