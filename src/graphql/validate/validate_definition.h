/* The rule that a request has no definitions of types. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_DEFINITION_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_DEFINITION_H

#include "validator.h"

/* Definitions of the schema definition language, which no request may have. */
void validator_definition(struct validator *validator, const struct graphql_definition *definition);

#endif
