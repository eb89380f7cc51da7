/* Channels as the connection sees them. On the loop's thread. */
#ifndef LECTERN_HTTP_CHANNEL_RUN_H
#define LECTERN_HTTP_CHANNEL_RUN_H

#include "connection.h"

/* The header that says how the stream is framed. */
void channel_add_framing(const struct http_channel *channel, struct buffer *head);

/* The head of the answer is about to be sent. Without `open`, as for HEAD, the channel ends behind it. */
void channel_begin(struct connection *connection, bool open);

/* Sends what is queued and reads what has come. As the steps in connection.c. */
bool channel_run(struct connection *connection);

/* The server stops: the channel ends when its queue is sent. */
void channel_stop(struct connection *connection);

/* The connection is closed, or will be: tells the owner, once. Nothing happens where there is no channel. */
void channel_detach(struct connection *connection);

/* Whether the owner sends the head of the answer, too. */
bool channel_is_bare(const struct http_channel *channel);

#endif
