/* A request as JSON for the project's code. */
#include "request_json.h"

#include "process/process.h"

void request_json_text(struct buffer *head, const char *name, struct slice text)
{
	json_write_name(head, slice_of(name));
	json_write_string(head, text);
}

void request_json_caller(struct buffer *head, const struct caller *caller)
{
	const char *kind = caller->kind == CALLER_USER ? "user" : caller->kind == CALLER_TOKEN ? "token" : "public";
	json_write_name(head, SLICE("caller"));
	buffer_byte(head, '{');
	request_json_text(head, "kind", slice_of(kind));
	if (caller->kind == CALLER_USER)
		buffer_format(head, ",\"id\":%lld", (long long)caller->user_id);
	buffer_byte(head, '}');
}

void request_json_write(struct buffer *head, const struct http_request *request)
{
	struct buffer url = {0};
	buffer_slice(&url, request->raw_path);
	if (request->raw_query.len)
		buffer_byte(&url, '?');
	buffer_slice(&url, request->raw_query);
	request_json_text(head, "method", request->method_name);
	request_json_text(head, "url", buffer_as_slice(&url));
	request_json_text(head, "address", request->remote_address);
	buffer_free(&url);
	json_write_name(head, SLICE("headers"));
	buffer_byte(head, '[');
	for (size_t i = 0; i < request->headers.count; i++) {
		buffer_text(head, i ? ",[" : "[");
		json_write_string(head, request->headers.fields[i].name);
		buffer_byte(head, ',');
		json_write_string(head, request->headers.fields[i].value);
		buffer_byte(head, ']');
	}
	buffer_byte(head, ']');
}

/* Nobody asks for that of a call of code's: the process knows it. */
static bool has_request(const struct content_call *call, bool wanted)
{
	return wanted && !call->origin && call->http && (call->caller || call->admin_id);
}

void request_json_course(struct buffer *head, const struct content_call *call, bool wanted)
{
	const struct host_call *origin = call->origin;
	if (origin)
		buffer_format(head, ",\"within\":%u", (unsigned)origin->ask);
	if (!has_request(call, wanted))
		return;
	buffer_text(head, ",\"request\":{");
	request_json_write(head, call->http);
	if (call->caller)
		request_json_caller(head, call->caller);
	else
		buffer_format(head, ",\"caller\":{\"kind\":\"admin\",\"id\":%lld}", (long long)call->admin_id);
	buffer_byte(head, '}');
}

struct slice request_json_body(const struct content_call *call, bool wanted)
{
	return has_request(call, wanted) ? call->http->body : SLICE("");
}
