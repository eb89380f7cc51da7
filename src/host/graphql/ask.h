/* Inside the folder `graphql`: asking the process for what a field has. */
#ifndef LECTERN_HOST_GRAPHQL_ASK_H
#define LECTERN_HOST_GRAPHQL_ASK_H

#include "field.h"

/* Asks, with the request around it. `own`: more members of the head, behind a comma; `body` is JSON. *answer is JSON
 * that lives as long as the request. False with the call's error. */
bool field_ask(const struct code_field *field, struct graphql_call *call, struct slice own, struct slice body,
               struct json_object **answer);

#endif
