#include "channel.h"

#include "channel_inner.h"
#include "connection.h"

#include <stdlib.h>

/* ---- life ---- */

static void deliver(struct mailbox_message *mail)
{
	struct http_channel *channel =
	    (struct http_channel *)(void *)((char *)mail - offsetof(struct http_channel, mail));
	struct connection *connection = channel->connection;
	pthread_mutex_lock(&channel->lock);
	channel->posted = false;
	if (channel->reads_on)
		channel->paused = channel->reads_on = false;
	channel_release(channel);
	if (connection && connection->state == CONNECTION_CHANNEL)
		connection_run(connection);
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

struct http_channel *http_pass_on(struct http_request *request, struct http_response *response,
                                  const struct http_channel_events *events)
{
	struct http_channel *channel = http_take_over(request, response, events);
	if (channel)
		channel->bare = true;
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
		channel_notify_loop(channel);
	}
	pthread_mutex_unlock(&channel->lock);
	return open && room;
}

void http_channel_read_on(struct http_channel *channel)
{
	pthread_mutex_lock(&channel->lock);
	channel->reads_on = true;
	channel_notify_loop(channel);
	pthread_mutex_unlock(&channel->lock);
}

void http_channel_end(struct http_channel *channel)
{
	pthread_mutex_lock(&channel->lock);
	channel_end_queue(channel);
	channel_release(channel);
}
