#include "channel_inner.h"

#include "receive.h"
#include "send.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

struct http_channel {
	struct mail mail; /* tells the loop that something was queued */
	struct http_channel_events events;
	struct loop *loop;
	bool chunked;                  /* how a stream is framed */
	bool taken_over;               /* a connection, not an answer */
	struct connection *connection; /* the loop's own; NULL when it has been closed */
	struct buffer out;             /* the loop's own: being sent */
	size_t sent;                   /* bytes of `out` */
	bool paused;                   /* the loop's own: the owner wants no more for now */
	pthread_mutex_t lock;          /* guards what follows */
	struct buffer queue;
	unsigned references; /* the connection, the owner, a message that is under way */
	bool posted, ending, closed, full, reads_on;
};

/* ---- life ---- */

/* Unlocks, too. */
static void release(struct http_channel *channel)
{
	bool last = --channel->references == 0;
	pthread_mutex_unlock(&channel->lock);
	if (!last)
		return;
	pthread_mutex_destroy(&channel->lock);
	buffer_free(&channel->queue);
	buffer_free(&channel->out);
	free(channel);
}

static void deliver(struct mail *mail)
{
	struct http_channel *channel =
	    (struct http_channel *)(void *)((char *)mail - offsetof(struct http_channel, mail));
	struct connection *connection = channel->connection;
	pthread_mutex_lock(&channel->lock);
	channel->posted = false;
	if (channel->reads_on)
		channel->paused = channel->reads_on = false;
	release(channel);
	if (connection && connection->state == CONNECTION_CHANNEL)
		connection_run(connection);
}

/* With the lock held: the loop cannot end meanwhile. */
static void tell_loop(struct http_channel *channel)
{
	if (channel->posted || channel->closed)
		return;
	channel->posted = true;
	channel->references++;
	mailbox_post(&channel->loop->mailbox, &channel->mail);
}

static struct exchange *exchange_of(struct http_request *request)
{
	return (struct exchange *)(void *)((char *)request - offsetof(struct exchange, request));
}

static struct http_channel *open_channel(struct http_request *request, struct http_response *response,
                                         const struct http_channel_events *events)
{
	struct exchange *exchange = exchange_of(request);
	struct http_channel *channel = calloc(1, sizeof *channel);
	if (!channel) {
		struct error error;
		error_set(&error, 503, "ServiceUnavailableError", "There is no memory. Try again later");
		http_respond_error(response, &error);
		return NULL;
	}
	channel->events = *events;
	channel->connection = exchange->connection;
	channel->loop = exchange->connection->loop;
	channel->mail.deliver = deliver;
	channel->references = 2;
	pthread_mutex_init(&channel->lock, NULL);
	response->channel = channel;
	/* A stream ends with its connection: who reads it would wait for it to be idle anyway. */
	exchange->close = true;
	return channel;
}

struct http_channel *http_respond_stream(struct http_request *request, struct http_response *response,
                                         const struct http_channel_events *events)
{
	struct http_channel *channel = open_channel(request, response, events);
	if (channel)
		channel->chunked = exchange_of(request)->head.minor > 0;
	return channel;
}

struct http_channel *http_take_over(struct http_request *request, struct http_response *response,
                                    const struct http_channel_events *events)
{
	struct http_channel *channel = open_channel(request, response, events);
	if (channel)
		channel->taken_over = true;
	return channel;
}

/* ---- the owner ---- */

static void queue(struct http_channel *channel, const void *bytes, size_t len)
{
	if (channel->chunked)
		buffer_format(&channel->queue, "%zx\r\n", len);
	buffer_add(&channel->queue, bytes, len);
	if (channel->chunked)
		buffer_text(&channel->queue, "\r\n");
}

bool http_channel_send(struct http_channel *channel, const void *bytes, size_t len)
{
	pthread_mutex_lock(&channel->lock);
	bool open = !channel->closed && !channel->ending;
	bool room = channel->queue.len + len <= HTTP_CHANNEL_MOST;
	channel->full = channel->full || (open && !room);
	/* A chunk without bytes would be the end. */
	if (open && room && len) {
		queue(channel, bytes, len);
		tell_loop(channel);
	}
	pthread_mutex_unlock(&channel->lock);
	return open && room;
}

void http_channel_read_on(struct http_channel *channel)
{
	pthread_mutex_lock(&channel->lock);
	channel->reads_on = true;
	tell_loop(channel);
	pthread_mutex_unlock(&channel->lock);
}

/* With the lock held. */
static void end(struct http_channel *channel)
{
	if (channel->ending || channel->closed)
		return;
	channel->ending = true;
	if (channel->chunked)
		buffer_text(&channel->queue, "0\r\n\r\n");
	tell_loop(channel);
}

void http_channel_end(struct http_channel *channel)
{
	pthread_mutex_lock(&channel->lock);
	end(channel);
	release(channel);
}

/* ---- the loop ---- */

static struct http_channel *channel_of(const struct connection *connection)
{
	return connection->exchange->response.channel;
}

void channel_add_framing(const struct http_channel *channel, struct buffer *head)
{
	if (channel->chunked)
		buffer_text(head, "Transfer-Encoding: chunked\r\n");
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

void channel_hurry(struct connection *connection)
{
	struct http_channel *channel = channel_of(connection);
	pthread_mutex_lock(&channel->lock);
	end(channel);
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
	release(channel);
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
	bool tell = channel->full && channel->out.len;
	if (tell)
		channel->full = false;
	*ended = channel->ending && !channel->out.len;
	pthread_mutex_unlock(&channel->lock);
	if (tell && channel->events.drained)
		channel->events.drained(channel->events.context, channel);
	return channel->out.len > 0;
}

enum step { STEP_DONE, STEP_WAITS, STEP_CLOSED };

/* Sends what is there. STEP_DONE: all of it; *ended as above. */
static enum step send_queued(struct connection *connection, struct http_channel *channel, bool *ended)
{
	for (;;) {
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
}

static void give(struct http_channel *channel, const char *data, size_t len)
{
	if (!channel->events.receive(channel->events.context, channel, (struct slice){data, len}))
		channel->paused = true;
}

/* One part of what the client sent. */
static enum step read_some(struct connection *connection, struct http_channel *channel, bool *more)
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
	enum step step = send_queued(connection, channel, &ended);
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
