/* Inside the folder: the parameter `filters` of the entity service as `where` of the query engine. */
#ifndef LECTERN_HOST_ENTITIES_CONVERT_FILTERS_H
#define LECTERN_HOST_ENTITIES_CONVERT_FILTERS_H

#include "method.h"

bool convert_filters(const struct method_call *call, const struct content_type *schema, struct json_object *json,
                     struct json_object **where);

#endif
