/* Connections that outlive the handler: an answer that goes on (server-sent events), and a connection that is taken
 * over for another protocol (WebSocket). A part of the door http.h.
 *
 * The handler opens the channel; from then on its owner may send from any thread. `closed` is called once, when the
 * connection has ended for whatever reason, and http_channel_end is to be called once by the owner, at any time: after
 * both the channel is freed. The events are called on the serving thread of the request and must not wait. */
#ifndef LECTERN_HTTP_CHANNEL_H
#define LECTERN_HTTP_CHANNEL_H

#include "base/base.h"

struct http_channel;
struct http_request;
struct http_response;

enum { HTTP_CHANNEL_MOST = 1024 * 1024 }; /* bytes that may wait for the client */

struct http_channel_events {
	/* What the client sends on a connection taken over. False: no more is read until http_channel_read_on. */
	bool (*receive)(void *context, struct http_channel *channel, struct slice bytes);
	/* There is room again, after http_channel_send had none. may be NULL. */
	void (*drained)(void *context, struct http_channel *channel);
	/* The connection has ended: nothing more can be sent. */
	void (*closed)(void *context, struct http_channel *channel);
	void *context;
};

/* Answers with what is sent through the channel, up to its end. Status, content type and fields are those of the
 * response; its body is ignored. NULL, and the response is 503, when there is no memory. Called by the handler. */
struct http_channel *http_respond_stream(struct http_request *request, struct http_response *response,
                                         const struct http_channel_events *events);

/* Sends the response, whose status is 101, and then leaves the connection to the channel. As above. */
struct http_channel *http_take_over(struct http_request *request, struct http_response *response,
                                    const struct http_channel_events *events);

/* Leaves the connection to the channel at once: what is sent through it is the answer, its head included, as it stands,
 * and the connection ends with it. As above; a request that is suspended is then resumed. */
struct http_channel *http_pass_on(struct http_request *request, struct http_response *response,
                                  const struct http_channel_events *events);

/* Queues a copy of the bytes. False, and nothing is queued, when too much waits already, or the connection has ended.
 */
bool http_channel_send(struct http_channel *channel, const void *bytes, size_t len);

/* More of what the client sends may come. */
void http_channel_read_on(struct http_channel *channel);

/* Sends what is queued, then ends the connection. The owner must not use the channel any more. */
void http_channel_end(struct http_channel *channel);

#endif
