/* Running fields and completing their values (specification 6.4). */
#ifndef LECTERN_GRAPHQL_EXECUTE_COMPLETE_H
#define LECTERN_GRAPHQL_EXECUTE_COMPLETE_H

#include "execution.h"

/* Runs a field of an object and writes its value. False when that is null and may not be; what was written
 * is then left to the caller to take back. */
bool graphql_run_selected(struct graphql_call *call, struct graphql_selected *selected,
                          const struct graphql_path *above);

/* The two parts of it: its resolver, and writing what that gave. *resolved has its call. */
void graphql_resolve_selected(struct graphql_resolved *resolved, struct graphql_selected *selected);
bool graphql_complete_selected(struct graphql_resolved *resolved, const struct graphql_path *above);

#endif
