/* The schema definition language becoming a schema. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_DEFINITIONS_H
#define LECTERN_GRAPHQL_DEFINITIONS_H

#include "check.h"
#include "graphql/language/locate.h"

/* A text at work. */
struct definitions {
	struct graphql_schema *schema;
	const struct graphql_document *document;
	struct graphql_locator locator;
};

/* The kind of type that a definition defines or extends; not for schemas and directives. */
enum graphql_kind definitions_kind(const struct graphql_definition *definition);

struct graphql_place definitions_place(struct definitions *definitions, graphql_offset at);

/* Can all of it be added? Checks what needs no other text: duplicates, what is extended, directives. Changes nothing.
 */
bool definitions_check(struct definitions *definitions, struct error *error);

/* Does no object of a value as written (or NULL) name a field twice? */
bool definitions_check_names(struct definitions *definitions, const struct graphql_node *value, struct error *error);

/* Are these directives known, allowed at `location` ("FIELD_DEFINITION"), complete, and not repeated? */
bool definitions_check_directives(struct definitions *definitions, const struct graphql_directive_list *directives,
                                  const char *location, const struct map *defined, struct error *error);

#endif
