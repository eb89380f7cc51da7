/* Inside the room `api/graphql`: the fields of Mutation that change entries. Their context is the content-type. */
#ifndef LECTERN_API_GRAPHQL_MUTATIONS_H
#define LECTERN_API_GRAPHQL_MUTATIONS_H

#include "graphql/graphql.h"
#include "plan.h"

/* The fields of an entry that a field of Mutation sets, as JSON (release it). False when it sets none. */
bool api_graphql_mutation_data(const struct graphql_selected *selected, const struct content_type **type,
                               struct json_object **data, bool *creation);

/* The fields of Mutation. Their context is the content-type. */
graphql_resolver api_graphql_resolve_create;
graphql_resolver api_graphql_resolve_update;
graphql_resolver api_graphql_resolve_delete;
graphql_resolver api_graphql_resolve_update_single;
graphql_resolver api_graphql_resolve_delete_single;
graphql_resolver api_graphql_resolve_create_localization;

#endif
