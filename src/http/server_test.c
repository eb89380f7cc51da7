/* A server on loopback, asked over raw sockets: what clients see, byte for byte where it matters. */
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static struct http_server *server;

static void part(struct buffer *body, const char *name, struct slice value)
{
	buffer_format(body, "%s=%.*s;", name, (int)value.len, value.ptr ? value.ptr : "");
}

/* Answers with what it was asked. */
static void echo(void *context, struct http_request *request, struct http_response *response)
{
	(void)context;
	if (slice_is(request->path, "/slow"))
		nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
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

static void options_for_tests(struct http_options *options)
{
	http_options_init(options);
	options->port = 0;
	options->threads = 2;
	options->max_body = 1000;
	options->handler = echo;
}

static int connect_socket(int fd, uint16_t port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return connect(fd, (struct sockaddr *)&address, sizeof address);
}

static int connect_to(const struct http_server *to)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(connect_socket(fd, http_port(to)), 0);
	return fd;
}

/* 0, or the reason why not. */
static int try_to_connect(uint16_t port)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int reason = connect_socket(fd, port) == 0 ? 0 : errno;
	close(fd);
	return reason;
}

static void send_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t sent = send(fd, text, len, MSG_NOSIGNAL);
		assert_true(sent > 0);
		text += sent;
		len -= (size_t)sent;
	}
}

static void send_text(int fd, const char *text)
{
	send_all(fd, text, strlen(text));
}

/* Reads up to the end of the connection, or for `milliseconds` of silence. Returns whether the end came. */
static bool receive(int fd, struct buffer *into, int milliseconds)
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

/* The answer to `request`, whose connection the server or `Connection: close` in the request ends. */
static struct buffer ask(const char *request, size_t len)
{
	struct buffer answer = {0};
	int fd = connect_to(server);
	send_all(fd, request, len);
	assert_true(receive(fd, &answer, 5000));
	assert_non_null(answer.data);
	close(fd);
	return answer;
}

static void check(const char *request, const char *first_line, ...)
{
	struct buffer answer = ask(request, strlen(request));
	va_list parts;
	if (strncmp(answer.data, first_line, strlen(first_line)) != 0)
		fail_msg("expected %s, got %s", first_line, answer.data);
	va_start(parts, first_line);
	for (const char *expected; (expected = va_arg(parts, const char *));)
		if (!strstr(answer.data, expected))
			fail_msg("expected %s in %s", expected, answer.data);
	va_end(parts);
	buffer_free(&answer);
}

/* One answer with `inside` in it, then the end of the connection. */
static void check_bytes(struct slice request, const char *first_line, const char *inside)
{
	struct buffer answer = ask(request.ptr, request.len);
	if (strncmp(answer.data, first_line, strlen(first_line)) != 0 || !strstr(answer.data, inside))
		fail_msg("expected %s with %s to %s, got %s", first_line, inside, request.ptr, answer.data);
	assert_null(strstr(answer.data + 1, "HTTP/1.1 "));
	buffer_free(&answer);
}

#define REST " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"

static void answers(void **state)
{
	(void)state;
	check("GET /a%20b?c=%5B1%5D&d" REST "X-Custom: yes\r\nAuthorization:  Bearer t \r\n\r\n", "HTTP/1.1 200 OK\r\n",
	      "path=/a b;query=c=%5B1%5D&d;body=;type=;authorization=Bearer t;custom=yes;address=127.0.0.1;method=0;",
	      "\r\nContent-Type: application/json; charset=utf-8\r\nVary: Origin\r\nContent-Security-Policy: ",
	      "\r\nX-Powered-By: lectern\r\n", "\r\nX-Frame-Options: SAMEORIGIN\r\n", NULL);
	check("POST /p" REST "Content-Type: text/x\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.1 200 OK\r\n",
	      "path=/p;query=;body=hello;type=text/x;", "method=1;", NULL);
	check("PUT /p" REST "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "HTTP/1.1 200 OK\r\n",
	      "body=hello;", NULL);
	check("GET /refuse" REST "\r\n", "HTTP/1.1 405 Method Not Allowed\r\n", "\r\nAllow: GET\r\n",
	      "\r\n\r\n{\"data\":null,\"error\":{\"status\":405,\"name\":\"MethodNotAllowedError\","
	      "\"message\":\"Method \\\"Not\\\" Allowed\",\"details\":{}}}",
	      NULL);
	check("GET /_health" REST "\r\n", "HTTP/1.1 204 No Content\r\n", NULL);
}

