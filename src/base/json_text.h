/* Inside the room `content`: JSON values as texts. */
#ifndef LECTERN_CONTENT_JSON_TEXT_H
#define LECTERN_CONTENT_JSON_TEXT_H

#include "base.h"

#include <json-c/json.h>

/* The text of a string, with NULs that stand in it; of any other value its JSON. The value's own: good as long as that
 * stays as it is. */
static inline struct slice json_text(struct json_object *json)
{
	if (json_object_is_type(json, json_type_string))
		return (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)};
	return slice_of(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}

#endif
