/* A connection: the bytes of a client in one piece, and cut into pieces. Both times it must be answered alike. The
 * loop's steps are gone through without its thread, on a pair of sockets. */
#include <assert.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection.h"

enum { MOST_INPUT = 20000 };

static void add(struct buffer *body, const char *name, struct slice value)
{
	buffer_format(body, "%s=%zu:", name, value.len);
	buffer_slice(body, value);
	buffer_byte(body, ';');
}

static void echo(void *context, struct http_request *request, struct http_response *response)
{
	(void)context;
	assert(slice_is_utf8(request->path) && !memchr(request->path.ptr, 0, request->path.len));
	add(&response->body, "method", request->method_name);
	add(&response->body, "path", request->path);
	add(&response->body, "raw", request->raw_path);
	add(&response->body, "query", request->query);
	add(&response->body, "authorization", request->authorization);
	add(&response->body, "body", request->body);
	for (size_t i = 0; i < request->headers.count; i++) {
		add(&response->body, "name", request->headers.fields[i].name);
		add(&response->body, "value", request->headers.fields[i].value);
	}
}

static struct http_server *server;

static void set_up(void)
{
	static struct http_server only;
	static struct loop loop;
	server = &only;
	http_options_init(&server->options);
	server->options.handler = echo;
	server->options.max_body = 500;
	server->options.max_request_line = 400;
	server->options.max_header_bytes = 800;
	server->loops = &loop;
	server->acceptor.server = server;
	pthread_mutex_init(&server->acceptor.lock, NULL);
	server->arena = arena_create();
	constant_headers_init(&server->headers, server->arena, NULL, "lectern");
	assert(loop_init(&loop, server, 0));
	strcpy(loop.date, "Date: now\r\n");
}

static void drain(int fd, struct buffer *answers)
{
	char part[16384];
	ssize_t got;
	while ((got = recv(fd, part, sizeof part, MSG_DONTWAIT)) > 0)
		buffer_add(answers, part, (size_t)got);
}

static bool is_open(const struct connection *connection)
{
	return server->loops->connections == connection;
}

static void run(struct connection *connection)
{
	connection->readable = connection->writable = true;
	connection_run(connection);
	while (server->loops->unfinished) {
		struct connection *next = server->loops->unfinished;
		server->loops->unfinished = NULL;
		next->unfinished = false;
		connection_run(next);
	}
}

/* Sends the text in pieces of `step` bytes and collects the answers. */
static void converse(struct slice text, size_t step, struct buffer *answers)
{
	int fds[2];
	struct sockaddr_storage address = {.ss_family = AF_INET};
	assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) == 0);
	struct connection *connection = connection_create(fds[0], &address);
	connection->loop = server->loops;
	server->acceptor.connections++;
	atomic_fetch_add(&server->loops->load, 1);
	connection_begin(connection);
	for (size_t at = 0; at < text.len && is_open(connection); at += step) {
		size_t len = text.len - at < step ? text.len - at : step;
		assert(send(fds[1], text.ptr + at, len, MSG_NOSIGNAL) == (ssize_t)len);
		run(connection);
		drain(fds[1], answers);
	}
	if (is_open(connection)) {
		shutdown(fds[1], SHUT_WR);
		connection->ended = true;
		run(connection);
		drain(fds[1], answers);
	}
	assert(!is_open(connection));
	close(fds[1]);
}

/* Whether a client is told to go on depends on what it has sent by then. */
static void forget_continue(struct buffer *answers)
{
	static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
	char *found;
	while (answers->len && (found = memmem(answers->data, answers->len, text, sizeof text - 1))) {
		size_t behind = answers->len - (size_t)(found - answers->data) - (sizeof text - 1);
		memmove(found, found + sizeof text - 1, behind);
		answers->len -= sizeof text - 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buffer whole = {0}, pieces = {0};
	if (!server)
		set_up();
	if (size < 2 || size > MOST_INPUT)
		return 0;
	struct slice text = {(const char *)data + 1, size - 1};
	converse(text, text.len, &whole);
	converse(text, 1 + data[0] % 61, &pieces);
	forget_continue(&whole);
	forget_continue(&pieces);
	assert(whole.len == pieces.len && (!whole.len || memcmp(whole.data, pieces.data, whole.len) == 0));
	buffer_free(&whole);
	buffer_free(&pieces);
	return 0;
}
