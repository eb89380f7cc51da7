/* Selection sets as maps from key to fields. */
#ifndef LECTERN_GRAPHQL_VALIDATE_OVERLAP_MAP_H
#define LECTERN_GRAPHQL_VALIDATE_OVERLAP_MAP_H

#include "overlap.h"

/* Makes validator->overlap when it is not there yet. */
void overlap_begin(struct validator *validator);

/* The map of a selection set, made when it is first asked for. `parent` is the type of what it selects from; NULL:
 * unknown. */
struct field_map *overlap_map(struct validator *validator, const struct graphql_type *parent,
                              const struct graphql_selection_set *set);
struct field_map *overlap_fragment_map(struct validator *validator, const struct part *part);

#endif
