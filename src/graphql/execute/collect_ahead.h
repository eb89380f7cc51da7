/* What collecting fields gives for every request of a document. */
#ifndef LECTERN_GRAPHQL_EXECUTE_COLLECT_AHEAD_H
#define LECTERN_GRAPHQL_EXECUTE_COLLECT_AHEAD_H

#include "execution.h"

/* Fills in what does not depend on the request, of a field of that type whose key, field and nodes are known. */
void graphql_describe_selected(struct arena *arena, const struct graphql_schema *schema,
                               const struct graphql_type *type, struct graphql_selected *selected);

#endif
