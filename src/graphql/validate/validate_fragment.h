/* The rules about fragments among each other. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_FRAGMENT_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_FRAGMENT_H

#include "validator.h"

void validator_find_spreads(struct validator *validator);

void validator_unique_fragment(struct validator *validator);
void validator_fragment_cycles(struct validator *validator);
void validator_unused_fragments(struct validator *validator);
void validator_fragment_heights(struct validator *validator);

/* Fragments that an operation uses, directly or not; *count of them. In graphql-js's order. */
struct part **validator_used_fragments(struct validator *validator, const struct part *operation, size_t *count);

#endif
