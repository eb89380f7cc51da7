#include "body.h"

#include <json-c/json.h>

/* The media type, without its parameters. */
static struct slice media_type(struct slice content_type)
{
	struct slice type = content_type;
	type.len = slice_find(type, ';');
	return slice_trim(type);
}

static bool is_json_type(struct slice content_type)
{
	struct slice type = media_type(content_type);
	return slice_equals_ignoring_case(type, SLICE("application/json")) ||
	       slice_equals_ignoring_case(type, SLICE("application/vnd.api+json"));
}

bool body_parse(struct arena *arena, struct slice body, struct json_object **json, struct error *error)
{
	struct error wrong;
	if (!json_parse(arena, json_skip_mark(body), JSON_DEEPEST, json, &wrong)) {
		if (wrong.status == 400)
			return error_validation(error, "The body is not valid JSON: %s", wrong.message);
		*error = wrong;
		return false;
	}
	if (json_object_is_type(*json, json_type_object) || json_object_is_type(*json, json_type_array))
		return true;
	json_object_put(*json);
	*json = NULL;
	return error_validation(error, "invalid JSON, only supports object and array");
}

struct json_object *body_of_param(const struct param *param)
{
	struct json_object *json;
	switch (param->kind) {
	case PARAM_TEXT:
		return json_object_new_string_len(param->text.ptr, (int)param->text.len);
	case PARAM_LIST:
		json = json_object_new_array();
		for (const struct param *at = param->first; at; at = at->next)
			json_object_array_add(json, body_of_param(at));
		return json;
	case PARAM_OBJECT:
		json = json_object_new_object();
		for (const struct param *at = param->first; at; at = at->next)
			json_add(json, at->key, body_of_param(at));
		return json;
	default:
		return json_object_new_string("");
	}
}

/* A form is written as the parameters of a URL are. */
static bool parse_form(struct rest_call *call, struct json_object **json)
{
	struct param *params;
	if (!params_parse(call->http->arena, call->http->body, &params, call->error))
		return false;
	*json = body_of_param(params);
	return true;
}

bool body_read(struct rest_call *call, struct json_object **json)
{
	struct slice body = call->http->body, type = call->http->content_type;
	*json = NULL;
	if (call->form) {
		*json = media_form_json(call->form);
		return true;
	}
	if (!body.len)
		return true;
	if (slice_equals_ignoring_case(media_type(type), SLICE("application/x-www-form-urlencoded")))
		return parse_form(call, json);
	/* Other kinds of bodies carry no fields. */
	return !is_json_type(type) || body_parse(call->http->arena, body, json, call->error);
}