static void answers_head_without_body(void **state)
{
	(void)state;
	struct buffer get = ask("GET /h" REST "\r\n", strlen("GET /h" REST "\r\n"));
	struct buffer head = ask("HEAD /h" REST "\r\n", strlen("HEAD /h" REST "\r\n"));
	const char *get_length = strstr(get.data, "Content-Length: "),
		   *head_length = strstr(head.data, "Content-Length: ");
	assert_non_null(head_length);
	assert_int_equal(atoi(get_length + 16), atoi(head_length + 16));
	assert_string_equal(head.data + head.len - 4, "\r\n\r\n");
	assert_null(strstr(head.data, "path="));
	buffer_free(&get);
	buffer_free(&head);
}

static void keeps_connections(void **state)
{
	struct buffer answer = {0};
	int fd = connect_to(server);
	(void)state;
	const char *two = "GET /1?many=1&more=2 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n";
	send_text(fd, two);
	assert_false(receive(fd, &answer, 200));
	assert_non_null(strstr(answer.data, "path=/1;query=many=1&more=2;"));
	assert_non_null(strstr(answer.data, "path=/2;query=;body=;"));
	buffer_free(&answer);
	send_text(fd, "POST /3 HTTP/1.1\r\nHost: x\r\nContent-Length: 1200\r\n\r\n");
	for (int i = 0; i < 1200; i++)
		send_text(fd, "x");
	send_text(fd, two);
	assert_false(receive(fd, &answer, 200));
	assert_non_null(strstr(answer.data, "HTTP/1.1 413 "));
	assert_non_null(strstr(answer.data, "PayloadTooLargeError"));
	assert_non_null(strstr(answer.data, "path=/2;query=;body=;"));
	buffer_free(&answer);
	close(fd);
}

static void refuses_bad_requests(void **state)
{
	(void)state;
	const char *bad = "HTTP/1.1 400 Bad Request\r\n", *error = "\"name\":\"ValidationError\"";
	check("GET /%zz" REST "\r\n", bad, error, "percent-encoding", NULL);
	check("GET /%00" REST "\r\n", bad, error, "NUL", NULL);
	check("GET /%ff" REST "\r\n", bad, error, "UTF-8", NULL);
	check("GET /?a=%" REST "\r\n", bad, error, "query string", NULL);
	check("GET /a b" REST "\r\n", bad, error, NULL);
	check("GET a" REST "\r\n", bad, error, NULL);
	check("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", bad, error, "Host", NULL);
	check("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", bad, error, "Host", NULL);
	check("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", bad,
	      error, "Transfer-Encoding", "\r\nConnection: close\r\n", NULL);
	check("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", bad,
	      error, "Transfer-Encoding", NULL);
	check("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", bad, error, "once",
	      NULL);
	check("POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 2\r\n\r\nab", bad, error, NULL);
	check("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nab", "HTTP/1.1 501 ", "NotImplementedError",
	      NULL);
	check("BREW /" REST "\r\n", "HTTP/1.1 501 ", "NotImplementedError", "\r\nAllow: GET, HEAD, ", NULL);
	check_bytes(SLICE("GET /a\0b" REST "\r\n"), bad, "NUL");
}

#define SMUGGLED "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

