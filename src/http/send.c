#include "send.h"

#include "channel_inner.h"
#include "cors.h"

#include <errno.h>
#include <linux/sockios.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

enum { UNCOUNTED = 64 * 1024 }; /* bytes; a smaller answer is not counted: mostly it is gone at once */

/* ---- the sum of all answers ---- */

static bool count(struct connection *connection)
{
	struct http_server *server = connection->loop->server;
	struct exchange *exchange = connection->exchange;
	size_t size = exchange->response.body.len;
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

void send_uncount(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	if (exchange->answer_counted)
		atomic_fetch_sub(&connection->loop->server->answers, exchange->answer_counted);
	exchange->answer_counted = 0;
}

static void refuse(struct exchange *exchange)
{
	struct http_response *response = &exchange->response;
	buffer_free(&response->body);
	error_set(&exchange->error, 503, "ServiceUnavailableError",
	          "Too many large answers at a time. Try again later");
	http_respond_error(response, &exchange->error);
	response->field_count = 0;
	response->allow = NULL;
}

/* ---- the head ---- */

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
	return response->has_file ? response->file.len : response->body.len;
}

static bool has_length(int status)
{
	return status >= 200 && status != 204 && status != 304;
}

static void add_head(struct connection *connection, struct buffer *head)
{
	const struct exchange *exchange = connection->exchange;
	const struct http_response *response = &exchange->response;
	const struct http_options *options = &connection->loop->server->options;
	headers_add_status(head, response->status);
	buffer_text(head, connection->loop->date);
	add_connection(connection, head);
	if (response->channel) {
		channel_add_framing(response->channel, head);
	} else if (has_length(response->status)) {
		buffer_text(head, "Content-Length: ");
		buffer_int(head, (int64_t)length_of(response));
		buffer_text(head, "\r\n");
	}
	if (exchange->head.origin.len)
		cors_add_headers(
		    head, cors_access(options->cors_origins, options->cors_origin_count, exchange->head.origin),
		    exchange->head.origin, exchange->head.preflight && exchange->request.method == HTTP_OPTIONS);
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

void connection_start_answer(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	struct http_response *response = &exchange->response;
	const struct constant_headers *constant = &connection->loop->server->headers;
	if (!count(connection))
		refuse(exchange);
	exchange->answer.len = 0;
	bool typed = (length_of(response) || response->channel) && response->status != 101 && response->content_type;
	bool is_json =
	    typed && (response->content_type == http_json_type || strcmp(response->content_type, http_json_type) == 0);
	add_head(connection, &exchange->answer);
	if (typed && !is_json)
		add_field(&exchange->answer, "Content-Type", response->content_type);
	const struct slice last = is_json ? constant->json : constant->other;
	bool has_body = has_length(response->status) && !slice_is(exchange->request.method_name, "HEAD");
	exchange->parts[0] = (struct iovec){exchange->answer.data, exchange->answer.len};
	exchange->parts[1] = (struct iovec){(void *)(uintptr_t)last.ptr, last.len};
	bool in_memory = has_body && !response->has_file && !response->channel;
	exchange->parts[2] = (struct iovec){response->body.data, in_memory ? response->body.len : 0};
	exchange->file = has_body && response->has_file ? response->file : (struct http_file_part){0};
	if (response->channel)
		channel_begin(connection, has_body || response->status == 101);
	exchange->part = 0;
	connection->state = CONNECTION_SENDING;
	connection->waited = false;
}

/* ---- sending ---- */

static void move_on(struct exchange *exchange, size_t sent)
{
	while (exchange->part < EXCHANGE_PARTS && sent >= exchange->parts[exchange->part].iov_len)
		sent -= exchange->parts[exchange->part++].iov_len;
	if (exchange->part == EXCHANGE_PARTS)
		return;
	struct iovec *part = &exchange->parts[exchange->part];
	part->iov_base = (char *)part->iov_base + sent;
	part->iov_len -= sent;
}

/* Bytes that the client's system has acknowledged. */
static uint64_t taken_bytes(const struct connection *connection)
{
	int queued = 0;
	if (ioctl(connection->socket, SIOCOUTQ, &queued) != 0 || queued < 0)
		queued = 0;
	return connection->sent - (uint64_t)queued;
}

void send_wait(struct connection *connection)
{
	struct loop *loop = connection->loop;
	connection->writable = false;
	if (connection->waited)
		return;
	connection->waited = true;
	if (connection->state == CONNECTION_SENDING)
		exchange_shrink(connection->exchange);
	connection->taken = taken_bytes(connection);
	deadline_set(&loop->deadlines, &connection->deadline,
	             loop->now + (int64_t)loop->server->options.request_timeout * 1000);
}

void connection_meet_send_deadline(struct connection *connection)
{
	struct loop *loop = connection->loop;
	struct http_server *server = loop->server;
	const unsigned timeout = server->options.request_timeout;
	uint64_t taken = taken_bytes(connection);
	bool scarce = atomic_load(&server->answers) > server->options.max_answers / 2;
	uint64_t rate = scarce ? SERVER_LEAST_RATE_SHORT : SERVER_LEAST_RATE;
	if (!connection->waited)
		return;
	/* What goes on may have little to say: some of it must be taken. */
	uint64_t least = connection->state == CONNECTION_CHANNEL ? 1 : rate * timeout;
	if (taken - connection->taken < least) {
		connection_close(connection);
		return;
	}
	connection->taken = taken;
	deadline_set(&loop->deadlines, &connection->deadline, loop->now + (int64_t)timeout * 1000);
}

/* From the disk to the socket, past our memory. False: there is no room, or the connection is closed. */
static bool send_file(struct connection *connection)
{
	enum { STEP = 1024 * 1024 }; /* then others have their turn */
	struct http_file_part *file = &connection->exchange->file;
	while (file->len && connection->writable) {
		off_t offset = (off_t)file->offset;
		size_t step = file->len < STEP ? (size_t)file->len : STEP;
		ssize_t sent = sendfile(connection->socket, file->descriptor, &offset, step);
		if (sent < 0 && errno == EAGAIN) {
			connection->writable = false;
			break;
		}
		if (sent < 0 && errno == EINTR)
			continue;
		/* The file may have become shorter than it said: the client sees that the answer is not whole. */
		if (sent <= 0) {
			connection_close(connection);
			return false;
		}
		connection->sent += (uint64_t)sent;
		file->offset += (uint64_t)sent;
		file->len -= (uint64_t)sent;
		if (file->len && sent == STEP) {
			loop_continue_later(connection);
			return false;
		}
	}
	if (file->len)
		send_wait(connection);
	return !file->len;
}

bool connection_send(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	while (exchange->part < EXCHANGE_PARTS) {
		struct msghdr message = {
		    .msg_iov = &exchange->parts[exchange->part],
		    .msg_iovlen = EXCHANGE_PARTS - exchange->part,
		};
		if (!connection->writable) {
			send_wait(connection);
			return false;
		}
		ssize_t sent =
		    sendmsg(connection->socket, &message, MSG_NOSIGNAL | (exchange->file.len ? MSG_MORE : 0));
		if (sent < 0 && errno == EAGAIN) {
			connection->writable = false;
			continue;
		}
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0) {
			connection_close(connection);
			return false;
		}
		connection->sent += (uint64_t)sent;
		move_on(exchange, (size_t)sent);
	}
	if (exchange->file.len && !send_file(connection))
		return false;
	if (exchange->response.channel) {
		connection->state = CONNECTION_CHANNEL;
		connection->waited = false;
		if (connection->loop->phase != SERVER_RUNS)
			channel_hurry(connection);
		return true;
	}
	return connection_finish_answer(connection);
}
