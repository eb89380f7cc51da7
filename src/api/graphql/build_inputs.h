/* Inside the room `api/graphql`: the input types of a content-type. */
#ifndef LECTERN_API_GRAPHQL_BUILD_INPUTS_H
#define LECTERN_API_GRAPHQL_BUILD_INPUTS_H

#include "build.h"

void api_graphql_build_filters(struct builder *builder, const struct content_type *type);
void api_graphql_build_inputs(struct builder *builder, const struct content_type *type);

#endif
