/* What the specification asks of a type system (section 3), worded as graphql-js's validateSchema words it. */
#ifndef LECTERN_GRAPHQL_CHECK_H
#define LECTERN_GRAPHQL_CHECK_H

#include "schema.h"

/* Names are resolved and possible types listed. False with the first mistake in *error. */
bool graphql_check_schema(const struct graphql_schema *schema, struct error *error);

/* Is it a name at all (specification 2.1.9)? Worded as graphql-js words it. */
bool graphql_check_name(struct slice name, struct error *error);

/* Fills *error, with the place in front when there is one, and returns false. */
bool graphql_refuse(struct error *error, struct graphql_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A type as text, in memory of its own: free it with buffer_free. */
const char *graphql_type_text(struct buffer *buffer, const struct graphql_reference *type);

/* The two parts of a slice that "%.*s" asks for. */
#define TEXT(slice) (int)(slice).len, (slice).ptr

#endif
