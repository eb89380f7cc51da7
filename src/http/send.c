#include "send.h"

#include "channel_run.h"

#include <errno.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

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

void send_meet_deadline(struct connection *connection)
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

bool send_answer(struct connection *connection)
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
		/* A part of it: the system has no more room, and an event tells of new. To try again at once would let
		 * a client that reads fast have the loop for itself. */
		if (exchange->part < EXCHANGE_PARTS)
			connection->writable = false;
	}
	if (exchange->file.len && !send_file(connection))
		return false;
	if (exchange->response.channel) {
		connection->state = CONNECTION_CHANNEL;
		connection->waited = false;
		if (connection->loop->phase != SERVER_RUNS)
			channel_stop(connection);
		return true;
	}
	return connection_finish_answer(connection);
}
