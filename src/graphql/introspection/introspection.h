/* The types of introspection (specification, section 4). */
#ifndef LECTERN_GRAPHQL_INTROSPECTION_H
#define LECTERN_GRAPHQL_INTROSPECTION_H

#include "graphql/schema/schema.h"

/* Adds the types of introspection, and makes the fields __schema, __type and __typename. */
void graphql_add_introspection(struct graphql_schema *schema);

#endif
