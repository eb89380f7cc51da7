/* Inside the room `api/graphql`: the fields of Mutation about files that are there. */
#ifndef LECTERN_API_GRAPHQL_FILES_H
#define LECTERN_API_GRAPHQL_FILES_H

#include "operation.h"

graphql_resolver api_graphql_resolve_update_file_info;
graphql_resolver api_graphql_resolve_remove_file;

/* Whether that root field of a mutation deletes a file, which waits for the network where files lie elsewhere. */
bool api_graphql_files_is_removal(const struct api_graphql_operation *operation, size_t field);

#endif
