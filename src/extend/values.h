/* Inside the room `extend`: values in the memory of the request. */
#ifndef LECTERN_EXTEND_VALUES_H
#define LECTERN_EXTEND_VALUES_H

#include "calls.h"

/* Gives the object to the call's request, which releases it at its end. */
lectern_value *value_keep(struct arena *arena, struct json_object *json);

/* The server's own JSON text as an object that the request releases; false with an error when it is none. */
bool value_parse(struct arena *arena, struct slice text, lectern_value **value, struct error *error);

/* A terminated copy in the request's memory. */
lectern_text text_keep(struct arena *arena, struct slice text);

#endif
