/* Inside the folder: parameters of the entity service as those of the query engine. */
#ifndef LECTERN_HOST_ENTITIES_CONVERT_H
#define LECTERN_HOST_ENTITIES_CONVERT_H

#include "method.h"

bool convert_params(const struct method_call *call, const struct content_type *type, struct json_object *params,
                    struct json_object **query);

/* Only fields and populate count. */
bool convert_selection(const struct method_call *call, struct json_object *params, struct json_object **query);

bool convert_sort(const struct method_call *call, struct json_object *json, struct json_object **order);
bool convert_fields(const struct method_call *call, struct json_object *json, struct json_object **select);
bool convert_pages(const struct method_call *call, struct json_object *params, struct json_object *query);
bool convert_publication(const struct method_call *call, const struct content_type *schema, struct json_object *params,
                         struct json_object *query);

#endif
