/* Inside the room `api/graphql`: the fields of Query. Their context is the content-type. */
#ifndef LECTERN_API_GRAPHQL_QUERIES_H
#define LECTERN_API_GRAPHQL_QUERIES_H

#include "graphql/graphql.h"

/* The fields of Query. Their context is the content-type. */
graphql_resolver api_graphql_resolve_find;
graphql_resolver api_graphql_resolve_find_one;
graphql_resolver api_graphql_resolve_find_single;
graphql_resolver api_graphql_resolve_me;

#endif
