#include "answer.h"

#include "channel_run.h"
#include "cors.h"

enum { UNCOUNTED = 64 * 1024 }; /* bytes; a smaller answer is not counted: mostly it is gone at once */

/* ---- the sum of all answers ---- */

static bool count(struct connection *connection)
{
	struct http_server *server = connection->loop->server;
	struct exchange *exchange = connection->exchange;
	const struct http_response *response = &exchange->response;
	/* Shared bytes stay for whoever takes them slowly, also when nobody else has them any more. */
	const size_t size = response->shared.release ? response->shared.bytes.len : response->body.len;
	if (size <= UNCOUNTED)
		return true;
	size_t before = atomic_fetch_add(&server->answers, size);
	/* One that is larger than all may be is sent when it is alone. */
	if (before && before + size > server->options.max_answers) {
		atomic_fetch_sub(&server->answers, size);
		return false;
	}
	exchange->answer_counted = size;
	return true;
}

void answer_uncount(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	if (exchange->answer_counted)
		atomic_fetch_sub(&connection->loop->server->answers, exchange->answer_counted);
	exchange->answer_counted = 0;
}

static void refuse(struct exchange *exchange, const char *why)
{
	struct http_response *response = &exchange->response;
	buffer_free(&response->body);
	http_release_shared(response);
	error_set(&exchange->error, 503, "ServiceUnavailableError", "%s. Try again later", why);
	http_respond_error(response, &exchange->error);
	/* Then the status has to say it. */
	if (response->body.failed)
		buffer_free(&response->body);
	response->field_count = response->left_out_count = 0;
	response->allow = response->reason = NULL;
}

/* ---- its head ---- */

static void add_field(struct buffer *head, const char *name, const char *value)
{
	buffer_text(head, name);
	buffer_add(head, ": ", 2);
	buffer_text(head, value);
	buffer_add(head, "\r\n", 2);
}

static void add_connection(struct connection *connection, struct buffer *head)
{
	struct exchange *exchange = connection->exchange;
	if (connection->loop->phase != SERVER_RUNS ||
	    atomic_load_explicit(&connection->loop->server->phase, memory_order_relaxed) != SERVER_RUNS)
		exchange->close = true;
	if (exchange->response.status == 101)
		buffer_text(head, "Connection: Upgrade\r\n");
	else if (exchange->close)
		buffer_text(head, "Connection: close\r\n");
	else if (!exchange->head.minor)
		buffer_text(head, "Connection: keep-alive\r\n");
}

/* Bytes of the body, wherever they are. */
static uint64_t length_of(const struct http_response *response)
{
	return response->has_file         ? response->file.len
	       : response->shared.release ? response->shared.bytes.len
	                                  : response->body.len;
}

static bool has_length(int status)
{
	return status >= 200 && status != 204 && status != 304;
}

static bool is_left_out(const struct http_response *response, struct slice name)
{
	for (size_t i = 0; i < response->left_out_count; i++)
		if (slice_equals_ignoring_case(response->left_out[i], name))
			return true;
	return false;
}

/* Takes lines out that were written from `from` on. */
static void leave_out(const struct http_response *response, struct buffer *head, size_t from)
{
	size_t kept = from;
	for (size_t at = from; response->left_out_count && at < head->len;) {
		const struct slice rest = {head->data + at, head->len - at};
		const char *end = memchr(rest.ptr, '\n', rest.len), *colon = memchr(rest.ptr, ':', rest.len);
		const size_t length = end ? (size_t)(end - rest.ptr) + 1 : rest.len;
		const struct slice name = {rest.ptr, colon ? (size_t)(colon - rest.ptr) : 0};
		if (!is_left_out(response, name)) {
			memmove(head->data + kept, rest.ptr, length);
			kept += length;
		}
		at += length;
	}
	if (response->left_out_count)
		head->len = kept;
}

