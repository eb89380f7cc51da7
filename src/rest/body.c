#include "call.h"

#include <json-c/json.h>

enum { BODY_DEEPEST = 64 };

static bool is_json_type(struct slice content_type)
{
	struct slice type = content_type;
	type.len = slice_find(type, ';');
	type = slice_trim(type);
	return slice_equals_ignoring_case(type, SLICE("application/json")) ||
	       slice_equals_ignoring_case(type, SLICE("application/vnd.api+json"));
}

bool body_parse(struct slice body, struct json_object **json, struct error *error)
{
	*json = NULL;
	if (!slice_is_utf8(body))
		return error_validation(error, "The body is not valid. Expected JSON in UTF-8");
	struct json_tokener *tokener = json_tokener_new_ex(BODY_DEEPEST);
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	*json = json_tokener_parse_ex(tokener, body.ptr, (int)body.len);
	enum json_tokener_error result = json_tokener_get_error(tokener);
	size_t parsed = json_tokener_get_parse_end(tokener);
	json_tokener_free(tokener);
	while (parsed < body.len && strchr(" \t\r\n", body.ptr[parsed]))
		parsed++;
	const char *wrong = result == json_tokener_continue  ? "Unexpected end of JSON input"
	                    : result != json_tokener_success ? json_tokener_error_desc(result)
	                    : parsed < body.len              ? "unexpected characters behind the JSON"
	                                                     : NULL;
	bool container = json_object_is_type(*json, json_type_object) || json_object_is_type(*json, json_type_array);
	if (!wrong && container)
		return true;
	json_object_put(*json);
	*json = NULL;
	return wrong ? error_validation(error, "The body is not valid JSON: %s", wrong)
	             : error_validation(error, "invalid JSON, only supports object and array");
}

bool body_read(struct call *call, struct json_object **json)
{
	struct slice body = call->request->body;
	*json = NULL;
	/* Other kinds of bodies carry no fields; multipart forms come with the uploads. */
	return !body.len || !is_json_type(call->request->content_type) || body_parse(body, json, call->error);
}
