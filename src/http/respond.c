#include "headers.h"

#include <assert.h>
#include <unistd.h>

const char *const http_methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

void http_options_init(struct http_options *options)
{
	static const char *any_origin[] = {"*"};
	*options = (struct http_options){
	    .host = "127.0.0.1",
	    .port = 1337,
	    .socket = -1,
	    .threads = 1,
	    .max_request_line = 16384,
	    .max_header_bytes = 16384,
	    .max_body = 1024 * 1024,
	    .max_connections = 4096,
	    .max_answers = (size_t)256 * 1024 * 1024,
	    .request_timeout = 30,
	    .idle_timeout = 65,
	    .cors_origins = any_origin,
	    .cors_origin_count = 1,
	    .powered_by = "lectern",
	};
}

void http_add_field(struct http_response *response, const char *name, const char *value)
{
	assert(response->field_count < HTTP_MOST_FIELDS);
	response->fields[response->field_count++] = (struct http_field){name, value};
}

void http_respond_shared(struct http_response *response, struct slice bytes, void (*release)(void *owner), void *owner)
{
	http_release_shared(response);
	response->shared = (struct http_shared_body){bytes, release, owner};
}

void http_release_shared(struct http_response *response)
{
	if (response->shared.release)
		response->shared.release(response->shared.owner);
	response->shared = (struct http_shared_body){.release = NULL};
}

struct slice http_header(const struct http_request *request, const char *name)
{
	const struct slice wanted = slice_of(name);
	for (size_t i = 0; i < request->headers.count; i++)
		if (slice_equals_ignoring_case(request->headers.fields[i].name, wanted))
			return request->headers.fields[i].value;
	return (struct slice){NULL, 0};
}

void http_respond_error(struct http_response *response, const struct error *error)
{
	struct buffer *body = &response->body;
	if (response->has_file)
		http_close_file(&response->file);
	response->has_file = false;
	http_release_shared(response);
	response->status = error->status;
	response->content_type = http_json_type;
	body->len = 0;
	body->failed = false;
	buffer_text(body, "{\"data\":null,\"error\":{\"status\":");
	buffer_int(body, error->status);
	buffer_text(body, ",\"name\":");
	json_write_string(body, slice_of(error->name));
	buffer_text(body, ",\"message\":");
	json_write_string(body, slice_of(error_text(error)));
	/* Strapi tells nothing more of what it did not expect. */
	if (error_shown_details(error) && (error->details || error->status != 500)) {
		buffer_text(body, ",\"details\":");
		buffer_text(body, error_shown_details(error));
	}
	buffer_text(body, "}}");
	if (error->status == 503 && !response->retry_after)
		response->retry_after = 1;
}
