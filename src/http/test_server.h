/* For tests of a server on loopback over raw sockets: a handler that answers with what it was asked, and a client. To
 * be included by one test. */
#ifndef LECTERN_HTTP_TEST_SERVER_H
#define LECTERN_HTTP_TEST_SERVER_H

#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE = 30 }; /* seconds for what must happen at some time: tests bound no speed */

static inline void pause_for(int milliseconds)
{
	nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L}, NULL);
}

static inline double seconds(void)
{
	return (double)clock_nanoseconds() / 1e9;
}

/* Bytes of memory that the process has. */
static inline size_t resident(void)
{
	unsigned long size, pages;
	FILE *file = fopen("/proc/self/statm", "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%lu %lu", &size, &pages), 2);
	fclose(file);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static inline void part(struct buffer *body, const char *name, struct slice value)
{
	buffer_format(body, "%s=%.*s;", name, (int)value.len, value.ptr ? value.ptr : "");
}

/* Answers with what it was asked. */
static inline void echo(void *context, struct http_request *request, struct http_response *response)
{
	(void)context;
	if (slice_is(request->path, "/large")) {
		for (int i = 0; i < 200000; i++)
			buffer_text(&response->body, "0123456789");
		return;
	}
	if (slice_is(request->path, "/refuse")) {
		struct error error;
		error_set(&error, 405, "MethodNotAllowedError", "Method \"Not\" Allowed");
		http_respond_error(response, &error);
		response->allow = "GET";
		return;
	}
	assert_true(request->thread < 2);
	part(&response->body, "path", request->path);
	part(&response->body, "query", request->query);
	part(&response->body, "body", request->body);
	part(&response->body, "type", request->content_type);
	part(&response->body, "authorization", request->authorization);
	part(&response->body, "custom", http_header(request, "x-custom"));
	part(&response->body, "address", request->remote_address);
	buffer_format(&response->body, "method=%d;", (int)request->method);
}

static inline void options_for_tests(struct http_options *options)
{
	http_options_init(options);
	options->port = 0;
	options->threads = 2;
	options->max_body = 1000;
	options->handler = echo;
}

static inline int connect_socket(int fd, uint16_t port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return connect(fd, (struct sockaddr *)&address, sizeof address);
}

static inline int connect_to(const struct http_server *to)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(connect_socket(fd, http_port(to)), 0);
	return fd;
}

/* 0, or the reason why not. */
static inline int try_to_connect(uint16_t port)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int reason = connect_socket(fd, port) == 0 ? 0 : errno;
	close(fd);
	return reason;
}

static inline void send_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t sent = send(fd, text, len, MSG_NOSIGNAL);
		assert_true(sent > 0);
		text += sent;
		len -= (size_t)sent;
	}
}

static inline void send_text(int fd, const char *text)
{
	send_all(fd, text, strlen(text));
}

/* Reads up to the end of the connection, or for `milliseconds` of silence. Returns whether the end came. */
static inline bool receive(int fd, struct buffer *into, int milliseconds)
{
	char part_read[65536];
	for (;;) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		if (poll(&ready, 1, milliseconds) == 0)
			return false;
		ssize_t got = recv(fd, part_read, sizeof part_read, 0);
		if (got <= 0)
			return true;
		buffer_add(into, part_read, (size_t)got);
		buffer_terminate(into);
	}
}

/* Reads until `text` has come, or the connection has ended: then false. */
static inline bool receive_text(int fd, struct buffer *into, const char *text)
{
	const double end = seconds() + PATIENCE;
	while (!into->len || !memmem(into->data, into->len, text, strlen(text))) {
		assert_true(seconds() < end);
		if (receive(fd, into, 1))
			return into->len && memmem(into->data, into->len, text, strlen(text));
	}
	return true;
}

/* Reads up to the end of the connection, which must come. */
static inline void receive_end(int fd, struct buffer *into)
{
	assert_true(receive(fd, into, PATIENCE * 1000));
}

#endif
