/* The variables of a request, coerced to their types (specification 6.1.2). */
#ifndef LECTERN_GRAPHQL_VALUES_VARIABLES_H
#define LECTERN_GRAPHQL_VALUES_VARIABLES_H

#include "graphql/schema/schema.h"

/* The variables of an operation by name: those that were given or have defaults. False with what is wrong in *errors.
 * Lists that a type wraps around values are taken from *values_left (see struct graphql_request), unless that is NULL.
 */
bool graphql_coerce_variables(struct arena *arena, const struct graphql_schema *schema,
                              const struct graphql_operation *operation, struct json_object *sent, size_t *values_left,
                              struct map *variables, const struct graphql_error **errors, size_t *error_count);

/* JSON as a value of that type, as if it had been sent for a variable of that name. False with what is wrong with it.
 */
bool graphql_coerce_json(struct arena *arena, struct slice name, struct json_object *json,
                         const struct graphql_reference *type, struct graphql_value *value, const char **message);

#endif