static void add_cors(const struct exchange *exchange, const struct http_options *options, struct buffer *head)
{
	const struct slice origin = exchange->head.origin;
	const struct slice asked = http_header(&exchange->request, "access-control-request-headers");
	const bool preflight = exchange->head.preflight && exchange->request.method == HTTP_OPTIONS;
	cors_add_headers(head, options, cors_access(options->cors_origins, options->cors_origin_count, origin), origin,
	                 preflight ? &asked : NULL);
}

static void add_head(struct connection *connection, struct buffer *head)
{
	const struct exchange *exchange = connection->exchange;
	const struct http_response *response = &exchange->response;
	const struct http_options *options = &connection->loop->server->options;
	headers_add_status(head, response->status, response->reason);
	buffer_text(head, connection->loop->date);
	add_connection(connection, head);
	if (response->channel) {
		channel_add_framing(response->channel, head);
	} else if (has_length(response->status)) {
		buffer_text(head, "Content-Length: ");
		buffer_int(head, (int64_t)length_of(response));
		buffer_text(head, "\r\n");
	}
	const size_t before_cors = head->len;
	if (exchange->head.origin.len && !options->cors_by_handler)
		add_cors(exchange, options, head);
	leave_out(response, head, before_cors);
	if (response->allow)
		add_field(head, "Allow", response->allow);
	if (response->retry_after) {
		buffer_text(head, "Retry-After: ");
		buffer_int(head, response->retry_after);
		buffer_text(head, "\r\n");
	}
	for (size_t i = 0; i < response->field_count; i++)
		add_field(head, response->fields[i].name, response->fields[i].value);
}

static void begin_sending(struct connection *connection)
{
	connection->exchange->part = 0;
	connection->state = CONNECTION_SENDING;
	connection->waited = false;
}

void answer_start(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	struct http_response *response = &exchange->response;
	const struct constant_headers *constant = &connection->loop->server->headers;
	if (response->body.failed)
		refuse(exchange, "The server has no memory left for the answer");
	else if (!count(connection))
		refuse(exchange, "Too many large answers at a time");
	exchange->answer.len = 0;
	if (response->channel && channel_is_bare(response->channel)) {
		memset(exchange->parts, 0, sizeof exchange->parts);
		exchange->file = (struct http_file_part){0};
		channel_begin(connection, true);
		begin_sending(connection);
		return;
	}
	bool typed = (length_of(response) || response->has_file || response->channel) && response->status != 101 &&
	             response->content_type;
	bool is_json =
	    typed && (response->content_type == http_json_type || strcmp(response->content_type, http_json_type) == 0);
	/* A file may be one of JSON. */
	const bool own_policy = response->policy && (!is_json || response->has_file);
	add_head(connection, &exchange->answer);
	if (typed && (!is_json || own_policy))
		add_field(&exchange->answer, "Content-Type", response->content_type);
	if (own_policy) {
		add_field(&exchange->answer, "Content-Security-Policy", response->policy);
		add_field(&exchange->answer, "X-Content-Type-Options", "nosniff");
	}
	struct slice last = own_policy ? constant->bare : is_json ? constant->json : constant->other;
	if (response->left_out_count) {
		const size_t before = exchange->answer.len;
		buffer_slice(&exchange->answer, last);
		leave_out(response, &exchange->answer, before);
		last = SLICE("");
	}
	bool has_body = has_length(response->status) && !slice_is(exchange->request.method_name, "HEAD");
	exchange->parts[0] = (struct iovec){exchange->answer.data, exchange->answer.len};
	exchange->parts[1] = (struct iovec){(void *)(uintptr_t)last.ptr, last.len};
	bool in_memory = has_body && !response->has_file && !response->channel;
	const struct slice body = response->shared.release ? response->shared.bytes : buffer_as_slice(&response->body);
	exchange->parts[2] = (struct iovec){(void *)(uintptr_t)body.ptr, in_memory ? body.len : 0};
	exchange->file = has_body && response->has_file ? response->file : (struct http_file_part){0};
	if (response->channel)
		channel_begin(connection, has_body || response->status == 101);
	begin_sending(connection);
}
