/* Inside the room `api/graphql`: the fields of Query and Mutation that a content-type has. */
#ifndef LECTERN_API_GRAPHQL_BUILD_OPERATIONS_H
#define LECTERN_API_GRAPHQL_BUILD_OPERATIONS_H

#include "build.h"

/* The fields of Query and Mutation that a content-type has. */
void api_graphql_build_queries(struct builder *builder, const struct content_type *type);
void api_graphql_build_mutations(struct builder *builder, const struct content_type *type);

/* Adds a field of Query or Mutation, for callers that may do `action` (NULL: all). */
struct graphql_field *api_graphql_build_operation(struct builder *builder, struct graphql_type *root, const char *name,
                                                  const char *result, graphql_resolver *resolve,
                                                  const struct content_type *type, const char *action);

#endif
