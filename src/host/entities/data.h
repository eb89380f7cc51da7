/* Inside the folder: data that a project's code stores. */
#ifndef LECTERN_HOST_ENTITIES_DATA_H
#define LECTERN_HOST_ENTITIES_DATA_H

#include "method.h"

/* What code gives to be stored, without tags; NULL for null and undefined. */
struct json_object *data_read(const struct method_call *call, struct json_object *json);

/* Refuses, as Strapi does, a relation or file that is given as an object whose id is undefined or null: `{id: x.id}` of
 * something that was not found. `data`: with tags. */
bool data_check_ids(const struct method_call *call, struct json_object *data);

#endif
