/* Inside the room `transfer`: single values in exported files. */
#ifndef LECTERN_TRANSFER_VALUE_H
#define LECTERN_TRANSFER_VALUE_H

#include "store/store.h"

#include <json-c/json.h>

/* A value that is not null. */
void transfer_write_value(struct buffer *buffer, const struct attribute *attribute, const struct cell *cell);

/* `json` NULL is JSON's null. `strict`: see struct transfer_reader. False: *expected says what would have been right.
 */
bool transfer_read_value(struct arena *arena, const struct attribute *attribute, struct json_object *json, bool strict,
                         struct value *value, const char **expected);

#endif
