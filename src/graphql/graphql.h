/* The door of the room `graphql`: the query language itself (specification of October 2021), for any schema. Knows nothing of
 * content: the schema made of the models, and its resolvers, are the room `shadow`. */
#ifndef LECTERN_GRAPHQL_GRAPHQL_H
#define LECTERN_GRAPHQL_GRAPHQL_H

#include "document.h"
#include "schema.h"
#include "validate.h"
#include "execute.h"

#endif
