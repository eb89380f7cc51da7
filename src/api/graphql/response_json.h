/* Inside the room `api/graphql`: the pagination of a response. */
#ifndef LECTERN_API_GRAPHQL_RESPONSE_JSON_H
#define LECTERN_API_GRAPHQL_RESPONSE_JSON_H

#include "response.h"

struct response_page {
	int64_t total, page, page_size, page_count;
};

struct response_page api_graphql_response_page(const struct api_graphql_context *context,
                                               const struct response *response);

#endif
