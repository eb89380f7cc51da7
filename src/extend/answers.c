/* What handlers and middlewares of REST read of a request and write of its answer. */
#include "params_value.h"
#include "values.h"

enum { MOST_HEADERS = 6 };

lectern_text lectern_request_part(const lectern_call *call, const char *name)
{
	if (!call->rest || !name)
		return (lectern_text){"", 0};
	return text_keep(call->arena, rest_call_part(call->rest, name));
}

bool lectern_request_query(lectern_call *call, lectern_value **query)
{
	struct param *params;
	*query = NULL;
	if (!call->rest)
		return true;
	if (!rest_call_params(call->rest, &params))
		return false;
	*query = value_keep(call->arena, params_to_json(params));
	return true;
}

bool lectern_set_query(lectern_call *call, const lectern_value *query)
{
	if (!call->rest || (query && lectern_kind_of(query) != LECTERN_OBJECT))
		return error_internal(call->error,
		                      "an extension set a query that is no object, or where there is none");
	return rest_call_set_params(call->rest, value_to_params(call->arena, value_json(query)));
}

bool lectern_request_body(lectern_call *call, lectern_value **body)
{
	struct json_object *json = NULL;
	*body = NULL;
	if (call->rest && !rest_call_body(call->rest, &json))
		return false;
	*body = json_value(json);
	return true;
}

lectern_text lectern_request_body_text(const lectern_call *call)
{
	const struct http_request *request = extension_call_request(call);
	return request ? text_keep(call->arena, request->body) : (lectern_text){"", 0};
}

static struct http_response *response_of(const lectern_call *call)
{
	return call->rest ? call->request->response : NULL;
}

static bool no_response(const lectern_call *call)
{
	return error_internal(call->error, "an extension answered where there is no REST request to answer");
}

bool lectern_respond(lectern_call *call, const lectern_value *value)
{
	struct http_response *response = response_of(call);
	if (!response)
		return no_response(call);
	response->body.len = 0;
	response->content_type = "application/json; charset=utf-8";
	json_write_value(&response->body, value_json(value));
	return true;
}

static bool is_header_text(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 127)
			return false;
	return true;
}

bool lectern_respond_text(lectern_call *call, const char *content_type, const char *data, size_t length)
{
	struct http_response *response = response_of(call);
	if (!response)
		return no_response(call);
	if (!content_type || !*content_type || !is_header_text(content_type))
		return error_internal(call->error, "an extension answered with a content type that is none");
	if (!data && length)
		return error_internal(call->error, "an extension answered with a text that is none");
	response->body.len = 0;
	response->content_type = arena_copy(call->arena, slice_of(content_type));
	buffer_add(&response->body, data, length);
	return true;
}

bool lectern_response(lectern_call *call, lectern_value **value)
{
	struct http_response *response = response_of(call);
	*value = NULL;
	return !response || !response->body.len ||
	       value_parse(call->arena, buffer_as_slice(&response->body), value, call->error);
}

bool lectern_set_status(lectern_call *call, int status)
{
	struct http_response *response = response_of(call);
	if (!response || status < 200 || status > 599)
		return error_internal(call->error, "an extension set the status %d, or where there is no answer",
		                      status);
	response->status = status;
	return true;
}

/* What HTTP itself is made of is no extension's. */
static bool is_reserved(const char *name)
{
	static const char *const names[] = {"Content-Length", "Content-Type", "Transfer-Encoding", "Connection",
	                                    "Upgrade"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_equals_ignoring_case(slice_of(name), slice_of(names[i])))
			return true;
	return false;
}

bool lectern_set_header(lectern_call *call, const char *name, const char *value)
{
	struct http_response *response = response_of(call);
	if (!response)
		return no_response(call);
	bool good = name && value && *name && is_header_text(value) && !is_reserved(name);
	for (const char *at = name; good && *at; at++)
		good = *at > ' ' && *at < 127 && !strchr("()<>@,;:\\\"/[]?={}", *at);
	if (!good || response->field_count >= MOST_HEADERS)
		return error_internal(call->error, "an extension set the header \"%s\", which can't be",
		                      name ? name : "");
	http_add_field(response, arena_copy(call->arena, slice_of(name)), arena_copy(call->arena, slice_of(value)));
	return true;
}
