#include "content/content.h"

#include <json-c/json.h>

/* JSON columns may be as deep as json_write_compact takes them, inside of components inside of the entry. */
enum { DEEPEST = 600 };

struct json_object *content_entry_json(const struct content_result *result, size_t index)
{
	struct buffer text = {0};
	content_write_entry(&text, result, index, CONTENT_FLAT);
	struct json_tokener *tokener = json_tokener_new_ex(DEEPEST);
	struct json_object *json = json_tokener_parse_ex(tokener, text.data, (int)text.len);
	json_tokener_free(tokener);
	buffer_free(&text);
	return json;
}
