#include "answer.h"
#include "listen.h"
#include "refusal.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

enum {
	STOP_MILLISECONDS = 5000, /* for requests under way when the server is told to stop */
	LAST_MILLISECONDS = 500,  /* for the answers to those that took longer */
	HEADER_ROOM = 8 * 1024,   /* for libmicrohttpd's list of request headers, and the answer's headers */
};

static void on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode what)
{
	const struct serving_thread *thread = context;
	struct http_server *server = thread->server;
	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		client_remove(&server->clients, *socket_context);
		acceptor_connection_ended(&server->acceptor, thread->number);
		return;
	}
	acceptor_connection_begins(&server->acceptor);
	int socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	const struct sockaddr *address =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
	struct client *client = client_add(&server->clients, socket, address);
	client->headers = &server->headers;
	*socket_context = client;
}

/* The request line has come. */
static void *on_request_line(void *context, const char *target, struct MHD_Connection *connection)
{
	struct serving_thread *thread = context;
	struct http_server *server = thread->server;
	struct exchange *exchange = exchange_take(&thread->pool, thread->number);
	exchange->client = client_of(connection);
	exchange->client->sends_head = true;
	exchange->request.connection = connection;
	exchange->server = server;
	if (server->options.log_requests)
		exchange->started = answer_clock();
	client_asks(&server->clients, exchange->client);
	exchange_read_target(exchange, target ? target : "");
	return exchange;
}

/* The answer has been sent, or the connection broke. */
static void on_completed(void *context, struct MHD_Connection *connection, void **exchange_context,
                         enum MHD_RequestTerminationCode how)
{
	struct serving_thread *thread = context;
	struct exchange *exchange = *exchange_context;
	(void)connection;
	(void)how;
	if (!exchange)
		return;
	/* One that was put aside may end without having been called for again: its client has gone. */
	while (exchange->suspended && !atomic_load_explicit(&exchange->resumed, memory_order_acquire))
		usleep(100);
	exchange->suspended = false;
	client_idles(&thread->server->clients, exchange->client);
	exchange_give_back(&thread->pool, exchange);
	*exchange_context = NULL;
}

/* Called by libmicrohttpd when the headers have come, for each part of the body, and when the request is complete. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *data_len, void **exchange_context)
{
	struct http_server *server = ((struct serving_thread *)context)->server;
	struct exchange *exchange = *exchange_context;
	(void)connection;
	(void)url;
	if (!exchange->head_read) {
		exchange->client->sends_head = false;
		exchange_read_head(exchange, &server->options, method, version);
		/* An answer at this point makes libmicrohttpd close the connection after it. */
		return exchange->close ? answer_request(server, exchange) : MHD_YES;
	}
	if (*data_len) {
		bool go_on = exchange_read_body(exchange, &server->options, data, *data_len);
		*data_len = 0;
		return go_on ? MHD_YES : MHD_NO;
	}
	if (exchange->suspended) {
		if (!atomic_load_explicit(&exchange->resumed, memory_order_acquire))
			return MHD_YES;
		exchange->suspended = false;
		return answer_send(server, exchange);
	}
	return answer_request(server, exchange);
}

static struct MHD_Daemon *start_daemon(struct serving_thread *thread)
{
	const struct http_options *options = &thread->server->options;
	/* No more than that: libmicrohttpd clears all of it after each request. */
	size_t memory = options->max_request_line + options->max_header_bytes + HEADER_ROOM;
	const unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC |
	                       MHD_ALLOW_SUSPEND_RESUME;
	struct MHD_OptionItem items[] = {
	    {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)memory, NULL},
	    /* The acceptor holds to the limit; libmicrohttpd would drop a connection without a word. */
	    {MHD_OPTION_CONNECTION_LIMIT, INT_MAX, NULL},
	    {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)(void (*)(void))on_connection, thread},
	    {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)(void (*)(void))on_request_line, thread},
	    {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)(void (*)(void))on_completed, thread},
	    {MHD_OPTION_END, 0, NULL},
	};
	return MHD_start_daemon(flags, 0, NULL, NULL, on_request, thread, MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

static bool start_daemons(struct http_server *server)
{
	for (size_t i = 0; i < server->options.threads; i++) {
		server->threads[i] = (struct serving_thread){.server = server, .number = i};
		server->daemons[i].daemon = start_daemon(&server->threads[i]);
		if (!server->daemons[i].daemon)
			return false;
	}
	return true;
}

static void stop_daemons(struct http_server *server)
{
	for (size_t i = 0; i < server->options.threads; i++) {
		if (server->daemons[i].daemon)
			MHD_stop_daemon(server->daemons[i].daemon);
	}
}

static void server_free(struct http_server *server)
{
	for (size_t i = 0; i < server->options.threads; i++)
		exchange_pool_free(&server->threads[i].pool);
	acceptor_free(&server->acceptor);
	arena_destroy(server->arena);
}

static bool start_threads(struct http_server *server)
{
	const struct http_options *options = &server->options;
	if (!refusal_init() || !clients_start(&server->clients, options->request_timeout, options->idle_timeout))
		return false;
	if (start_daemons(server) && acceptor_start(&server->acceptor))
		return true;
	int reason = errno;
	stop_daemons(server);
	clients_stop(&server->clients);
	errno = reason;
	return false;
}

struct http_server *http_start(const struct http_options *options, struct error *error)
{
	uint16_t port;
	int socket = http_listen(options->host, options->port, &port, error);
	if (socket < 0)
		return NULL;
	struct arena *arena = arena_create();
	struct http_server *server = arena_alloc(arena, sizeof *server);
	server->arena = arena;
	server->options = *options;
	server->options.threads = options->threads ? options->threads : 1;
	server->port = port;
	server->threads = arena_array(arena, server->options.threads, sizeof *server->threads);
	server->daemons = arena_array(arena, server->options.threads, sizeof *server->daemons);
	constant_headers_init(&server->headers, arena, options->powered_by);
	if (acceptor_init(&server->acceptor, socket, server->daemons, server->options.threads,
	                  options->max_connections) &&
	    start_threads(server))
		return server;
	error_set(error, 500, "InternalServerError", "Can't start serving threads: %s", strerror(errno));
	server_free(server);
	return NULL;
}

uint16_t http_port(const struct http_server *server)
{
	return server->port;
}

static void wait_for_handler(struct http_server *server)
{
	for (size_t i = 0; i < server->options.threads; i++) {
		while (atomic_load(&server->threads[i].under_way))
			usleep(1000);
	}
}

void http_stop(struct http_server *server)
{
	if (!server)
		return;
	atomic_store(&server->stopping, true);
	acceptor_stop(&server->acceptor);
	clients_drain(&server->clients, STOP_MILLISECONDS);
	/* Who took too long is cut off, but what was begun comes to its end, and its answer goes out. */
	atomic_store(&server->ended, true);
	wait_for_handler(server);
	clients_drain(&server->clients, LAST_MILLISECONDS);
	stop_daemons(server);
	clients_stop(&server->clients);
	server_free(server);
}

struct slice http_header(const struct http_request *request, const char *name)
{
	return slice_of(MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name));
}
