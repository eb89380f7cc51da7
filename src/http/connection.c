#include "connection.h"

#include "answer.h"
#include "channel_run.h"
#include "receive.h"
#include "send.h"
#include "streamed.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_STEPS = 64 }; /* of one connection in a turn of the loop: some twenty requests sent ahead */

struct connection *connection_create(int socket, const struct sockaddr_storage *address)
{
	struct connection *connection = calloc(1, sizeof *connection);
	const void *ip = NULL;
	if (!connection)
		return NULL;
	connection->socket = socket;
	if (address->ss_family == AF_INET)
		ip = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
	else if (address->ss_family == AF_INET6)
		ip = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
	if (ip)
		inet_ntop(address->ss_family, ip, connection->name, sizeof connection->name);
	return connection;
}

void connection_begin(struct connection *connection)
{
	struct loop *loop = connection->loop;
	struct epoll_event event = {
	    .events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
	    .data.ptr = connection,
	};
	connection->next = loop->connections;
	if (connection->next)
		connection->next->previous = connection;
	loop->connections = connection;
	connection->began = loop->now;
	/* What has come already is told as an event. */
	connection->writable = true;
	if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, connection->socket, &event) != 0) {
		connection_close(connection);
		return;
	}
	if (loop->phase != SERVER_RUNS)
		connection_enter_phase(connection);
	else
		receive_wait(connection);
}

static void leave_unfinished(struct connection *connection)
{
	struct connection **place = &connection->loop->unfinished;
	while (*place != connection)
		place = &(*place)->next_unfinished;
	*place = connection->next_unfinished;
}

void connection_close(struct connection *connection)
{
	struct loop *loop = connection->loop;
	if (connection->unfinished)
		leave_unfinished(connection);
	if (connection->next)
		connection->next->previous = connection->previous;
	if (connection->previous)
		connection->previous->next = connection->next;
	else
		loop->connections = connection->next;
	deadline_remove(&connection->deadline);
	if (connection->exchange) {
		channel_detach(connection);
		answer_uncount(connection);
		exchange_give_back(&loop->pool, connection->exchange);
	}
	/* Before it is closed: a process that is being started may hold a copy of it for a moment, and with that its
	 * events. */
	epoll_ctl(loop->epoll, EPOLL_CTL_DEL, connection->socket, NULL);
	close(connection->socket);
	atomic_fetch_sub_explicit(&loop->load, 1, memory_order_relaxed);
	acceptor_connection_ended(&loop->server->acceptor, connection->address);
	free(connection);
}

/* Reads what the client still sends, so that closing does not reset the connection and take the answer from it. */
static void linger(struct connection *connection)
{
	struct loop *loop = connection->loop;
	for (int i = 0; i < MOST_STEPS; i++) {
		ssize_t got = recv(connection->socket, loop->scratch, sizeof loop->scratch, 0);
		if (got < 0 && errno == EAGAIN)
			return;
		if (got <= 0) {
			connection_close(connection);
			return;
		}
	}
	loop_continue_later(connection);
}

bool connection_finish_answer(struct connection *connection)
{
	struct loop *loop = connection->loop;
	struct exchange *exchange = connection->exchange;
	bool more = exchange_has_more(exchange);
	bool whole = !exchange->refused && !exchange->streamed && !exchange->response.channel;
	channel_detach(connection);
	answer_uncount(connection);
	if (exchange->close || loop->phase != SERVER_RUNS) {
		/* Who asked for the end, and got all of what it asked for, sends nothing more. */
		if (whole && !more && !exchange->head.keep_alive) {
			connection_close(connection);
			return false;
		}
		exchange_give_back(&loop->pool, exchange);
		connection->exchange = NULL;
		connection->state = CONNECTION_LINGERING;
		shutdown(connection->socket, SHUT_WR);
		deadline_set(&loop->deadlines, &connection->deadline,
		             loop->now + (loop->phase == SERVER_RUNS ? SERVER_LINGER : SERVER_LAST_WORD));
		return true;
	}
	connection->waited = false;
	if (more) {
		exchange_reset(exchange);
		connection->state = CONNECTION_HEAD;
		connection->began = loop->now;
	} else {
		exchange_give_back(&loop->pool, exchange);
		connection->exchange = NULL;
		connection->state = CONNECTION_IDLE;
	}
	return true;
}

/* False: there is nothing to do until the next event, or the connection is closed. */
static bool go_one_step(struct connection *connection)
{
	switch (connection->state) {
	case CONNECTION_IDLE:
	case CONNECTION_HEAD:
		return receive_head(connection);
	case CONNECTION_BODY:
		return receive_body(connection);
	case CONNECTION_HANDLED:
		return false;
	case CONNECTION_STREAMING:
		return streamed_receive(connection);
	case CONNECTION_SENDING:
		return send_answer(connection);
	case CONNECTION_CHANNEL:
		return channel_run(connection);
	case CONNECTION_LINGERING:
		linger(connection);
		return false;
	}
	return false;
}

void connection_run(struct connection *connection)
{
	struct loop *loop = connection->loop;
	for (int step = 0; step < MOST_STEPS; step++) {
		const bool sends = connection->state == CONNECTION_SENDING;
		if (!go_one_step(connection))
			return;
		/* Each of the requests that were sent ahead may take long: the turn ends with the one during which the
		 * clock went on. */
		if (sends && connection->state == CONNECTION_HEAD) {
			const int64_t before = loop->now;
			loop_update_clock(loop);
			if (loop->now != before)
				break;
		}
	}
	loop_continue_later(connection);
}

void connection_meet_deadline(struct connection *connection)
{
	switch (connection->state) {
	case CONNECTION_HANDLED:
		break;
	case CONNECTION_STREAMING:
		streamed_meet_deadline(connection);
		break;
	case CONNECTION_SENDING:
	case CONNECTION_CHANNEL:
		send_meet_deadline(connection);
		break;
	default:
		connection_close(connection);
	}
}

void connection_enter_phase(struct connection *connection)
{
	struct loop *loop = connection->loop;
	bool between = connection->state == CONNECTION_IDLE;
	if (loop->phase == SERVER_ENDS &&
	    (between || connection->state == CONNECTION_HEAD || connection->state == CONNECTION_BODY)) {
		connection_close(connection);
		return;
	}
	if (connection->state == CONNECTION_CHANNEL) {
		channel_stop(connection);
		return;
	}
	if (connection->state == CONNECTION_STREAMING && loop->phase == SERVER_ENDS) {
		streamed_break(connection);
		return;
	}
	/* A client that has been silent for long is not likely to have a request under way. */
	if (between)
		deadline_set(&loop->deadlines, &connection->deadline, connection->quiet + SERVER_LAST_WORD);
}
