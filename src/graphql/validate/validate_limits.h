/* The limit of depth, counted as graphql-depth-limit counts. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_LIMITS_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_LIMITS_H

#include "validator.h"

void validator_depth(struct validator *validator);

#endif
