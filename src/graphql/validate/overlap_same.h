/* Comparing the arguments and the types of two fields. */
#ifndef LECTERN_GRAPHQL_VALIDATE_OVERLAP_SAME_H
#define LECTERN_GRAPHQL_VALIDATE_OVERLAP_SAME_H

#include "overlap.h"

/* Do two fields have the same arguments with the same values? In objects the order of fields does not matter. */
bool overlap_same_arguments(struct validator *validator, const struct graphql_selection *a,
                            const struct graphql_selection *b);

/* Can two fields of these types not stand under one key, whatever is selected from them? */
bool overlap_types_conflict(const struct graphql_reference *a, const struct graphql_reference *b);

#endif
