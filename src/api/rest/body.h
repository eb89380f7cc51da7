/* Inside the room `api/rest`: the body of a request, JSON or a form. */
#ifndef LECTERN_API_REST_BODY_H
#define LECTERN_API_REST_BODY_H

#include "call.h"

/* The request's body, JSON or a form, as JSON; *json is NULL when there is none. Release it. */
bool body_read(struct rest_call *call, struct json_object **json);

/* Parameters as JSON; release it. */
struct json_object *body_of_param(const struct param *param);

/* As body_read, of any text, which may be copied into the arena: *json is an object or a list. */
bool body_parse(struct arena *arena, struct slice body, struct json_object **json, struct error *error);

#endif
