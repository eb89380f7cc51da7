/* What the specification asks of types that implement interfaces (section 3.7). */
#ifndef LECTERN_GRAPHQL_SCHEMA_CHECK_INTERFACES_H
#define LECTERN_GRAPHQL_SCHEMA_CHECK_INTERFACES_H

#include "check.h"

/* Do objects and interfaces implement the interfaces that they say they do? */
bool graphql_check_interfaces(const struct graphql_type *type, struct error *error);

#endif
