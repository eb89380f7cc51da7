/* Definitions of one name put together. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_SCHEMA_MERGE_H
#define LECTERN_GRAPHQL_SCHEMA_MERGE_H

#include "definitions.h"

/* Puts the definitions and extensions of one type into one, and makes those of a type that the schema has extensions of
 * what it lacks. Changes the document; and the types of the schema's own fields, where those of the text are non-null.
 */
bool definitions_merge(struct definitions *definitions, struct error *error);

/* ---- between merge.c and merge_known.c ---- */

struct type_merge {
	struct definitions *definitions;
	struct arena *arena;
	const struct graphql_definition *definition; /* the one at work */
	struct error *error;
};

/* A type as text: "[String!]!". */
const char *merge_node_text(struct arena *arena, const struct graphql_type_node *node);

/* Refuses the type of a field that was `before`, but for what may be null. */
bool merge_check_type(struct type_merge *merge, const struct graphql_name *name, const char *before, const char *type);

#endif
