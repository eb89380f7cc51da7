#include "accept.h"
#include "cors.h"
#include "exchange.h"
#include "headers.h"
#include "listen.h"
#include "refusal.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	STOP_MILLISECONDS = 5000, /* for requests under way when the server is told to stop */
	HEADER_ROOM = 8 * 1024,   /* for libmicrohttpd's list of request headers, and the answer's headers */
};

static const char *const all_methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/* One thread that serves, and what only it uses. */
struct serving_thread {
	struct http_server *server;
	size_t number;
	struct exchange_pool pool;
};

struct http_server {
	struct http_options options;
	struct arena *arena;
	struct constant_headers headers;
	struct clients clients;
	struct serving_thread *threads;
	struct acceptor_target *daemons; /* one a thread */
	struct acceptor acceptor;
	_Atomic size_t suspended; /* requests put aside */
	int socket;
	uint16_t port;
};

static int64_t now_nanoseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

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
		exchange->started = now_nanoseconds();
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

static void log_request(const struct exchange *exchange)
{
	const struct http_request *request = &exchange->request;
	struct slice path = request->path;
	if (path.len > 1024)
		path.len = 1024;
	double milliseconds = (double)(now_nanoseconds() - exchange->started) / 1e6;
	log_message(LOG_INFO, "%.*s %.*s %.*s %d %zu bytes %.2f ms", (int)request->remote_address.len,
	            request->remote_address.ptr, (int)(request->method_name.len < 32 ? request->method_name.len : 32),
	            request->method_name.ptr, (int)path.len, path.ptr, exchange->response.status,
	            exchange->response.body.len, milliseconds);
}

static void add_headers(struct http_server *server, const struct exchange *exchange, struct MHD_Response *to)
{
	const struct http_response *response = &exchange->response;
	constant_headers_add(&server->headers, to, response->body.len ? response->content_type : NULL);
	const struct http_options *options = &server->options;
	if (exchange->origin && cors_allows(options->cors_origins, options->cors_origin_count, exchange->origin))
		cors_add_headers(to, exchange->origin, exchange->preflight && exchange->request.method == HTTP_OPTIONS);
	if (response->allow)
		MHD_add_response_header(to, "Allow", response->allow);
	if (response->retry_after) {
		char seconds[16];
		snprintf(seconds, sizeof seconds, "%d", response->retry_after);
		MHD_add_response_header(to, "Retry-After", seconds);
	}
	for (size_t i = 0; i < response->field_count; i++)
		MHD_add_response_header(to, response->fields[i].name, response->fields[i].value);
	if (exchange->close)
		MHD_add_response_header(to, "Connection", "close");
}

static enum MHD_Result send_answer(struct http_server *server, struct exchange *exchange)
{
	struct http_response *response = &exchange->response;
	/* The exchange, and the body with it, outlives the sending. */
	struct MHD_Response *to =
	    MHD_create_response_from_buffer(response->body.len, response->body.data, MHD_RESPMEM_PERSISTENT);
	if (!to)
		return MHD_NO;
	add_headers(server, exchange, to);
	client_reads(&server->clients, exchange->client);
	if (server->options.log_requests)
		log_request(exchange);
	enum MHD_Result queued = refusal_queue_answer(exchange->request.connection, (unsigned)response->status, to);
	MHD_destroy_response(to);
	return queued;
}

static void fill_answer(struct http_server *server, struct exchange *exchange)
{
	struct http_request *request = &exchange->request;
	struct http_response *response = &exchange->response;
	if (exchange->refused) {
		http_respond_error(response, &exchange->error);
	} else if (request->method == HTTP_OPTIONS) {
		response->status = 204;
		response->allow = all_methods;
	} else if (request->method == HTTP_OTHER) {
		error_set(&exchange->error, 501, "NotImplementedError", "The method is not one of %s", all_methods);
		http_respond_error(response, &exchange->error);
		response->allow = all_methods;
	} else if (request->method == HTTP_GET && slice_equals(request->path, SLICE("/_health"))) {
		response->status = 204;
	} else {
		server->options.handler(server->options.context, request, response);
	}
}

static enum MHD_Result answer(struct http_server *server, struct exchange *exchange)
{
	struct http_response *response = &exchange->response;
	response->status = 200;
	response->content_type = http_json_type;
	response->body.len = 0;
	response->allow = NULL;
	response->retry_after = 0;
	response->field_count = 0;
	client_waits(exchange->client);
	exchange_complete(exchange);
	fill_answer(server, exchange);
	/* Once put aside it belongs to whoever will resume it. */
	return exchange->suspended ? MHD_YES : send_answer(server, exchange);
}

static struct exchange *exchange_of(struct http_request *request)
{
	return (struct exchange *)(void *)((char *)request - offsetof(struct exchange, request));
}

void http_suspend(struct http_request *request)
{
	struct exchange *exchange = exchange_of(request);
	exchange->suspended = true;
	atomic_store_explicit(&exchange->resumed, false, memory_order_relaxed);
	atomic_fetch_add(&exchange->server->suspended, 1);
	MHD_suspend_connection(request->connection);
}

void http_resume(struct http_request *request)
{
	struct http_server *server = exchange_of(request)->server;
	struct MHD_Connection *connection = request->connection;
	atomic_store_explicit(&exchange_of(request)->resumed, true, memory_order_release);
	MHD_resume_connection(connection);
	atomic_fetch_sub(&server->suspended, 1);
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
		return exchange->close ? answer(server, exchange) : MHD_YES;
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
		return send_answer(server, exchange);
	}
	return answer(server, exchange);
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
	    {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)options->max_connections, NULL},
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
	close(server->socket);
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
	server->socket = socket;
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

void http_stop(struct http_server *server)
{
	if (!server)
		return;
	acceptor_stop(&server->acceptor);
	clients_drain(&server->clients, STOP_MILLISECONDS);
	/* What was put aside is still under way: its answer must have been given. */
	while (atomic_load(&server->suspended))
		usleep(1000);
	stop_daemons(server);
	clients_stop(&server->clients);
	server_free(server);
}

struct slice http_header(const struct http_request *request, const char *name)
{
	return slice_of(MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name));
}
