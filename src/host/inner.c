/* Requests that code makes of lectern: what no code answers, and lectern's own actions. They come over no connection.
 */
#include "inner.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_OF_FILE = 32 << 20, MOST_HEADERS = 200 };

struct inner {
	struct http_request request; /* first: `finish` gets its address */
	struct http_response response;
	struct rest_inner how;
	struct host_call *call;
	struct arena *arena;
};

/* ---- the answer ---- */

static bool read_file(struct http_response *response)
{
	struct http_file_part *file = &response->file;
	char piece[16384];
	bool whole = file->len <= MOST_OF_FILE;
	while (whole && file->len) {
		const size_t wanted = file->len < sizeof piece ? (size_t)file->len : sizeof piece;
		const ssize_t got = pread(file->descriptor, piece, wanted, (off_t)file->offset);
		if (got < 0 && errno == EINTR)
			continue;
		whole = got > 0;
		if (!whole)
			break;
		buffer_slice(&response->body, (struct slice){piece, (size_t)got});
		file->offset += (uint64_t)got;
		file->len -= (uint64_t)got;
	}
	http_close_file(file);
	return whole;
}

static void add_header(struct buffer *head, const char *name, const char *value)
{
	json_next(head);
	buffer_byte(head, '[');
	json_write_string(head, slice_of(name));
	buffer_byte(head, ',');
	json_write_string(head, slice_of(value));
	buffer_byte(head, ']');
}

static void write_head(struct buffer *head, const struct http_response *response)
{
	buffer_format(head, "{\"status\":%d,%s\"type\":", response->status, response->has_file ? "\"file\":true," : "");
	json_write_string(head, slice_of(response->content_type ? response->content_type : ""));
	buffer_text(head, ",\"headers\":[");
	for (size_t i = 0; i < response->field_count; i++)
		add_header(head, response->fields[i].name, response->fields[i].value);
	if (response->allow)
		add_header(head, "Allow", response->allow);
	if (response->policy) {
		add_header(head, "Content-Security-Policy", response->policy);
		add_header(head, "X-Content-Type-Options", "nosniff");
	}
	buffer_text(head, "]}");
}

static void refuse(struct inner *inner, int status, const char *name, const char *message)
{
	struct error error;
	error_set(&error, status, name, "%s", message);
	host_call_refuse(inner->call, &error);
}

static void finish(struct http_request *request)
{
	struct inner *inner = (struct inner *)request;
	struct http_response *response = &inner->response;
	struct buffer head = {0};
	if (response->channel)
		refuse(inner, 501, "NotImplementedError", "lectern does not give code an answer that is streamed");
	else if (response->has_file && !read_file(response))
		refuse(inner, 500, "InternalServerError", "The file is too large for code, or can't be read");
	else {
		write_head(&head, response);
		host_call_answer(inner->call, buffer_as_slice(&head), buffer_as_slice(&response->body));
	}
	buffer_free(&head);
	buffer_free(&response->body);
	arena_destroy(inner->arena);
}

/* ---- the request ---- */

static struct slice keep(struct inner *inner, struct json_object *text)
{
	return slice_of(arena_copy(inner->arena, json_string(text)));
}

static enum http_method method_of(struct slice name)
{
	static const char *const names[] = {
	    [HTTP_GET] = "GET",     [HTTP_POST] = "POST",     [HTTP_PUT] = "PUT",
	    [HTTP_PATCH] = "PATCH", [HTTP_DELETE] = "DELETE", [HTTP_OPTIONS] = "OPTIONS"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_is(name, names[i]))
			return (enum http_method)i;
	return slice_is(name, "HEAD") ? HTTP_GET : HTTP_OTHER;
}

static void read_headers(struct inner *inner, struct json_object *headers)
{
	struct http_request *request = &inner->request;
	const size_t total = json_count(headers);
	const size_t count = total < MOST_HEADERS ? total : MOST_HEADERS;
	request->headers.fields = arena_array(inner->arena, count, sizeof *request->headers.fields);
	for (size_t i = 0; i < count; i++) {
		struct json_object *header = json_item(headers, i);
		struct http_header_field *field = &request->headers.fields[request->headers.count++];
		field->name = keep(inner, json_item(header, 0));
		field->value = keep(inner, json_item(header, 1));
	}
	request->authorization = http_header(request, "authorization");
	request->content_type = http_header(request, "content-type");
}

