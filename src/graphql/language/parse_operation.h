/* Parsing operations and fragments. */
#ifndef LECTERN_GRAPHQL_LANGUAGE_PARSE_OPERATION_H
#define LECTERN_GRAPHQL_LANGUAGE_PARSE_OPERATION_H

#include "parser.h"

bool parser_operation(struct parser *parser, struct graphql_operation *operation);
bool parser_operation_kind(struct parser *parser, enum graphql_operation_kind *kind);
bool parser_fragment(struct parser *parser, struct graphql_fragment *fragment);

#endif
