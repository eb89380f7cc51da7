/* Result coercion of scalars and enums (specification 3.5 and 3.9). */
#ifndef LECTERN_GRAPHQL_EXECUTE_LEAF_H
#define LECTERN_GRAPHQL_EXECUTE_LEAF_H

#include "execution.h"

/* Writes a result as a scalar or enum. False with *reason when it is none. */
bool graphql_write_leaf(struct graphql_execution *execution, const struct graphql_type *type,
                        const struct graphql_result *result, const char **reason);

#endif
