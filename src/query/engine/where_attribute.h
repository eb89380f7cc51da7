/* Inside the folder: the conditions of `where` on one attribute. */
#ifndef LECTERN_QUERY_ENGINE_WHERE_ATTRIBUTE_H
#define LECTERN_QUERY_ENGINE_WHERE_ATTRIBUTE_H

#include "engine.h"

/* An empty condition, in the engine's arena. */
struct condition *where_condition(struct engine *engine, enum condition_kind kind);

/* Counts a condition. False with an error when there are more than QUERY_MOST_FILTERS. */
bool where_count(struct engine *engine);

/* Reads `where`, a value, a list of values or an object of operators, into a condition on the attribute. */
bool where_attribute(struct engine *engine, const struct attribute *attribute, struct json_object *where,
                     struct condition **condition);

/* The same for what is no object. Objects in a list are not looked at: they equal nothing. */
bool where_value(struct engine *engine, const struct attribute *attribute, struct json_object *value,
                 struct condition **condition);

/* An id that is undefined. engine_read_where refuses it, once all is read. */
bool where_is_undefined(const struct value *value);

#endif
