/* Inside the room `api/graphql`: what an HTTP request asks. */
#ifndef LECTERN_API_GRAPHQL_PARSE_H
#define LECTERN_API_GRAPHQL_PARSE_H

#include "exchange.h"

/* What the client asks. False with the response filled in when the request is no GraphQL request. Of a form nothing is
 * read yet: `is_form` is set. */
bool exchange_read(struct exchange *exchange);

/* Takes what is asked from the JSON of a body, which lives as long as the request: one request or a batch. As
 * exchange_read. */
bool exchange_take_json(struct exchange *exchange, struct json_object *json);

/* Answers with a GraphQL error. */
bool exchange_refuse(struct exchange *exchange, int status, const char *message, const char *code);

#endif
