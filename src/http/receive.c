#include "receive.h"

#include "dispatch.h"
#include "exchange_body.h"
#include "exchange_head.h"

#include <errno.h>
#include <sys/socket.h>

void receive_wait(struct connection *connection)
{
	struct loop *loop = connection->loop;
	const struct http_options *options = &loop->server->options;
	if (connection->state == CONNECTION_IDLE && connection->had_request) {
		connection->quiet = loop->now;
		deadline_set(&loop->deadlines, &connection->deadline,
		             loop->now + (loop->phase == SERVER_RUNS ? (int64_t)options->idle_timeout * 1000
		                                                     : SERVER_LAST_WORD));
		return;
	}
	/* The first request has to be whole in time from the connection's start. */
	if (!connection->waited) {
		connection->waited = true;
		connection->quiet = connection->began;
		deadline_set(&loop->deadlines, &connection->deadline,
		             connection->began + (int64_t)options->request_timeout * 1000);
	}
}

size_t receive(struct connection *connection, char *into, size_t most, bool *closed)
{
	*closed = false;
	if (!connection->readable)
		return 0;
	ssize_t got;
	do {
		got = recv(connection->socket, into, most, 0);
	} while (got < 0 && errno == EINTR);
	if (got > 0) {
		/* Less than there was room for: the rest comes with another event. But the end of what the client sends
		 * may have been told already. */
		if ((size_t)got < most && !connection->ended)
			connection->readable = false;
		return (size_t)got;
	}
	if (got < 0 && errno == EAGAIN) {
		connection->readable = false;
		return 0;
	}
	*closed = true;
	return 0;
}

/* Empty lines before a request are skipped. */
static void skip_empty_lines(struct exchange *exchange)
{
	const struct buffer *input = &exchange->input;
	while (input->len - exchange->start >= 2 && memcmp(input->data + exchange->start, "\r\n", 2) == 0)
		exchange->start += 2;
}

static bool take_exchange(struct connection *connection)
{
	struct loop *loop = connection->loop;
	connection->exchange = exchange_take(&loop->pool, loop->number);
	if (!connection->exchange) {
		connection_close(connection);
		return false;
	}
	connection->exchange->connection = connection;
	return true;
}

static void become_idle(struct connection *connection)
{
	exchange_give_back(&connection->loop->pool, connection->exchange);
	connection->exchange = NULL;
	connection->state = CONNECTION_IDLE;
	connection->waited = connection->waited && !connection->had_request;
	receive_wait(connection);
}

static bool receive_more_head(struct connection *connection)
{
	enum { LEAST_ROOM = 2048 };
	struct loop *loop = connection->loop;
	struct exchange *exchange = connection->exchange;
	bool closed;
	if (!exchange_make_room(exchange, LEAST_ROOM)) {
		connection_close(connection);
		return false;
	}
	struct buffer *input = &exchange->input;
	size_t got = receive(connection, input->data + input->len, input->cap - input->len, &closed);
	if (closed) {
		connection_close(connection);
		return false;
	}
	if (!got) {
		if (input->len == exchange->start)
			become_idle(connection);
		else
			receive_wait(connection);
		return false;
	}
	input->len += got;
	if (connection->state == CONNECTION_IDLE) {
		connection->state = CONNECTION_HEAD;
		if (connection->had_request)
			connection->began = loop->now;
	}
	return true;
}

void receive_send_continue(struct connection *connection)
{
	static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
	if (send(connection->socket, text, sizeof text - 1, MSG_NOSIGNAL) == (ssize_t)sizeof text - 1)
		connection->sent += sizeof text - 1;
	else
		connection->broken = true;
}

static void keep_chunk(void *context, const char *data, size_t len)
{
	struct connection *connection = context;
	exchange_add_body(connection->exchange, &connection->loop->server->options, data, len);
}

static void begin_body(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	const struct head *head = &exchange->head;
	connection->state = CONNECTION_BODY;
	if (head->chunked)
		chunked_start(&exchange->chunked, &exchange->parser, keep_chunk, connection);
	if (head->expects_continue && head->minor && !exchange_has_more(exchange) && !exchange->refused)
		receive_send_continue(connection);
}

static void begin_request(struct connection *connection)
{
	enum { BODY_ROOM = 8 * 1024, LEAST_BODY_ROOM = 1024 };
	struct loop *loop = connection->loop;
	struct exchange *exchange = connection->exchange;
	/* What comes of a chunked body is read behind the head, which does not move any more. */
	if (exchange->input.cap - exchange->start - exchange->scan.at < LEAST_BODY_ROOM &&
	    !exchange_make_room(exchange, BODY_ROOM)) {
		connection_close(connection);
		return;
	}
	connection->had_request = true;
	exchange_read_head(exchange, &loop->server->options, connection->name);
	bool has_body = exchange->head.chunked || exchange->head.content_length;
	if (has_body && !exchange->early && !exchange->streamed)
		begin_body(connection);
	else
		dispatch(connection);
}

