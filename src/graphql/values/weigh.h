/* How much arguments hold. A variable stands for its value in every place that uses it, so a short document can ask for
 * more values than anybody sent. */
#ifndef LECTERN_GRAPHQL_WEIGH_H
#define LECTERN_GRAPHQL_WEIGH_H

#include "value.h"

/* Weighs the arguments of one field, with the values of their variables (by name) in all places: one for each value,
 * and one for every 16 bytes of its text. Takes that from *left; false when there is not as much left, found out in no
 * more steps than were left. */
bool graphql_weigh_arguments(const struct graphql_argument_node *arguments, size_t count, const struct map *variables,
                             size_t *left);

#endif
