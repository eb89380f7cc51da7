/* Inside the room `api/graphql`: the scalars of an entry. */
#ifndef LECTERN_API_GRAPHQL_RESOLVE_SCALAR_H
#define LECTERN_API_GRAPHQL_RESOLVE_SCALAR_H

#include "graphql/graphql.h"

graphql_resolver api_graphql_resolve_scalar;

/* The values that stand in the entry as the schema's types have them. */
graphql_leaf_writer api_graphql_write_scalars;

#endif
