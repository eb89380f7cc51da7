/* The rules about directives, and about the arguments of directives and fields. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_DIRECTIVE_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_DIRECTIVE_H

#include "validator.h"

/* The directives of something at a location such as "FIELD". `field` is what graphql-js takes arguments of unknown
 * directives for: the field around them, or NULL. */
void validator_directives(struct validator *validator, const struct graphql_directive_list *directives,
                          const char *location, const struct graphql_field *field);

/* Part of that which comes earlier than others: the same directive twice. */
void validator_unique_directives(struct validator *validator, const struct graphql_directive_list *directives);

/* Arguments of the same name. */
void validator_unique_arguments(struct validator *validator, const struct graphql_argument_node *arguments,
                                size_t count);
const struct graphql_input *validator_find_input(const struct graphql_input *inputs, struct slice name);
bool validator_is_sent(const struct graphql_argument_node *arguments, size_t count, struct slice name);

#endif