/* What a proxy in front may read otherwise than libmicrohttpd does. */
static void refuses_doubtful_heads(void **state)
{
	(void)state;
	const struct {
		struct slice request;
		const char *why;
	} doubtful[] = {
	    {SLICE("POST / HTTP/1.1\r\nHost: x\r\nTransfer-En: chunked\r\n coding\r\n\r\n" SMUGGLED), "CR LF"},
	    {SLICE("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chun\r\n\tked\r\n\r\n" SMUGGLED), "CR LF"},
	    {SLICE("POST / HTTP/1.1\r\nHost: x\r\n: y\r\nTransfer-Encoding: chunked\r\n\r\n" SMUGGLED), "CR LF"},
	    {SLICE("GET / HTTP/1.1\r\n Host: x\r\n\r\n"), "token"},
	    {SLICE("GET / HTTP/1.1\r\nHost: x\r\nX: a\rContent-Length: 3\r\n\r\n"), "CR LF"},
	    {SLICE("GET / HTTP/1.1\r\nHost: x\r\nX: a\nY: b\r\n\r\n"), "CR LF"},
	    {SLICE("GET / HTTP/1.1\nHost: x\n\n"), "CR LF"},
	    {SLICE("GET / HTTP/1.1\r\nHost: x\r\n\n"), "CR LF"},
	    {SLICE("GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n"), "CR LF"},
	    {SLICE("GET / HTTP/1.1\r\nHost: x\0y\r\n\r\n"), "CR LF"},
	    {SLICE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length\v: 3\r\n\r\n"), "token"},
	    {SLICE("GET / HTTP/1.1\r\nHost: x\r\nContent\tLength: 3\r\n\r\n"), "token"},
	    {SLICE("GET / HTTP/1.1\r\nHost: a b\r\n\r\n"), "Host"},
	    {SLICE("GET / HTTP/1.1\r\nHost: a/b@c\r\n\r\n"), "Host"},
	    {SLICE("GET  / HTTP/1.1\r\nHost: x\r\n\r\n"), "one space"},
	};
	for (size_t i = 0; i < COUNT_OF(doubtful); i++)
		check_bytes(doubtful[i].request, "HTTP/1.1 400 Bad Request\r\n", doubtful[i].why);
	/* White space around a value is none of these. */
	check("GET / HTTP/1.1\r\nHost: \t [::1]:80 \t\r\nX-Custom:yes\r\nEmpty:\r\nConnection: close\r\n\r\n",
	      "HTTP/1.1 200 ", "custom=yes;", NULL);
}

/* What libmicrohttpd refuses by itself. */
static void refuses_what_is_no_http(void **state)
{
	(void)state;
	const char *bad = "HTTP/1.1 400 Bad Request\r\n", *error = "\r\n\r\n{\"data\":null,\"error\":{\"status\":400,";
	check("GET / HTTP/1.1\r\nHost x\r\n\r\n", bad, error, "\r\nX-Powered-By: lectern\r\n", NULL);
	check("GET / NOTHTTP\r\n\r\n", bad, error, NULL);
	check("GET /\r\n\r\n", bad, error, NULL);
	check("GET / HTTP/2.0\r\n\r\n", "HTTP/1.1 505 ", "\"status\":505", NULL);
	check("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", bad, error, NULL);
	check("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc", bad, error, NULL);
	check("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", "HTTP/1.1 413 ",
	      "PayloadTooLargeError", NULL);
	check("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", bad, error, NULL);
}

static struct buffer with_filler(const char *before, size_t count, const char *after)
{
	struct buffer request = {0};
	buffer_text(&request, before);
	for (size_t i = 0; i < count; i++)
		buffer_byte(&request, 'x');
	buffer_text(&request, after);
	buffer_terminate(&request);
	return request;
}

static void check_filled(const char *before, size_t count, const char *after, const char *first_line,
                         const char *inside)
{
	struct buffer request = with_filler(before, count, after);
	check(request.data, first_line, inside, NULL);
	buffer_free(&request);
}

static void limits_sizes(void **state)
{
	(void)state;
	/* 16 for "GET /?", " HTTP/1.1" and one */
	check_filled("GET /?", 16384 - 15, REST "\r\n", "HTTP/1.1 200 ", "path=/;query=xxx");
	check_filled("GET /?", 16384 - 14, REST "\r\n", "HTTP/1.1 414 ", "URITooLongError");
	check_filled("GET /" REST "X: ", 16000, "\r\n\r\n", "HTTP/1.1 200 ", "path=/;");
	check_filled("GET /" REST "X: ", 16500, "\r\n\r\n", "HTTP/1.1 431 ", "RequestHeaderFieldsTooLargeError");
	check_filled("POST /" REST "Content-Length: 1000\r\n\r\n", 1000, "", "HTTP/1.1 200 ", "body=xxx");
	check_filled("POST /" REST "Content-Length: 1001\r\n\r\n", 1001, "", "HTTP/1.1 413 ", "PayloadTooLargeError");
	check_filled("POST /" REST "Transfer-Encoding: chunked\r\n\r\n3e9\r\n", 1001, "\r\n0\r\n\r\n", "HTTP/1.1 413 ",
	             "PayloadTooLargeError");
	check_filled("GET /?", 60000, REST "\r\n", "HTTP/1.1 414 ", "URITooLongError");
	check("POST /" REST "Content-Length: 1001\r\nExpect: 100-continue\r\n\r\n", "HTTP/1.1 413 ", NULL);
	check("POST /" REST "Content-Length: 99999999999\r\n\r\n", "HTTP/1.1 413 ", NULL);
	check("POST /%zz" REST "Content-Length: 99999999999\r\n\r\n", "HTTP/1.1 400 ", NULL);
	/* A body well over the limit is taken, for the client to see why it is refused. */
	check_filled("POST /" REST "Content-Length: 20000000\r\n\r\n", 20000000, "", "HTTP/1.1 413 ",
	             "PayloadTooLargeError");
}

static void many_parameters(void **state)
{
	struct buffer request = {0};
	(void)state;
	buffer_text(&request, "GET /?");
	for (int i = 0; i < 4000; i++)
		buffer_text(&request, "a=1&");
	buffer_text(&request, REST "\r\n");
	buffer_terminate(&request);
	check(request.data, "HTTP/1.1 200 ", "query=a=1&a=1&", NULL);
	buffer_free(&request);
}

static void answers_cross_origin(void **state)
{
	(void)state;
	check("GET /" REST "Origin: https://a.example\r\n\r\n", "HTTP/1.1 200 ",
	      "\r\nAccess-Control-Allow-Origin: https://a.example\r\n",
	      "\r\nAccess-Control-Allow-Credentials: true\r\n", NULL);
	check("OPTIONS /x" REST "Origin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n",
	      "HTTP/1.1 204 ", "\r\nAccess-Control-Allow-Origin: https://a.example\r\n",
	      "\r\nAccess-Control-Allow-Methods: GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS\r\n",
	      "\r\nAccess-Control-Allow-Headers: Content-Type,Authorization,Origin,Accept\r\n",
	      "\r\nAccess-Control-Max-Age: 31536000\r\n", NULL);
	check("OPTIONS /x" REST "\r\n", "HTTP/1.1 204 ", "\r\nAllow: GET, HEAD, POST, ", NULL);
	check("OPTIONS *" REST "\r\n", "HTTP/1.1 204 ", NULL);
}

static void sends_large_answers(void **state)
{
	(void)state;
	struct buffer answer = ask("GET /large" REST "\r\n", strlen("GET /large" REST "\r\n"));
	const char *body = strstr(answer.data, "\r\n\r\n") + 4;
	assert_int_equal(answer.len - (size_t)(body - answer.data), 2000000);
	buffer_free(&answer);
}

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Sends a byte now and then until the server hangs up; returns after how many seconds. */
static double trickle(const struct http_server *to, const char *start)
{
	int fd = connect_to(to);
	double began = seconds();
	send_text(fd, start);
	while (seconds() - began < 4) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		char byte;
		if (poll(&ready, 1, 100) == 1 && recv(fd, &byte, 1, 0) <= 0)
			break;
		send(fd, "x", 1, MSG_NOSIGNAL);
	}
	close(fd);
	return seconds() - began;
}

