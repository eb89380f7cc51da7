/* Inside the room `api/graphql`: what is done before an operation runs. */
#ifndef LECTERN_API_GRAPHQL_PREPARE_H
#define LECTERN_API_GRAPHQL_PREPARE_H

#include "operation.h"

/* Makes everything ready to run, in a session of the serving thread. Never fails: what is refused has its
 * answer in operation->refusal. */
void api_graphql_operation_prepare(struct api_graphql *api, const struct api_graphql_parameters *parameters,
                                   struct api_graphql_operation *operation);

#endif
