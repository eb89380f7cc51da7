/* The default values of arguments and input fields, a step of graphql_finish_schema. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_SCHEMA_DEFAULTS_H
#define LECTERN_GRAPHQL_SCHEMA_DEFAULTS_H

#include "schema.h"

/* Gives each argument and input field its default as a value and as text. Types are resolved. False with the first
 * mistake in *error: a literal that is none of its type, or a default that falls back to itself. */
bool graphql_settle_defaults(struct graphql_schema *schema, struct error *error);

#endif
