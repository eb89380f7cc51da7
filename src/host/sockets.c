#include "sockets.h"

#include "request_json.h"

#include <pthread.h>
#include <stdlib.h>

enum {
	MOST_SOCKETS = 1000,
	WINDOW = 256 * 1024, /* bytes of a client that code has not read yet; sockets.mjs has the other direction's */
};

/* One connection. It is freed when it is out of the list and its channel has closed. */
struct tunnel {
	struct sockets *sockets;
	uint64_t number, process;
	struct rest_call *call;       /* until the first bytes of an answer; then NULL */
	struct http_channel *channel; /* from then on, until its owner has ended it */
	struct host_call *sending;    /* calls of code's whose bytes wait for the client, the last one first */
	struct buffer bytes;          /* these, in their order */
	size_t unread;                /* bytes of the client that code has not read */
	bool paused;                  /* no more is read of the client */
	unsigned references;
	struct tunnel *next;
};

struct sockets {
	struct host *host;
	struct rest *rest;
	pthread_mutex_t lock; /* of all that follows, taken after that of the host and before those of channels */
	struct tunnel *tunnels;
	size_t count;
	uint64_t last_number;
};

/* ---- life ---- */

/* With the lock: `count` of those who use it do no more. */
static void release(struct tunnel *tunnel, unsigned count)
{
	tunnel->references -= count;
	if (tunnel->references)
		return;
	buffer_free(&tunnel->bytes);
	free(tunnel);
}

/* Gives how many use it less. */
static unsigned take_out(struct tunnel *tunnel)
{
	struct sockets *sockets = tunnel->sockets;
	for (struct tunnel **place = &sockets->tunnels; *place; place = &(*place)->next) {
		if (*place != tunnel)
			continue;
		*place = tunnel->next;
		sockets->count--;
		return 1;
	}
	return 0;
}

static struct tunnel *find(struct sockets *sockets, uint64_t number, uint64_t process)
{
	struct tunnel *tunnel = sockets->tunnels;
	while (tunnel && (tunnel->number != number || tunnel->process != process))
		tunnel = tunnel->next;
	return tunnel;
}

static void acknowledge(struct tunnel *tunnel, struct host_call **call)
{
	*call = tunnel->sending;
	tunnel->sending = NULL;
	tunnel->bytes.len = 0;
}

/* All of a list. */
static void answer(struct host_call *call)
{
	while (call) {
		struct host_call *next = call->next;
		host_call_answer(call, SLICE("null"), SLICE(""));
		call = next;
	}
}

/* ---- to the process ---- */

/* Without the lock. */
static void tell(const struct sockets *sockets, uint64_t process, struct buffer *head, struct slice body)
{
	const struct host_ask ask = {.head = buffer_as_slice(head), .body = body, .process = process};
	host_ask(sockets->host, &ask);
	buffer_free(head);
}

static void write_head(struct buffer *head, uint64_t number, const char *what)
{
	buffer_format(head, "{\"ask\":\"socket\",\"socket\":%llu,\"%s\":true", (unsigned long long)number, what);
}

/* ---- events of the connection ---- */

static bool receive(void *context, struct http_channel *channel, struct slice bytes)
{
	struct tunnel *tunnel = context;
	struct sockets *sockets = tunnel->sockets;
	struct buffer head = {0};
	(void)channel;
	write_head(&head, tunnel->number, "data");
	buffer_byte(&head, '}');
	pthread_mutex_lock(&sockets->lock);
	tunnel->unread += bytes.len;
	const bool more = tunnel->unread < WINDOW;
	tunnel->paused = !more;
	pthread_mutex_unlock(&sockets->lock);
	tell(sockets, tunnel->process, &head, bytes);
	return more;
}

