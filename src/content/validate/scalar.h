/* Inside the room `content`: JSON values as JavaScript converts and prints them. */
#ifndef LECTERN_CONTENT_VALIDATE_SCALAR_H
#define LECTERN_CONTENT_VALIDATE_SCALAR_H

#include "base/base.h"

#include <json-c/json.h>

/* Casts of a validation, each as a new reference. What can't be cast stays, or becomes NaN for numbers and null for
 * objects and lists. `nullable`: null stays null. */
struct json_object *scalar_to_string(struct json_object *value);
struct json_object *scalar_to_number(struct json_object *value, bool nullable);
struct json_object *scalar_to_boolean(struct json_object *value);

/* JSON.parse of the text, or NULL when that gives no value of `type` (an object or an array). A text that is more than
 * a body may hold stays what it is. The memory counts until the arena is reset (json_admit). */
struct json_object *scalar_parse(struct arena *arena, struct json_object *text, enum json_type type);

/* As String() of JavaScript. */
void scalar_write_text(struct buffer *buffer, struct json_object *value);

/* The same for JavaScript's ===. */
bool scalar_same(struct json_object *a, struct json_object *b);

/* Length in UTF-16 units. */
size_t scalar_text_length(struct slice text);

static inline struct slice scalar_text(struct json_object *string)
{
	return (struct slice){json_object_get_string(string), (size_t)json_object_get_string_len(string)};
}

#endif
