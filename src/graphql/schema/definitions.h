/* The schema definition language becoming a schema. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_DEFINITIONS_H
#define LECTERN_GRAPHQL_DEFINITIONS_H

#include "check.h"
#include "graphql/language/locate.h"

/* A text at work. */
struct definitions {
	struct graphql_schema *schema;
	struct graphql_document *document;
	struct graphql_locator locator;
	bool replaces; /* fields of the schema, in place of what they have beyond the text's */
};

/* The kind of type that a definition defines or extends; not for schemas and directives. */
enum graphql_kind definitions_kind(const struct graphql_definition *definition);

struct graphql_place definitions_place(struct definitions *definitions, graphql_offset at);

/* Adds an argument or input field to the end of a list. */
struct graphql_input *definitions_add_input(struct definitions *definitions, struct graphql_input **list, size_t *count,
                                            const struct graphql_input_definition *definition);

#endif