static void drained(void *context, struct http_channel *channel)
{
	struct tunnel *tunnel = context;
	struct host_call *call = NULL;
	(void)channel;
	pthread_mutex_lock(&tunnel->sockets->lock);
	if (tunnel->sending && tunnel->channel &&
	    http_channel_send(tunnel->channel, tunnel->bytes.data, tunnel->bytes.len))
		acknowledge(tunnel, &call);
	pthread_mutex_unlock(&tunnel->sockets->lock);
	answer(call);
}

static void closed(void *context, struct http_channel *channel)
{
	struct tunnel *tunnel = context;
	struct sockets *sockets = tunnel->sockets;
	struct host_call *call;
	struct buffer head = {0};
	pthread_mutex_lock(&sockets->lock);
	const bool by_client = tunnel->channel != NULL;
	const uint64_t process = tunnel->process;
	write_head(&head, tunnel->number, "closed");
	buffer_byte(&head, '}');
	if (by_client)
		http_channel_end(channel);
	tunnel->channel = NULL;
	acknowledge(tunnel, &call);
	release(tunnel, 1 + take_out(tunnel));
	pthread_mutex_unlock(&sockets->lock);
	answer(call);
	if (by_client)
		tell(sockets, process, &head, SLICE(""));
	buffer_free(&head);
}

/* ---- opening ---- */

static void refuse(struct rest_call *call, const char *message)
{
	struct error error;
	error_set(&error, 503, "ServiceUnavailableError", "%s", message);
	http_respond_error(rest_call_request(call)->response, &error);
	rest_call_finish(call);
}

static struct tunnel *add(struct sockets *sockets, struct rest_call *call, uint64_t process)
{
	struct tunnel *tunnel = calloc(1, sizeof *tunnel);
	if (!tunnel)
		abort();
	*tunnel = (struct tunnel){.sockets = sockets, .process = process, .call = call, .references = 1};
	tunnel->number = ++sockets->last_number;
	tunnel->next = sockets->tunnels;
	sockets->tunnels = tunnel;
	sockets->count++;
	return tunnel;
}

static void relay(void *context, struct rest_call *call)
{
	struct sockets *sockets = context;
	const struct http_request *request = rest_call_request(call)->http;
	const uint64_t process = host_oldest(sockets->host);
	struct buffer head = {0};
	struct tunnel *tunnel = NULL;
	pthread_mutex_lock(&sockets->lock);
	if (process && sockets->count < MOST_SOCKETS) {
		tunnel = add(sockets, call, process);
		write_head(&head, tunnel->number, "open");
	}
	pthread_mutex_unlock(&sockets->lock);
	if (!tunnel) {
		refuse(call, process ? "There are too many sockets, try again later"
		                     : "The project's code does not run, try again");
		return;
	}
	request_json_write(&head, request);
	buffer_byte(&head, '}');
	tell(sockets, process, &head, request->body);
	/* Where it ended meanwhile, nobody would answer. */
	if (!host_lives(sockets->host, process))
		sockets_abandon(sockets, process);
}

/* ---- what code does ---- */

/* The first bytes are those of an answer, its head included. With the lock. */
static bool begin_answer(struct tunnel *tunnel)
{
	const struct http_channel_events events = {receive, drained, closed, tunnel};
	struct request *request = rest_call_request(tunnel->call);
	tunnel->channel = http_pass_on((struct http_request *)request->http, request->response, &events);
	if (tunnel->channel)
		tunnel->references++;
	rest_call_finish(tunnel->call);
	tunnel->call = NULL;
	return tunnel->channel != NULL;
}

/* [number, bytes as base64url]: answered when they are on their way to the client. */
static void send_bytes(struct tunnel *tunnel, struct host_call *call, struct host_call **done)
{
	const struct slice text = json_string(json_item(call->arguments, 1));
	size_t len = 0;
	char *bytes = malloc(text.len + 1);
	if (!bytes)
		abort();
	*done = call;
	if ((tunnel->channel || (tunnel->call && begin_answer(tunnel))) && base64url_decode(text, bytes, &len) &&
	    (tunnel->sending || !http_channel_send(tunnel->channel, bytes, len))) {
		buffer_slice(&tunnel->bytes, (struct slice){bytes, len});
		call->next = tunnel->sending;
		tunnel->sending = call;
		*done = NULL;
	}
	free(bytes);
}

