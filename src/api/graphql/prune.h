/* Inside the room `api/graphql`: what the schema leaves out. */
#ifndef LECTERN_API_GRAPHQL_PRUNE_H
#define LECTERN_API_GRAPHQL_PRUNE_H

#include "build.h"

/* Takes away what no field leads to. */
void api_graphql_build_prune(struct builder *builder);

#endif
