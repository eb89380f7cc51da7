/* Validation (specification, section 5): all the rules, worded as graphql-js 16 words them and in its order. */
#ifndef LECTERN_GRAPHQL_VALIDATE_H
#define LECTERN_GRAPHQL_VALIDATE_H

#include "graphql/schema/schema.h"

struct graphql_validation {
	const struct graphql_schema *schema;
	bool introspection; /* false: __schema and __type are refused */
	unsigned max_depth; /* of fields, as graphql-depth-limit counts and words it; 0: any */
	size_t max_aliases; /* in the document; 0: any */
	size_t max_errors;  /* 500 at most are reported; then it stops */
};

/* False with what is wrong, in order, in the arena. Takes time in proportion to the document: comparing fields for
 * overlaps is bounded too, and a document over the bound is refused. */
bool graphql_validate(struct arena *arena, const struct graphql_validation *validation,
                      const struct graphql_document *document, const struct graphql_error **errors,
                      size_t *error_count);

#endif
