#include "content/content.h"

#include <json-c/json.h>

struct json_object *content_entry_json(const struct content_result *result, size_t index)
{
	struct buffer text = {0};
	content_write_entry(&text, result, index, CONTENT_FLAT);
	struct json_object *json = json_parse_stored(buffer_as_slice(&text));
	buffer_free(&text);
	return json;
}
