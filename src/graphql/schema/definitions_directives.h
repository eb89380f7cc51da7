/* The checks of the directives in such a text. */
#ifndef LECTERN_GRAPHQL_SCHEMA_DEFINITIONS_DIRECTIVES_H
#define LECTERN_GRAPHQL_SCHEMA_DEFINITIONS_DIRECTIVES_H

#include "definitions.h"

/* Does no object of a value as written (or NULL) name a field twice? */
bool definitions_check_names(struct definitions *definitions, const struct graphql_node *value, struct error *error);

/* Are these directives known, allowed at `location` ("FIELD_DEFINITION"), complete, and not repeated? */
bool definitions_check_directives(struct definitions *definitions, const struct graphql_directive_list *directives,
                                  const char *location, const struct map *defined, struct error *error);

#endif
