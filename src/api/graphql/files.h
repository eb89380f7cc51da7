/* Inside the room `api/graphql`: the fields of Mutation about files that are there. */
#ifndef LECTERN_API_GRAPHQL_FILES_H
#define LECTERN_API_GRAPHQL_FILES_H

#include "graphql/graphql.h"

graphql_resolver api_graphql_resolve_update_file_info;
graphql_resolver api_graphql_resolve_remove_file;

#endif
