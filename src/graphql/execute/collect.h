/* Collecting fields (specification 6.3.2). */
#ifndef LECTERN_GRAPHQL_EXECUTE_COLLECT_H
#define LECTERN_GRAPHQL_EXECUTE_COLLECT_H

#include "execution.h"

/* The fields that these selections select on objects of that type. NULL when they are too many (the
 * execution is then stopped), or when @skip or @include can't be told: execution->error then says why. */
struct graphql_selected_set *graphql_collect(struct graphql_execution *execution, const struct graphql_selected *parent,
                                             const struct graphql_type *type,
                                             const struct graphql_selection_set *const *sets, size_t set_count);

/* As graphql_selected_below, but execution->error says why there is none. */
const struct graphql_selected_set *graphql_find_below(struct graphql_execution *execution,
                                                      struct graphql_selected *selected,
                                                      const struct graphql_type *type);

#endif
