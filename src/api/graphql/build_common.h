/* Inside the room `api/graphql`: types that every schema has: pagination, publication state, the filters of scalars. */
#ifndef LECTERN_API_GRAPHQL_BUILD_COMMON_H
#define LECTERN_API_GRAPHQL_BUILD_COMMON_H

#include "build.h"

/* Pagination, publication state, the filters of scalars. */
void api_graphql_build_common(struct builder *builder);
void api_graphql_build_pagination_argument(struct builder *builder);

#endif
