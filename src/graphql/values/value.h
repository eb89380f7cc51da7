/* Values as texts and as JSON. */
#ifndef LECTERN_GRAPHQL_VALUE_H
#define LECTERN_GRAPHQL_VALUE_H

#include "graphql/schema/schema.h"

/* Values nested deeper than this are refused, wherever they come from. */
enum { GRAPHQL_DEEPEST_VALUE = 200 };

/* A literal as a plain value, enum names as texts, with variables replaced by their values (absent ones: null in lists,
 * left out of objects). */
void graphql_value_of_literal(struct arena *arena, const struct graphql_node *node, const struct map *variables,
                              struct graphql_value *value);

/* A plain value as messages of graphql-js show it: { name: "G3", nope: [Array] }. */
void graphql_inspect(struct buffer *buffer, const struct graphql_value *value);

/* The same in `arena`. */
const char *graphql_inspected(struct arena *arena, const struct graphql_value *value);

/* A coerced value of that type as a literal. */
void graphql_print_value(struct buffer *buffer, const struct graphql_value *value,
                         const struct graphql_reference *type);

#endif
