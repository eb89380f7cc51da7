/* A server on loopback, asked over raw sockets: what clients see, byte for byte where it matters. */
#include "test_server.h"

static struct http_server *server;

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
	assert_true(receive_text(fd, &answer, "path=/2;query=;body=;"));
	assert_non_null(strstr(answer.data, "path=/1;query=many=1&more=2;"));
	buffer_free(&answer);
	send_text(fd, "POST /3 HTTP/1.1\r\nHost: x\r\nContent-Length: 1200\r\n\r\n");
	for (int i = 0; i < 1200; i++)
		send_text(fd, "x");
	send_text(fd, two);
	assert_true(receive_text(fd, &answer, "path=/2;query=;body=;"));
	assert_non_null(strstr(answer.data, "HTTP/1.1 413 "));
	assert_non_null(strstr(answer.data, "PayloadTooLargeError"));
	buffer_free(&answer);
	close(fd);
}

/* Whoever stands between takes "close" for the end, and so do we. */
static void closes_when_both_are_asked_for(void **state)
{
	static const char *const heads[] = {
	    "GET / HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n",
	    "GET / HTTP/1.0\r\nConnection: close, keep-alive\r\n\r\n",
	    "GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, close\r\n\r\n",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(heads); i++) {
		struct buffer answer = {0};
		int fd = connect_to(server);
		send_text(fd, heads[i]);
		receive_end(fd, &answer);
		assert_non_null(strstr(answer.data, "\r\nConnection: close\r\n"));
		buffer_free(&answer);
		close(fd);
	}
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

/* What a proxy in front may read otherwise than this server does. */
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
	    {SLICE("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\t\r\n\r\nabc"), "number of bytes"},
	    {SLICE("POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n" SMUGGLED), "number of bytes"},
	    {SLICE("GET /a#b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), "fragment"},
	    {SLICE("GET /?a#b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), "fragment"},
	};
	for (size_t i = 0; i < COUNT_OF(doubtful); i++)
		check_bytes(doubtful[i].request, "HTTP/1.1 400 Bad Request\r\n", doubtful[i].why);
	/* White space around a value is none of these. */
	check("GET / HTTP/1.1\r\nHost: \t [::1]:80 \t\r\nX-Custom:yes\r\nEmpty:\r\nConnection: close\r\n\r\n",
	      "HTTP/1.1 200 ", "custom=yes;", NULL);
}

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
	      "\r\nAccess-Control-Allow-Origin: *\r\n", NULL);
	check("OPTIONS /x" REST "Origin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n",
	      "HTTP/1.1 204 ", "\r\nAccess-Control-Allow-Origin: *\r\n",
	      "\r\nAccess-Control-Allow-Methods: GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS\r\n",
	      "\r\nAccess-Control-Allow-Headers: Content-Type,Authorization,Origin,Accept\r\n",
	      "\r\nAccess-Control-Max-Age: 31536000\r\n", NULL);
	check("OPTIONS /x" REST "\r\n", "HTTP/1.1 204 ", "\r\nAllow: GET, HEAD, POST, ", NULL);
	check("OPTIONS *" REST "\r\n", "HTTP/1.1 204 ", NULL);
}

static void takes_the_address_from_proxies(void **state)
{
	struct http_options options;
	struct error error;
	struct http_server *direct = server;
	struct buffer request;
	(void)state;
	check("GET /" REST "X-Forwarded-For: 192.0.2.1\r\n\r\n", "HTTP/1.1 200 ", "address=127.0.0.1;", NULL);
	options_for_tests(&options);
	options.trust_proxy = true;
	server = http_start(&options, &error);
	assert_non_null(server);
	check("GET /" REST "X-Forwarded-For:  2001:db8::1 , 192.0.2.1\r\n\r\n", "HTTP/1.1 200 ", "address=2001:db8::1;",
	      NULL);
	check("GET /" REST "\r\n", "HTTP/1.1 200 ", "address=127.0.0.1;", NULL);
	check("GET /" REST "X-Forwarded-For: , 192.0.2.1\r\n\r\n", "HTTP/1.1 200 ", "address=127.0.0.1;", NULL);
	request = with_filler("GET /" REST "X-Forwarded-For: ", 1000, "\r\n\r\n");
	check(request.data, "HTTP/1.1 200 ", "address=127.0.0.1;", NULL);
	buffer_free(&request);
	http_stop(server);
	server = direct;
}

static void sends_large_answers(void **state)
{
	(void)state;
	struct buffer answer = ask("GET /large" REST "\r\n", strlen("GET /large" REST "\r\n"));
	const char *body = strstr(answer.data, "\r\n\r\n") + 4;
	assert_int_equal(answer.len - (size_t)(body - answer.data), 2000000);
	buffer_free(&answer);
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
	    cmocka_unit_test(closes_when_both_are_asked_for),
	    cmocka_unit_test(refuses_bad_requests),
	    cmocka_unit_test(refuses_doubtful_heads),
	    cmocka_unit_test(refuses_what_is_no_http),
	    cmocka_unit_test(limits_sizes),
	    cmocka_unit_test(many_parameters),
	    cmocka_unit_test(answers_cross_origin),
	    cmocka_unit_test(takes_the_address_from_proxies),
	    cmocka_unit_test(sends_large_answers),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
