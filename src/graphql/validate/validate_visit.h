/* The walk over operations and fragments, with the rules about fields and types on the way. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_VISIT_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_VISIT_H

#include "validator.h"

void validator_visit(struct validator *validator, struct part *part);

/* A type's name as written: is there one? */
void validator_type_name(struct validator *validator, struct slice name, graphql_offset at, bool in_definition);

#endif
