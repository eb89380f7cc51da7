/* Inside the folder: reading, as the query engine does. */
#ifndef LECTERN_HOST_ENTITIES_FIND_H
#define LECTERN_HOST_ENTITIES_FIND_H

#include "method.h"

bool find_result(const struct method_call *call, struct json_object *params, bool one, struct content_result **result);
/* Without events. */
bool find_count_quietly(const struct method_call *call, struct json_object *params, int64_t *count);

bool find_count(const struct method_call *call, struct json_object *params, int64_t *count);

/* As find_one and find_many; *json is to be released. */
bool find_one_json(const struct method_call *call, struct json_object *params, struct json_object **json);
bool find_many_json(const struct method_call *call, struct json_object *params, struct json_object **json);

/* Write what they read. */
bool find_one(const struct method_call *call, struct json_object *params);
bool find_many(const struct method_call *call, struct json_object *params);
bool find_page(const struct method_call *call, struct json_object *params);
bool find_loaded(const struct method_call *call, struct json_object *entity, struct json_object *fields,
                 struct json_object *options);
bool find_loaded_page(const struct method_call *call, struct json_object *entity, struct slice field,
                      struct json_object *options);

#endif
