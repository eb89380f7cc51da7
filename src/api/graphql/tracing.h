/* Inside the room `api/graphql`: the tracing extension of answers. */
#ifndef LECTERN_API_GRAPHQL_TRACING_H
#define LECTERN_API_GRAPHQL_TRACING_H

#include "operation.h"

/* tracing.c: {"tracing":{…}}, in the request's arena. */
const char *api_graphql_operation_trace(const struct api_graphql_operation *operation);

#endif
