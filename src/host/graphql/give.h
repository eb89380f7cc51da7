/* Inside the folder `graphql`: values of code as results. */
#ifndef LECTERN_HOST_GRAPHQL_GIVE_H
#define LECTERN_HOST_GRAPHQL_GIVE_H

#include "field.h"

/* Makes results of what code gave for a field of that type; `values` may have NULL for null, and {"@error": …} for what
 * could not be given. They live as long as the request. False with the call's error. */
bool field_give(struct graphql_call *call, const struct graphql_reference *type, struct json_object *const *values,
                size_t count, struct graphql_result *results);

/* An error as the process shows it. */
void field_give_error(struct graphql_call *call, struct json_object *json, struct graphql_result *result);

#endif