bool receive_head(struct connection *connection)
{
	struct loop *loop = connection->loop;
	if (!connection->exchange) {
		if (!connection->readable) {
			receive_wait(connection);
			return false;
		}
		if (!take_exchange(connection))
			return false;
	}
	struct exchange *exchange = connection->exchange;
	/* A CR alone may be half of an empty line. */
	if (exchange->scan.at <= 1) {
		exchange->scan.at = 0;
		skip_empty_lines(exchange);
	}
	enum head_progress progress = HEAD_PARTIAL;
	if (exchange->input.len > exchange->start + exchange->scan.at) {
		struct slice text = {exchange->input.data + exchange->start, exchange->input.len - exchange->start};
		progress = head_scan(&exchange->scan, text, &loop->server->options, &exchange->error);
	}
	if (progress == HEAD_PARTIAL)
		return receive_more_head(connection);
	exchange->started = loop->server->logs ? clock_nanoseconds() : 0;
	if (progress == HEAD_COMPLETE) {
		begin_request(connection);
		return true;
	}
	connection->had_request = true;
	exchange_refuse_head(exchange, connection->name);
	dispatch(connection);
	return true;
}

/* ---- the body ---- */

/* Of a body whose length is known: takes what has come with the head. */
static void take_from_input(struct exchange *exchange, const struct http_options *options)
{
	size_t there = exchange->input.len - exchange->used;
	if (there > exchange->body_left)
		there = (size_t)exchange->body_left;
	const char *data = exchange->input.data + exchange->used;
	if (there == exchange->body_left && !exchange->body.len && !exchange->refused)
		exchange->request.body = (struct slice){data, there};
	else
		exchange_add_body(exchange, options, data, there);
	exchange->used += there;
	exchange->body_left -= there;
}

/* Receives into the place where it stays. */
static size_t receive_counted(struct connection *connection, bool *closed)
{
	enum { STEP = 64 * 1024 };
	struct loop *loop = connection->loop;
	struct exchange *exchange = connection->exchange;
	struct buffer *body = &exchange->body;
	size_t most = exchange->body_left < STEP ? (size_t)exchange->body_left : STEP;
	if (!exchange->refused)
		exchange_make_body_room(exchange, &loop->server->options, most);
	if (exchange->refused)
		return receive(connection, loop->scratch, most < LOOP_SCRATCH ? most : LOOP_SCRATCH, closed);
	size_t room = body->cap - body->len;
	if (room > exchange->body_left)
		room = (size_t)exchange->body_left;
	size_t got = receive(connection, body->data + body->len, room, closed);
	if (!*closed)
		body->len += got;
	return got;
}

static bool receive_counted_body(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	bool closed;
	if (exchange_has_more(exchange))
		take_from_input(exchange, &connection->loop->server->options);
	if (!exchange->body_left) {
		dispatch(connection);
		return true;
	}
	size_t got = receive_counted(connection, &closed);
	if (closed) {
		connection_close(connection);
		return false;
	}
	exchange->body_left -= got;
	if (exchange->refused)
		exchange->discarded += got;
	if (!got)
		receive_wait(connection);
	return got > 0;
}

static void refuse_chunks(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	exchange->refused = exchange->close = true;
	error_validation(&exchange->error, "The chunks of the body are malformed: each line must end with CR LF, "
	                                   "not be folded, and be without NUL");
	dispatch(connection);
}

size_t receive_chunks(struct connection *connection, bool *closed)
{
	struct exchange *exchange = connection->exchange;
	struct buffer *input = &exchange->input;
	input->len = exchange->used = exchange->start + exchange->scan.at;
	size_t got = receive(connection, input->data + input->len, input->cap - input->len, closed);
	if (!*closed)
		input->len += got;
	return got;
}

static bool receive_chunked_body(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	struct buffer *input = &exchange->input;
	bool closed;
	if (exchange_has_more(exchange)) {
		size_t used;
		struct slice data = {input->data + exchange->used, input->len - exchange->used};
		enum chunked_progress progress = chunked_read(&exchange->chunked, data, &used);
		if (progress == CHUNKED_REFUSED) {
			refuse_chunks(connection);
			return true;
		}
		exchange->used += used;
		if (progress == CHUNKED_COMPLETE) {
			dispatch(connection);
			return true;
		}
		if (exchange->discarded > EXCHANGE_DISCARD_LIMIT) {
			connection_close(connection);
			return false;
		}
	}
	size_t got = receive_chunks(connection, &closed);
	if (closed) {
		connection_close(connection);
		return false;
	}
	if (!got)
		receive_wait(connection);
	return got > 0;
}

bool receive_body(struct connection *connection)
{
	return connection->exchange->head.chunked ? receive_chunked_body(connection) : receive_counted_body(connection);
}
