/* The checks of a text in the schema definition language, before any of it is added. */
#ifndef LECTERN_GRAPHQL_SCHEMA_DEFINITIONS_CHECK_H
#define LECTERN_GRAPHQL_SCHEMA_DEFINITIONS_CHECK_H

#include "definitions.h"

/* Can all of it be added? Checks what needs no other text: duplicates, what is extended, directives. Changes nothing.
 */
bool definitions_check(struct definitions *definitions, struct error *error);

#endif
