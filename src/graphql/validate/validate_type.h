/* How types relate to each other. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_TYPE_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_TYPE_H

#include "validator.h"

bool validator_types_overlap(struct validator *validator, const struct graphql_type *a, const struct graphql_type *b);

/* A composite type's own fields; none of those that begin with two underscores. */
const struct graphql_field *validator_own_field(const struct graphql_type *type, struct slice name);

#endif
