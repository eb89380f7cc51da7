/* Input coercion: literals and variables become values of their types (specification, sections 3 and 6.1.2). */
#ifndef LECTERN_GRAPHQL_COERCE_H
#define LECTERN_GRAPHQL_COERCE_H

#include "graphql/schema/schema.h"

/* A literal as a value of that type; ABSENT when it is a variable that was not given. `variables`: graphql_value by
 * name, or NULL. False when it is none. */
bool graphql_coerce_literal(struct arena *arena, const struct graphql_node *node,
                            const struct graphql_reference *reference, const struct map *variables,
                            struct graphql_value *value);

/* A literal as a plain value, enum names as texts, with variables replaced by their values (absent ones: null in lists,
 * left out of objects). */
void graphql_value_of_literal(struct arena *arena, const struct graphql_node *node, const struct map *variables,
                              struct graphql_value *value);

/* The variables of an operation by name: those that were given or have defaults. False with what is wrong in *errors.
 * Lists that a type wraps around values are taken from *values_left (see struct graphql_request), unless that is NULL.
 */
bool graphql_coerce_variables(struct arena *arena, const struct graphql_schema *schema,
                              const struct graphql_operation *operation, struct json_object *given, size_t *values_left,
                              struct map *variables, const struct graphql_error **errors, size_t *error_count);

/* The arguments of a field or directive, in the order of `inputs`. False with *refusal as graphql-js words it and
 * *at, where. */
bool graphql_coerce_arguments(struct arena *arena, const struct graphql_input *inputs, size_t input_count,
                              const struct graphql_argument_node *nodes, size_t node_count, const struct map *variables,
                              struct graphql_value *values, const char **refusal, graphql_offset *at);

/* An object of an input type that has no fields yet, and room for those that are given (`given` of them) or have
 * defaults. */
void graphql_begin_object(struct arena *arena, const struct graphql_type *type, size_t given,
                          struct graphql_value *value);

/* What was sent for a scalar or enum, as a value of it. False with *reason, or NULL. */
bool graphql_coerce_leaf(struct arena *arena, const struct graphql_type *type, const struct graphql_value *sent,
                         struct graphql_value *value, const char **reason);

#endif
