/* Parsing values, types, arguments and directives: the parts that several kinds of definitions share. */
#ifndef LECTERN_GRAPHQL_LANGUAGE_PARSE_VALUE_H
#define LECTERN_GRAPHQL_LANGUAGE_PARSE_VALUE_H

#include "parser.h"

bool parser_value(struct parser *parser, bool constant, struct graphql_node *node);
bool parser_type(struct parser *parser, const struct graphql_type_node **type);
bool parser_default(struct parser *parser, const struct graphql_node **value); /* = …, or nothing */
bool parser_arguments(struct parser *parser, bool constant, struct graphql_argument_node **arguments, size_t *count);
bool parser_directives(struct parser *parser, bool constant, struct graphql_directive_list *directives);

#endif
