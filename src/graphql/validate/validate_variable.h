/* The rules about variables: defined once, used, and used where their type allows it. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_VARIABLE_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_VARIABLE_H

#include "validator.h"

void validator_unique_variables(struct validator *validator);

/* What graphql-js asks when it leaves an operation. */
void validator_operation_variables(struct validator *validator, struct part *part);

#endif
