/* Inside the room `extend`: resolvers, policies and middlewares of extensions, as the engine runs them. */
#ifndef LECTERN_EXTEND_RESOLVE_H
#define LECTERN_EXTEND_RESOLVE_H

#include "schema.h"

/* For the engine: the context of a field is a struct resolver, `step` a struct extension_step. */
bool resolver_run(struct graphql_call *call, struct graphql_result *result);
bool resolver_run_batch(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                        struct graphql_result *results);
bool resolver_run_policy(void *step, struct graphql_call *call, struct graphql_result *results);
bool resolver_run_middleware(void *step, struct graphql_call *call, struct graphql_result *results);

#endif
