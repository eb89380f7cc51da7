#include "call.h"

#include <json-c/json.h>

struct content_call admin_call_content(struct admin_call *call)
{
	struct content_call content = request_content(call->request);
	content.caller = NULL;
	content.admin_id = call->admin.id;
	return content;
}

bool admin_call_read_body(struct admin_call *call)
{
	const struct slice body = call->http->body;
	struct slice type = call->http->content_type;
	struct error wrong;
	type.len = slice_find(type, ';');
	if (!body.len || !slice_equals_ignoring_case(slice_trim(type), SLICE("application/json")))
		return true;
	if (!json_parse(call->http->arena, json_skip_mark(body), JSON_DEEPEST, &call->body, &wrong)) {
		if (wrong.status == 400)
			return error_validation(call->error, "The body is not valid JSON: %s", wrong.message);
		*call->error = wrong;
		return false;
	}
	json_keep(call->http->arena, call->body);
	struct input input;
	if (json_object_is_type(call->body, json_type_array))
		return input_begin(&input, call->http->arena, call->body, call->error);
	return json_object_is_type(call->body, json_type_object) ||
	       error_validation(call->error, "The body is not valid. Expected an object");
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
