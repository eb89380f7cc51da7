/* The rules about whole operations. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_OPERATION_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_OPERATION_H

#include "validator.h"

void validator_unique_operation(struct validator *validator);
void validator_lone_anonymous(struct validator *validator);
void validator_single_field(struct validator *validator);

#endif