/* [number]. Without an answer the connection ends without one, as it does in Node. */
static void end(struct tunnel *tunnel)
{
	if (tunnel->channel || (tunnel->call && begin_answer(tunnel)))
		http_channel_end(tunnel->channel);
	tunnel->channel = NULL;
	release(tunnel, take_out(tunnel));
}

/* [number, bytes]: code has read so many. */
static void read_on(struct tunnel *tunnel, size_t bytes)
{
	tunnel->unread -= bytes < tunnel->unread ? bytes : tunnel->unread;
	if (!tunnel->paused || tunnel->unread >= WINDOW / 2 || !tunnel->channel)
		return;
	tunnel->paused = false;
	http_channel_read_on(tunnel->channel);
}

static void run(struct sockets *sockets, struct host_call *call, struct slice action)
{
	struct rest_call *declined = NULL;
	struct host_call *done = call;
	call->next = NULL;
	pthread_mutex_lock(&sockets->lock);
	struct tunnel *tunnel =
	    find(sockets, (uint64_t)json_object_get_int64(json_item(call->arguments, 0)), call->process);
	if (tunnel && slice_is(action, "data"))
		send_bytes(tunnel, call, &done);
	else if (tunnel && slice_is(action, "end"))
		end(tunnel);
	else if (tunnel && slice_is(action, "more"))
		read_on(tunnel, (size_t)json_object_get_int64(json_item(call->arguments, 1)));
	else if (tunnel && tunnel->call && slice_is(action, "decline")) {
		declined = tunnel->call;
		tunnel->call = NULL;
		release(tunnel, take_out(tunnel));
	}
	pthread_mutex_unlock(&sockets->lock);
	answer(done);
	if (declined)
		rest_relay_decline(declined);
}

bool sockets_take(struct sockets *sockets, struct host_call *call)
{
	static const struct slice beginning = {"socket.", 7};
	if (!sockets || !slice_starts_with(call->service, beginning) ||
	    !json_object_is_type(call->arguments, json_type_array))
		return false;
	const struct slice action = {call->service.ptr + beginning.len, call->service.len - beginning.len};
	if (slice_is(action, "listen")) {
		rest_relay(sockets->rest, json_object_get_boolean(json_item(call->arguments, 0)),
		           json_object_get_boolean(json_item(call->arguments, 1)));
		call->next = NULL;
		answer(call);
	} else {
		run(sockets, call, action);
	}
	return true;
}

void sockets_abandon(struct sockets *sockets, uint64_t process)
{
	if (!sockets)
		return;
	pthread_mutex_lock(&sockets->lock);
	for (struct tunnel *tunnel = sockets->tunnels, *next; tunnel; tunnel = next) {
		next = tunnel->next;
		if (tunnel->process != process)
			continue;
		/* The call has no answer any more: its process has ended. */
		if (tunnel->call) {
			refuse(tunnel->call, "The project's code has ended, try again");
			tunnel->call = NULL;
		}
		if (tunnel->channel)
			http_channel_end(tunnel->channel);
		tunnel->channel = NULL;
		release(tunnel, take_out(tunnel));
	}
	pthread_mutex_unlock(&sockets->lock);
}

struct sockets *sockets_create(struct arena *arena, struct host *host, struct rest *rest)
{
	struct sockets *sockets = arena_alloc(arena, sizeof *sockets);
	*sockets = (struct sockets){.host = host, .rest = rest, .lock = PTHREAD_MUTEX_INITIALIZER};
	rest_set_relay(rest, relay, sockets);
	return sockets;
}
