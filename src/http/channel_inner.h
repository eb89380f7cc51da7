/* A channel from within: what its owner (channel.c) and its connection (channel_run.c) share. */
#ifndef LECTERN_HTTP_CHANNEL_INNER_H
#define LECTERN_HTTP_CHANNEL_INNER_H

#include "loop.h"

#include <stdlib.h>

struct http_channel {
	struct mailbox_message mail; /* tells the loop that something was queued */
	struct http_channel_events events;
	struct loop *loop;
	bool chunked;                  /* how a stream is framed */
	bool taken_over;               /* a connection, not an answer */
	bool bare;                     /* what is queued has its own head */
	struct connection *connection; /* the loop's own; NULL when it has been closed */
	struct buffer out;             /* the loop's own: being sent */
	size_t sent;                   /* bytes of `out` */
	bool paused;                   /* the loop's own: the owner wants no more for now */
	pthread_mutex_t lock;          /* guards what follows */
	struct buffer queue;
	unsigned references; /* the connection, the owner, a message that is under way */
	bool posted, ending, closed, full, reads_on;
};

/* Unlocks, too. */
static inline void channel_release(struct http_channel *channel)
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

/* With the lock held: the loop cannot end meanwhile. */
static inline void channel_notify_loop(struct http_channel *channel)
{
	if (channel->posted || channel->closed)
		return;
	channel->posted = true;
	channel->references++;
	mailbox_post(&channel->loop->mailbox, &channel->mail);
}

/* With the lock held. */
static inline void channel_end_queue(struct http_channel *channel)
{
	if (channel->ending || channel->closed)
		return;
	channel->ending = true;
	if (channel->chunked)
		buffer_text(&channel->queue, "0\r\n\r\n");
	channel_notify_loop(channel);
}

#endif
