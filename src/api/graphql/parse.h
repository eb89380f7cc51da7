/* Inside the room `api/graphql`: what an HTTP request asks. */
#ifndef LECTERN_API_GRAPHQL_PARSE_H
#define LECTERN_API_GRAPHQL_PARSE_H

#include "exchange.h"

/* What the client asks. False with the response filled in when the request is no GraphQL request. */
bool exchange_read(struct exchange *exchange);

/* Answers with a GraphQL error. */
bool exchange_refuse(struct exchange *exchange, int status, const char *message, const char *code);

#endif
