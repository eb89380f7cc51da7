/* Input coercion: literals and variables become values of their types (specification, sections 3 and 6.1.2). */
#ifndef LECTERN_GRAPHQL_COERCE_H
#define LECTERN_GRAPHQL_COERCE_H

#include "graphql/schema/schema.h"

/* A literal as a value of that type; ABSENT when it is a variable that was not given. `variables`: graphql_value by
 * name, or NULL. False when it is none. */
bool graphql_coerce_literal(struct arena *arena, const struct graphql_node *node,
                            const struct graphql_reference *reference, const struct map *variables,
                            struct graphql_value *value);

/* The arguments of a field or directive, in the order of `inputs`. False with *refusal as graphql-js words it and
 * *at, where. */
bool graphql_coerce_arguments(struct arena *arena, const struct graphql_input *inputs, size_t input_count,
                              const struct graphql_argument_node *nodes, size_t node_count, const struct map *variables,
                              struct graphql_value *values, const char **refusal, graphql_offset *at);

/* An object of an input type that has no fields yet, and room for those that are sent (`sent` of them) or have
 * defaults. */
void graphql_begin_object(struct arena *arena, const struct graphql_type *type, size_t sent,
                          struct graphql_value *value);

/* What was sent for a scalar or enum, as a value of it. False with *reason, or NULL. */
bool graphql_coerce_leaf(struct arena *arena, const struct graphql_type *type, const struct graphql_value *sent,
                         struct graphql_value *value, const char **reason);

/* What a literal gives for a scalar or enum type. False with *reason as graphql-js words it (NULL: it words none).
 * `variables`: graphql_value by name, or NULL. */
bool graphql_parse_leaf(struct arena *arena, const struct graphql_type *type, const struct graphql_node *literal,
                        const struct map *variables, struct graphql_value *value, const char **reason);

#endif
