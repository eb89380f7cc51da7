#include "call.h"

#include <json-c/json.h>

struct content_call admin_call_content(struct admin_call *call)
{
	struct content_call content = request_content(call->request);
	content.caller = NULL;
	return content;
}

bool admin_call_id(struct admin_call *call, const char *missing, int64_t *id)
{
	const struct slice text = admin_route_part(&call->match, ":id");
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return error_set(call->error, 404, "NotFoundError", "%s", missing);
	return (slice_to_int64(text, id) && *id > 0) || error_set(call->error, 404, "NotFoundError", "%s", missing);
}

int64_t admin_call_id_or_none(struct admin_call *call)
{
	int64_t id;
	struct error ignored, *error = call->error;
	call->error = &ignored;
	const bool is = admin_call_id(call, "", &id);
	call->error = error;
	return is ? id : -1;
}

bool admin_call_answer(struct admin_call *call, struct json_object *json)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"data\":");
	json_write_value(body, json);
	buffer_byte(body, '}');
	json_object_put(json);
	return true;
}
