/* Parsing the schema definition language. */
#ifndef LECTERN_GRAPHQL_LANGUAGE_PARSE_DEFINITION_H
#define LECTERN_GRAPHQL_LANGUAGE_PARSE_DEFINITION_H

#include "parser.h"

/* Does this word begin a definition of the schema definition language? */
bool parser_is_definition(const struct token *keyword);

/* One such definition, its description included; the current token is the one or the other. */
bool parser_definition(struct parser *parser, struct graphql_definition *definition);

/* The same behind `extend`, which is the current token. */
bool parser_extension(struct parser *parser, struct graphql_definition *definition);

#endif
