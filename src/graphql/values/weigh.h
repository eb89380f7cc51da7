/* How much arguments hold. A variable stands for its value in every place that uses it, so a short document can ask for
 * more values than were sent. */
#ifndef LECTERN_GRAPHQL_WEIGH_H
#define LECTERN_GRAPHQL_WEIGH_H

#include "graphql/schema/schema.h"

/* Weighs the arguments of one field, with the values of their variables (by name) in all places: one for each value,
 * and one for every 16 bytes of its text. Takes that from *left; false when there is not as much left, found out in no
 * more steps than were left. */
bool graphql_weigh_arguments(const struct graphql_argument_node *arguments, size_t count, const struct map *variables,
                             size_t *left);

/* The same for a value, or a literal without variables, that stands in `times` places. */
bool graphql_weigh_value(const struct graphql_value *value, size_t times, size_t *left);
bool graphql_weigh_literal(const struct graphql_node *literal, size_t times, size_t *left);

#endif
