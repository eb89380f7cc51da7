/* Inside the room `api/graphql`: what an HTTP request asks. */
#ifndef LECTERN_API_GRAPHQL_PARSE_H
#define LECTERN_API_GRAPHQL_PARSE_H

#include "batch.h"

/* What the client asks. False with the response filled in when the request is no GraphQL request. Of a form nothing is
 * read yet: `is_form` is set. */
bool api_graphql_batch_read(struct api_graphql_batch *batch);

/* Takes what is asked from the JSON of a body, which lives as long as the request: one request or a batch. As
 * api_graphql_batch_read. */
bool api_graphql_batch_take_json(struct api_graphql_batch *batch, struct json_object *json);

/* Answers with a GraphQL error. */
bool api_graphql_batch_refuse(struct api_graphql_batch *batch, int status, const char *message, const char *code);

#endif
