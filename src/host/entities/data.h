/* Inside the folder: data that a project's code stores. */
#ifndef LECTERN_HOST_ENTITIES_DATA_H
#define LECTERN_HOST_ENTITIES_DATA_H

#include "method.h"

/* What code gives to be stored, without tags; NULL for null and undefined. A Date is what its attribute stores of it.
 */
bool data_read(const struct method_call *call, struct json_object *json, struct json_object **data);

/* The same for data that is validated yet: a Date that the validation refuses stays tagged. */
bool data_read_unvalidated(const struct method_call *call, struct json_object *json, struct json_object **data);

/* Refuses, as Strapi does, a relation or file that is given as an object whose id is undefined or null: `{id: x.id}` of
 * something that was not found; and what is related over a morphToMany without a type. `data`: with tags. */
bool data_check_ids(const struct method_call *call, struct json_object *data);

#endif
