/* Values as texts. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_SHOW_H
#define LECTERN_GRAPHQL_SHOW_H

#include "graphql/schema/schema.h"

/* A plain value as messages of graphql-js show it: { name: "G3", nope: [Array] }. */
void graphql_inspect(struct buffer *buffer, const struct graphql_value *value);

/* The same in `arena`. */
const char *graphql_inspected(struct arena *arena, const struct graphql_value *value);

/* A coerced value of that type as a literal. */
void graphql_print_value(struct buffer *buffer, const struct graphql_value *value,
                         const struct graphql_reference *reference);

#endif
