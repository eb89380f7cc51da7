/* Inside the folder: the parameter `populate` of the entity service as that of the query engine. */
#ifndef LECTERN_HOST_ENTITIES_CONVERT_POPULATE_H
#define LECTERN_HOST_ENTITIES_CONVERT_POPULATE_H

#include "method.h"

/* convert_populate.c; schema NULL: unknown. *populate is the call's. */
bool convert_populate(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                      struct json_object **populate);

/* The options in a populate, of which `true` and `false` are some. */
bool convert_nested(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                    struct json_object **options);

#endif
