/* Inside the room `extend`: results of the engine as values of extensions. */
#ifndef LECTERN_EXTEND_RESOLVED_H
#define LECTERN_EXTEND_RESOLVED_H

#include "schema.h"

/* A result as a value; false when it is of the server's own. */
bool resolved_value(lectern_call *call, const struct graphql_result *result, lectern_value **value);

#endif
