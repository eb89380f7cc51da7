/* Inside the room `api/graphql`: entries as results. */
#ifndef LECTERN_API_GRAPHQL_ENTRIES_H
#define LECTERN_API_GRAPHQL_ENTRIES_H

#include "context.h"

/* Makes an entry the result, with the group of those that were read with it where the schema wants it. `entry` lives as
 * long as the request. */
void api_graphql_set_entry(struct api_graphql_context *context, const struct content_entry *entry,
                           struct graphql_result *result);

#endif
