/* Inside the room `extend`: parameters as values, and values as parameters. */
#ifndef LECTERN_EXTEND_PARAMS_VALUE_H
#define LECTERN_EXTEND_PARAMS_VALUE_H

#include "calls.h"

/* Both in the memory of the request. */
struct param *value_to_params(struct arena *arena, struct json_object *json);
struct json_object *params_to_json(const struct param *params);

#endif
