/* Inside the room `api/graphql`: the arguments of lists. */
#ifndef LECTERN_API_GRAPHQL_ARGUMENTS_H
#define LECTERN_API_GRAPHQL_ARGUMENTS_H

#include "plan.h"

/* Filters, sort, pagination, publicationState and locale of a list, into its query; `arguments` as they
 * are sent to `field`. */
bool api_graphql_arguments_read(struct api_graphql_context *context, const struct graphql_field *field,
                                const struct graphql_value *arguments, struct query_root *root, struct error *error);

/* An argument by name, or NULL. */
const struct graphql_value *api_graphql_arguments_get(const struct graphql_field *field,
                                                      const struct graphql_value *arguments, const char *name);

#endif
