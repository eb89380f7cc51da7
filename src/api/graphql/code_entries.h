/* Inside the room `api/graphql`: entries that others give. */
#ifndef LECTERN_API_GRAPHQL_CODE_ENTRIES_H
#define LECTERN_API_GRAPHQL_CODE_ENTRIES_H

#include "api_graphql.h"

/* Notes which types are those of entries and of responses, when the models have given theirs. */
void api_graphql_code_entries_note_types(struct api_graphql_schema *schema);

#endif
