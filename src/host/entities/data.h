/* Inside the folder: data that a project's code stores. */
#ifndef LECTERN_HOST_ENTITIES_DATA_H
#define LECTERN_HOST_ENTITIES_DATA_H

#include "method.h"

/* What code gives to be stored, without tags; NULL for null and undefined. */
struct json_object *data_read(const struct method_call *call, struct json_object *json);

#endif