/* Bytes come as base64url. */
static bool read_body(struct inner *inner, struct json_object *body)
{
	const struct slice text = json_string(body);
	if (!text.len)
		return true;
	char *bytes = arena_array(inner->arena, text.len, 1);
	inner->request.body.ptr = bytes;
	return base64url_decode(text, bytes, &inner->request.body.len);
}

/* Its body is received as one that comes over a connection. */
static bool is_form(const struct http_request *request)
{
	static const struct slice multipart = {"multipart/", 10};
	const struct slice type = request->content_type;
	return request->body.len && type.len > multipart.len &&
	       slice_equals_ignoring_case((struct slice){type.ptr, multipart.len}, multipart);
}

static bool read_request(struct inner *inner, struct json_object *description, struct error *error)
{
	struct http_request *request = &inner->request;
	struct slice target = keep(inner, json_member(description, "url"));
	request->method_name = keep(inner, json_member(description, "method"));
	request->method = method_of(request->method_name);
	request->remote_address = keep(inner, json_member(description, "address"));
	read_headers(inner, json_member(description, "headers"));
	if (!read_body(inner, json_member(description, "body")))
		return error_validation(error, "The body of the request is not valid");
	if (!target.len || target.ptr[0] != '/')
		return error_validation(error, "The URL of the request is not valid");
	request->body_follows = is_form(request);
	request->raw_path = http_raw_path(target);
	request->raw_query = http_raw_query(target);
	if (http_split_target(target, inner->arena, &request->path, &request->query, error))
		return true;
	/* As when it comes over a connection: the panel sends filters as they were typed. */
	return json_object_get_boolean(json_member(description, "panel")) &&
	       http_split_target(http_mend_target(inner->arena, target), inner->arena, &request->path, &request->query,
	                         error);
}

static bool read_how(struct inner *inner, const struct host_code *code, struct json_object *description,
                     struct error *error)
{
	struct json_object *scopes = json_member(description, "scopes"), *action = json_member(description, "action");
	struct slice type = json_string(json_member(description, "type"));
	struct slice *list;
	inner->how.only_admit = json_object_get_boolean(json_member(description, "admit"));
	inner->how.any_user = json_object_get_boolean(json_member(description, "anyUser"));
	inner->how.anonymous = json_object_get_boolean(json_member(description, "anonymous"));
	inner->how.scope_count = json_object_is_type(scopes, json_type_array) ? json_count(scopes) : 0;
	inner->how.scopes = list = arena_array(inner->arena, inner->how.scope_count, sizeof *list);
	for (size_t i = 0; i < inner->how.scope_count; i++)
		list[i] = keep(inner, json_item(scopes, i));
	if (!action)
		return true;
	inner->how.action = arena_copy(inner->arena, json_string(action));
	inner->how.id = keep(inner, json_member(description, "id"));
	inner->how.type = type.ptr ? host_code_type(code, type) : NULL;
	return !type.ptr || inner->how.type || error_not_found(error);
}

void inner_start(struct host_code *code, struct host_call *call)
{
	struct arena *arena = arena_create();
	struct inner *inner = arena_alloc(arena, sizeof *inner);
	struct json_object *description =
	    json_object_is_type(call->arguments, json_type_array) ? json_item(call->arguments, 0) : NULL;
	struct error error;
	*inner = (struct inner){.arena = arena, .call = call};
	inner->request.arena = arena;
	inner->request.resumed = finish;
	inner->request.origin = call;
	inner->response.status = 200;
	inner->response.content_type = "application/json; charset=utf-8";
	if (read_request(inner, description, &error) && read_how(inner, code, description, &error)) {
		host_code_answer(code, &inner->how, json_object_get_boolean(json_member(description, "panel")),
		                 &inner->request, &inner->response);
		return;
	}
	host_call_refuse(call, &error);
	arena_destroy(arena);
}
