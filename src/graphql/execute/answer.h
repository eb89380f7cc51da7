/* The errors of a request, for the answer. */
#ifndef LECTERN_GRAPHQL_EXECUTE_ANSWER_H
#define LECTERN_GRAPHQL_EXECUTE_ANSWER_H

#include "execution.h"

/* Records execution->error for a field, or (NULL) for the whole request. */
void graphql_record_error(struct graphql_execution *execution, const struct graphql_selected *selected,
                          const struct graphql_path *path);

/* Stops all and records why. */
void graphql_stop(struct graphql_execution *execution, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
