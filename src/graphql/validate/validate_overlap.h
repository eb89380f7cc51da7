/* The rule that fields under one key are the same field with the same arguments (specification 5.3.2). */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_OVERLAP_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_OVERLAP_H

#include "validator.h"

/* Reports conflicts between the fields of a selection set. True when there were none: then there are none in the inline
 * fragments directly in it either. */
bool validator_overlap(struct validator *validator, const struct graphql_type *parent,
                       const struct graphql_selection_set *set);

#endif
