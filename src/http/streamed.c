#include "streamed.h"

#include "receive.h"

/* Nothing more will be read. What is answered is the owner's business; it resumes the request in any case. */
static void end(struct connection *connection, enum http_body_end reason)
{
	struct exchange *exchange = connection->exchange;
	connection->state = CONNECTION_HANDLED;
	deadline_set(&connection->loop->deadlines, &connection->deadline, DEADLINE_NONE);
	if (reason != HTTP_BODY_COMPLETE)
		exchange->close = true;
	else
		exchange->streamed = false;
	connection->stream_broken = reason == HTTP_BODY_BROKEN;
	exchange->reader.end(exchange->reader.context, reason);
}

/* False: it was too much, and the end has been told. */
static bool give(struct connection *connection, const char *data, size_t len)
{
	struct exchange *exchange = connection->exchange;
	exchange->streamed_bytes += len;
	if (exchange->streamed_bytes > exchange->reader.most) {
		end(connection, HTTP_BODY_TOO_LARGE);
		return false;
	}
	if (len && !exchange->reader.take(exchange->reader.context, (struct slice){data, len}))
		exchange->paused = true;
	return true;
}

static void give_chunk(void *context, const char *data, size_t len)
{
	struct connection *connection = context;
	if (connection->state == CONNECTION_STREAMING)
		give(connection, data, len);
}

static void wait_for_part(struct connection *connection)
{
	struct loop *loop = connection->loop;
	if (connection->waited)
		return;
	connection->waited = true;
	connection->received = connection->exchange->streamed_bytes;
	deadline_set(&loop->deadlines, &connection->deadline,
	             loop->now + (int64_t)loop->server->options.request_timeout * 1000);
}

void streamed_meet_deadline(struct connection *connection)
{
	const struct exchange *exchange = connection->exchange;
	const unsigned timeout = connection->loop->server->options.request_timeout;
	if (exchange->paused) {
		connection->waited = false;
		return;
	}
	if (exchange->streamed_bytes - connection->received < (uint64_t)SERVER_LEAST_RATE * timeout) {
		streamed_break(connection);
		return;
	}
	connection->waited = false;
	wait_for_part(connection);
}

void streamed_break(struct connection *connection)
{
	end(connection, HTTP_BODY_BROKEN);
}

static bool go_on(struct connection *connection, size_t got, bool closed)
{
	if (closed) {
		end(connection, HTTP_BODY_BROKEN);
		return false;
	}
	if (!got)
		wait_for_part(connection);
	return got > 0;
}

static bool receive_counted(struct connection *connection)
{
	struct loop *loop = connection->loop;
	struct exchange *exchange = connection->exchange;
	const char *data = loop->scratch;
	bool closed = false;
	size_t got;
	if (!exchange->body_left) {
		end(connection, HTTP_BODY_COMPLETE);
		return false;
	}
	if (exchange_has_more(exchange)) {
		got = exchange->input.len - exchange->used;
		if (got > exchange->body_left)
			got = (size_t)exchange->body_left;
		data = exchange->input.data + exchange->used;
		exchange->used += got;
	} else {
		got = receive(connection, loop->scratch,
		              exchange->body_left < LOOP_SCRATCH ? (size_t)exchange->body_left : LOOP_SCRATCH, &closed);
	}
	exchange->body_left -= got;
	return (!got || give(connection, data, got)) && go_on(connection, got, closed);
}

static bool receive_chunked(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	struct buffer *input = &exchange->input;
	bool closed;
	if (exchange_has_more(exchange)) {
		size_t used;
		struct slice data = {input->data + exchange->used, input->len - exchange->used};
		enum chunked_progress progress = chunked_read(&exchange->chunked, data, &used);
		if (connection->state != CONNECTION_STREAMING)
			return false;
		if (progress != CHUNKED_REFUSED)
			exchange->used += used;
		if (progress != CHUNKED_PARTIAL) {
			end(connection, progress == CHUNKED_COMPLETE ? HTTP_BODY_COMPLETE : HTTP_BODY_BROKEN);
			return false;
		}
		return true;
	}
	size_t got = receive_chunks(connection, &closed);
	return go_on(connection, got, closed);
}

bool streamed_receive(struct connection *connection)
{
	if (connection->exchange->paused)
		return false;
	return connection->exchange->head.chunked ? receive_chunked(connection) : receive_counted(connection);
}

void streamed_begin(struct connection *connection)
{
	struct exchange *exchange = connection->exchange;
	connection->waited = false;
	if (exchange->head.chunked)
		chunked_start(&exchange->chunked, &exchange->parser, give_chunk, connection);
	if (exchange->head.expects_continue && exchange->head.minor && !exchange_has_more(exchange))
		receive_send_continue(connection);
}
