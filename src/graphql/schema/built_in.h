/* What every schema has: the five scalars, the directives, and the types of introspection. */
#ifndef LECTERN_GRAPHQL_BUILT_IN_H
#define LECTERN_GRAPHQL_BUILT_IN_H

#include "schema.h"

/* The reason of @deprecated when none is given. */
#define GRAPHQL_DEFAULT_DEPRECATION "No longer supported"

/* Adds the five scalars and the four directives. */
void graphql_add_built_in(struct graphql_schema *schema);

/* Adds the types of introspection, and makes the fields __schema, __type and __typename. */
void graphql_add_introspection(struct graphql_schema *schema);

/* Adds a type that is not put into the list of types. */
struct graphql_type *graphql_add_built_in_type(struct graphql_schema *schema, enum graphql_kind kind,
                                               enum graphql_built_in built_in, const char *name,
                                               const char *description);

#endif
