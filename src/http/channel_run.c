#include "channel_run.h"

#include "channel_inner.h"
#include "receive.h"
#include "send.h"

#include <errno.h>
#include <sys/socket.h>

static struct http_channel *channel_of(const struct connection *connection)
{
	return connection->exchange->response.channel;
}

void channel_add_framing(const struct http_channel *channel, struct buffer *head)
{
	if (channel->chunked)
		buffer_text(head, "Transfer-Encoding: chunked\r\n");
}

bool channel_is_bare(const struct http_channel *channel)
{
	return channel->bare;
}

void channel_begin(struct connection *connection, bool open)
{
	struct http_channel *channel = channel_of(connection);
	if (open)
		return;
	pthread_mutex_lock(&channel->lock);
	channel->ending = true;
	channel->queue.len = 0;
	pthread_mutex_unlock(&channel->lock);
}

void channel_stop(struct connection *connection)
{
	struct http_channel *channel = channel_of(connection);
	pthread_mutex_lock(&channel->lock);
	channel_end_queue(channel);
	pthread_mutex_unlock(&channel->lock);
}

void channel_detach(struct connection *connection)
{
	struct http_channel *channel = channel_of(connection);
	if (!channel)
		return;
	connection->exchange->response.channel = NULL;
	channel->connection = NULL;
	pthread_mutex_lock(&channel->lock);
	channel->closed = true;
	pthread_mutex_unlock(&channel->lock);
	channel->events.closed(channel->events.context, channel);
	pthread_mutex_lock(&channel->lock);
	channel_release(channel);
}

/* Fills `out` anew. False when nothing is queued; *ended: and nothing will be. */
static bool take_queue(struct http_channel *channel, bool *ended)
{
	pthread_mutex_lock(&channel->lock);
	struct buffer emptied = channel->out;
	emptied.len = 0;
	channel->out = channel->queue;
	channel->queue = emptied;
	channel->sent = 0;
	bool drains = channel->full && channel->out.len;
	if (drains)
		channel->full = false;
	*ended = channel->ending && !channel->out.len;
	pthread_mutex_unlock(&channel->lock);
	if (drains && channel->events.drained)
		channel->events.drained(channel->events.context, channel);
	return channel->out.len > 0;
}

enum sending { STEP_DONE, STEP_WAITS, STEP_CLOSED };

/* Sends what is there. STEP_DONE: all of it, or as much as one turn may send; *ended as above. */
static enum sending send_queued(struct connection *connection, struct http_channel *channel, bool *ended)
{
	enum { MOST_SENDS = 8 };
	for (int i = 0; i < MOST_SENDS; i++) {
		if (channel->sent == channel->out.len && !take_queue(channel, ended))
			return STEP_DONE;
		if (!connection->writable)
			return STEP_WAITS;
		ssize_t sent = send(connection->socket, channel->out.data + channel->sent,
		                    channel->out.len - channel->sent, MSG_NOSIGNAL);
		if (sent < 0 && errno == EAGAIN) {
			connection->writable = false;
			return STEP_WAITS;
		}
		if (sent < 0 && errno != EINTR)
			return STEP_CLOSED;
		if (sent > 0) {
			connection->sent += (uint64_t)sent;
			channel->sent += (size_t)sent;
		}
	}
	loop_continue_later(connection);
	return STEP_DONE;
}

static void give(struct http_channel *channel, const char *data, size_t len)
{
	if (!channel->events.receive(channel->events.context, channel, (struct slice){data, len}))
		channel->paused = true;
}

/* One part of what the client sent. */
static enum sending read_some(struct connection *connection, struct http_channel *channel, bool *more)
{
	struct exchange *exchange = connection->exchange;
	bool closed;
	*more = false;
	if (!channel->taken_over)
		/* Who listens to a stream has nothing to say, and hangs up by ending its side. */
		return connection->ended ? STEP_CLOSED : STEP_DONE;
	if (channel->paused)
		return connection->broken ? STEP_CLOSED : STEP_DONE;
	if (exchange_has_more(exchange)) {
		size_t from = exchange->used;
		exchange->used = exchange->input.len;
		give(channel, exchange->input.data + from, exchange->input.len - from);
		*more = true;
		return STEP_DONE;
	}
	size_t got = receive(connection, connection->loop->scratch, LOOP_SCRATCH, &closed);
	if (closed)
		return STEP_CLOSED;
	if (got)
		give(channel, connection->loop->scratch, got);
	*more = got > 0;
	return STEP_DONE;
}

bool channel_run(struct connection *connection)
{
	struct http_channel *channel = channel_of(connection);
	bool ended = false, more = false;
	enum sending step = send_queued(connection, channel, &ended);
	if (step == STEP_DONE && ended)
		return connection_finish_answer(connection);
	if (step == STEP_WAITS) {
		send_wait(connection);
	} else if (step == STEP_DONE) {
		connection->waited = false;
		deadline_set(&connection->loop->deadlines, &connection->deadline, DEADLINE_NONE);
	}
	if (step != STEP_CLOSED && read_some(connection, channel, &more) != STEP_CLOSED)
		return more;
	connection_close(connection);
	return false;
}
