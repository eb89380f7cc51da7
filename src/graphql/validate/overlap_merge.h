/* A first look at all fields of a document at once, in time proportional to the document. */
#ifndef LECTERN_GRAPHQL_VALIDATE_OVERLAP_MERGE_H
#define LECTERN_GRAPHQL_VALIDATE_OVERLAP_MERGE_H

#include "overlap.h"

/* True when nothing conflicts. False when something does, or it is not sure. */
bool overlap_merge(struct validator *validator);

#endif
