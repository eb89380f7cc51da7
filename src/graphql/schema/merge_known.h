/* Definitions of types that the schema has. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_SCHEMA_MERGE_KNOWN_H
#define LECTERN_GRAPHQL_SCHEMA_MERGE_KNOWN_H

#include "merge.h"

/* What the schema's type has already is left out of the definition. */
bool merge_with_known(struct type_merge *merge, struct graphql_definition *definition, struct graphql_type *type);

#endif
