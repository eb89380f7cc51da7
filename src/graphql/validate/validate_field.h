/* The rules about fields: known, with all their arguments, and with a selection where there must be one. */
#ifndef LECTERN_GRAPHQL_VALIDATE_VALIDATE_FIELD_H
#define LECTERN_GRAPHQL_VALIDATE_VALIDATE_FIELD_H

#include "validator.h"

/* Has a field of this type a selection when it must, and none when it may not? */
void validator_leaf(struct validator *validator, const struct graphql_reference *type,
                    const struct graphql_selection *selection);

/* Reports a field that `parent` has not, an argument that its field has not, arguments that are required and not given.
 */
void validator_unknown_field(struct validator *validator, const struct graphql_type *parent,
                             const struct graphql_selection *selection);
void validator_unknown_argument(struct validator *validator, const struct graphql_type *parent,
                                const struct graphql_field *field, const struct graphql_argument_node *argument);
void validator_missing_arguments(struct validator *validator, const struct graphql_field *field,
                                 const struct graphql_selection *selection);

#endif
