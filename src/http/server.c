#include "connection.h"
#include "listen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>

enum { STOP_SECONDS = 5 }; /* for requests under way when the server is told to stop */

static void server_free(struct http_server *server)
{
	for (size_t i = 0; i < server->options.threads; i++)
		loop_free(&server->loops[i]);
	acceptor_free(&server->acceptor);
	pthread_cond_destroy(&server->ended);
	pthread_mutex_destroy(&server->lock);
	free(server->loops);
	arena_destroy(server->arena);
}

static void set_phase(struct http_server *server, enum server_phase phase)
{
	atomic_store(&server->phase, (int)phase);
	for (size_t i = 0; i < server->options.threads; i++)
		if (server->loops[i].started)
			loop_wake(&server->loops[i]);
}

static void join_loops(struct http_server *server)
{
	for (size_t i = 0; i < server->options.threads; i++)
		loop_join(&server->loops[i]);
}

static bool start_loops(struct http_server *server)
{
	for (size_t i = 0; i < server->options.threads; i++) {
		server->running++;
		if (!loop_init(&server->loops[i], server, i) || !loop_start(&server->loops[i])) {
			server->running--;
			return false;
		}
	}
	return true;
}

static bool start_threads(struct http_server *server)
{
	if (start_loops(server) && acceptor_start(&server->acceptor))
		return true;
	int reason = errno;
	set_phase(server, SERVER_ENDS);
	join_loops(server);
	errno = reason;
	return false;
}

static struct http_server *server_create(const struct http_options *options)
{
	struct arena *arena = arena_create();
	struct http_server *server = arena_alloc(arena, sizeof *server);
	server->arena = arena;
	server->options = *options;
	server->logs = options->log_requests;
	server->options.threads = options->threads ? options->threads : 1;
	pthread_mutex_init(&server->lock, NULL);
	clock_init_condition(&server->ended);
	constant_headers_init(&server->headers, arena, options->security_headers, options->powered_by);
	return server;
}

struct http_server *http_start(const struct http_options *options, struct error *error)
{
	uint16_t port;
	int socket = options->socket;
	if (socket >= 0)
		port = http_port_of(socket);
	else
		socket = http_listen(options->host, options->port, &port, error);
	if (socket < 0)
		return NULL;
	struct http_server *server = server_create(options);
	server->port = port;
	bool ready = acceptor_init(&server->acceptor, server, socket);
	server->loops = calloc(server->options.threads, sizeof *server->loops);
	if (!server->loops)
		server->options.threads = 0;
	if (ready && server->loops && start_threads(server))
		return server;
	error_set(error, 500, "InternalServerError", "Can't start serving threads: %s", strerror(errno));
	server_free(server);
	return NULL;
}

uint16_t http_port(const struct http_server *server)
{
	return server->port;
}

int http_share_socket(const struct http_server *server)
{
	return fcntl(server->acceptor.socket, F_DUPFD_CLOEXEC, 0);
}

void http_log_requests(struct http_server *server, bool log)
{
	server->logs = log;
}

void server_loop_ended(struct http_server *server)
{
	pthread_mutex_lock(&server->lock);
	server->running--;
	pthread_cond_signal(&server->ended);
	pthread_mutex_unlock(&server->lock);
}

static void wait_for_loops(struct http_server *server)
{
	const struct timespec until = clock_deadline(STOP_SECONDS * 1000);
	pthread_mutex_lock(&server->lock);
	while (server->running && pthread_cond_timedwait(&server->ended, &server->lock, &until) == 0)
		continue;
	pthread_mutex_unlock(&server->lock);
}

void http_drain(struct http_server *server)
{
	if (server->drained)
		return;
	server->drained = true;
	acceptor_stop(&server->acceptor);
	set_phase(server, SERVER_DRAINS);
	wait_for_loops(server);
}

void http_stop(struct http_server *server)
{
	if (!server)
		return;
	http_drain(server);
	/* Who took too long is cut off, but what was begun comes to its end, and its answer goes out. */
	set_phase(server, SERVER_ENDS);
	join_loops(server);
	server_free(server);
}
