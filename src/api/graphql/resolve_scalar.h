/* Inside the room `api/graphql`: the scalars of an entry. */
#ifndef LECTERN_API_GRAPHQL_RESOLVE_SCALAR_H
#define LECTERN_API_GRAPHQL_RESOLVE_SCALAR_H

#include "graphql/graphql.h"

graphql_resolver api_graphql_resolve_scalar; /* resolve_scalar.c */

#endif
