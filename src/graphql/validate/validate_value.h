/* The rules about values: a value where a type is expected. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_VALUE_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_VALUE_H

#include "validator.h"

/* A value where `type` is expected (NULL: unknown). */
void validator_value(struct validator *validator, const struct graphql_reference *type, bool has_default,
                     const struct graphql_node *node);

#endif
