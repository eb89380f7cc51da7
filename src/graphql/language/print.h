/* Values, types and strings as graphql-js's print() writes them. */
#ifndef LECTERN_GRAPHQL_LANGUAGE_PRINT_H
#define LECTERN_GRAPHQL_LANGUAGE_PRINT_H

#include "document.h"

/* A value or type as graphql-js's print() writes it. */
void graphql_print_node(struct buffer *buffer, const struct graphql_node *node);
void graphql_print_type_node(struct buffer *buffer, const struct graphql_type_node *type);

/* A string as the language writes it: "…" with escapes; `block`: """…""" as print() lays it out, all lines but the
 * first moved `indent` spaces to the right. */
void graphql_print_string(struct buffer *buffer, struct slice text, bool block, unsigned indent);

/* Would `text` come back unchanged when it is written as a block string? */
bool graphql_fits_block_string(struct slice text);

#endif
