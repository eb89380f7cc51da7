/* Inside the room `api/graphql`: the types of entries. */
#ifndef LECTERN_API_GRAPHQL_BUILD_TYPES_H
#define LECTERN_API_GRAPHQL_BUILD_TYPES_H

#include "build.h"

void api_graphql_build_content_type(struct builder *builder, const struct content_type *type);
void api_graphql_build_generic_morph(struct builder *builder, const struct content_type *const *types, size_t count);

#endif
