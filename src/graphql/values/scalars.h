/* The scalars and directives of the specification. */
#ifndef LECTERN_GRAPHQL_VALUES_SCALARS_H
#define LECTERN_GRAPHQL_VALUES_SCALARS_H

#include "graphql/schema/schema.h"

/* Adds the five scalars and the four directives. */
void graphql_add_built_in(struct graphql_schema *schema);

#endif
