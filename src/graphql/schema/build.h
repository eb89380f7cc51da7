/* Building a schema, without checks of names: for calls and for the schema definition language alike. */
#ifndef LECTERN_GRAPHQL_BUILD_H
#define LECTERN_GRAPHQL_BUILD_H

#include "schema.h"

/* A type as written, its names not resolved. The node's text must live as long as the schema. */
const struct graphql_reference *graphql_reference_to(struct graphql_schema *schema,
                                                     const struct graphql_type_node *node);

/* An empty field of that name, at the end or in the place of the one there is. */
struct graphql_field *graphql_put_field(struct graphql_schema *schema, struct graphql_type *owner, struct slice name);

/* The same of a list of arguments or input fields; input types then need it in their map, too. */
struct graphql_input *graphql_put_input(struct graphql_schema *schema, struct graphql_input **list, size_t *count,
                                        struct slice name);

/* Adds a type of the specification's own, which is not put into the list of types. */
struct graphql_type *graphql_add_built_in_type(struct graphql_schema *schema, enum graphql_kind kind,
                                               enum graphql_built_in built_in, const char *name,
                                               const char *description);

#endif