static void drops_slow_senders(void **state)
{
	struct http_options options;
	struct error error;
	(void)state;
	options_for_tests(&options);
	options.request_timeout = 1;
	options.idle_timeout = 2;
	struct http_server *strict = http_start(&options, &error);
	assert_non_null(strict);
	static const char *const starts[] = {"G", "GET /", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"};
	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		double after = trickle(strict, starts[i]);
		assert_true(after > 0.9 && after < 2.2);
	}
	struct buffer answer = {0};
	int fd = connect_to(strict);
	double began = seconds();
	send_text(fd, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	assert_true(receive(fd, &answer, 4000));
	assert_non_null(strstr(answer.data, "path=/;"));
	assert_true(seconds() - began > 1.9 && seconds() - began < 3.2);
	buffer_free(&answer);
	close(fd);
	http_stop(strict);
}

/* Answers with the number of its thread. */
static void tell_thread(void *context, struct http_request *request, struct http_response *response)
{
	(void)context;
	buffer_format(&response->body, "thread=%zu;", request->thread);
}

static size_t thread_of(int fd)
{
	struct buffer answer = {0};
	size_t thread = SIZE_MAX;
	send_text(fd, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	while (!answer.len || !strstr(answer.data, ";"))
		receive(fd, &answer, 10);
	assert_int_equal(sscanf(strstr(answer.data, "thread="), "thread=%zu;", &thread), 1);
	buffer_free(&answer);
	return thread;
}

static void spreads_connections_over_threads(void **state)
{
	enum { THREADS = 4, EACH = 5, ALL = THREADS * EACH };
	struct http_options options;
	struct error error;
	int fds[ALL];
	size_t served[THREADS] = {0};
	(void)state;
	options_for_tests(&options);
	options.threads = THREADS;
	options.handler = tell_thread;
	struct http_server *spreading = http_start(&options, &error);
	assert_non_null(spreading);
	for (size_t i = 0; i < ALL; i++)
		fds[i] = connect_to(spreading);
	for (size_t i = 0; i < ALL; i++)
		served[thread_of(fds[i])]++;
	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(served[i], EACH);
	/* Those that come later go to the thread that others have left. */
	size_t left = thread_of(fds[0]), closed = 0;
	for (size_t i = 0; i < ALL; i++) {
		if (thread_of(fds[i]) == left) {
			close(fds[i]);
			fds[i] = -1;
			closed++;
		}
	}
	assert_int_equal(closed, EACH);
	nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
	for (size_t i = 0; i < ALL; i++) {
		if (fds[i] < 0) {
			fds[i] = connect_to(spreading);
			assert_int_equal(thread_of(fds[i]), left);
		}
		close(fds[i]);
	}
	http_stop(spreading);
}

static void lets_connections_wait_beyond_the_limit(void **state)
{
	struct http_options options;
	struct error error;
	struct buffer answer = {0};
	(void)state;
	options_for_tests(&options);
	options.max_connections = 2;
	options.handler = tell_thread;
	struct http_server *small = http_start(&options, &error);
	assert_non_null(small);
	int first = connect_to(small), second = connect_to(small);
	thread_of(first);
	thread_of(second);
	int third = connect_to(small);
	send_text(third, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	assert_false(receive(third, &answer, 300));
	assert_int_equal(answer.len, 0);
	close(first);
	receive(third, &answer, 1000);
	assert_non_null(answer.data);
	assert_non_null(strstr(answer.data, "thread="));
	buffer_free(&answer);
	close(second);
	close(third);
	http_stop(small);
}

static void *stop_in_background(void *to_stop)
{
	http_stop(to_stop);
	return NULL;
}

static void stopping_answers_what_was_read(void **state)
{
	struct http_options options;
	struct error error;
	struct buffer answer = {0};
	pthread_t thread;
	(void)state;
	options_for_tests(&options);
	struct http_server *ending = http_start(&options, &error);
	assert_non_null(ending);
	uint16_t port = http_port(ending);
	int idle = connect_to(ending), busy = connect_to(ending), posting = connect_to(ending);
	/* First what waits for its body: a slow answer may keep its thread from reading it. */
	send_text(posting, "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab");
	nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
	/* Two at once: the first is being answered, and is told to be the last. */
	send_text(busy, "GET /slow?1 HTTP/1.1\r\nHost: x\r\n\r\nGET /slow?2 HTTP/1.1\r\nHost: x\r\n\r\n");
	nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
	double began = seconds();
	pthread_create(&thread, NULL, stop_in_background, ending);
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	send_text(posting, "cd");
	/* The server listens no more while it waits for them. */
	assert_int_equal(try_to_connect(port), ECONNREFUSED);
	assert_true(receive(busy, &answer, 3000));
	assert_non_null(strstr(answer.data, "path=/slow;query=1;"));
	assert_non_null(strstr(answer.data, "\r\nConnection: close\r\n"));
	assert_null(strstr(answer.data, "path=/slow;query=2;"));
	buffer_free(&answer);
	assert_true(receive(posting, &answer, 3000));
	assert_non_null(strstr(answer.data, "body=abcd;"));
	buffer_free(&answer);
	assert_true(receive(idle, &answer, 3000));
	assert_int_equal(answer.len, 0);
	pthread_join(thread, NULL);
	assert_true(seconds() - began < 3);
	close(idle);
	close(busy);
	close(posting);
}

static void tells_why_it_can_not_listen(void **state)
{
	struct http_options options;
	struct error error;
	(void)state;
	options_for_tests(&options);
	options.port = http_port(server);
	assert_null(http_start(&options, &error));
	assert_non_null(strstr(error.message, "Can't listen on 127.0.0.1 port"));
	assert_non_null(strstr(error.message, strerror(EADDRINUSE)));
}

static int start(void **state)
{
	struct http_options options;
	struct error error;
	(void)state;
	options_for_tests(&options);
	server = http_start(&options, &error);
	return server ? 0 : -1;
}

static int stop(void **state)
{
	(void)state;
	http_stop(server);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(answers),
	    cmocka_unit_test(answers_head_without_body),
	    cmocka_unit_test(keeps_connections),
	    cmocka_unit_test(refuses_bad_requests),
	    cmocka_unit_test(refuses_doubtful_heads),
	    cmocka_unit_test(refuses_what_is_no_http),
	    cmocka_unit_test(limits_sizes),
	    cmocka_unit_test(many_parameters),
	    cmocka_unit_test(answers_cross_origin),
	    cmocka_unit_test(sends_large_answers),
	    cmocka_unit_test(drops_slow_senders),
	    cmocka_unit_test(spreads_connections_over_threads),
	    cmocka_unit_test(lets_connections_wait_beyond_the_limit),
	    cmocka_unit_test(stopping_answers_what_was_read),
	    cmocka_unit_test(tells_why_it_can_not_listen),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
