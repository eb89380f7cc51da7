/* The console behind a server on loopback: its page, its files, and who gets them. */
#include "console.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define PREFIX "/api/graphql"

static struct http_server *server;

/* As an endpoint does: the page for who wants it, files below, and else "no". */
static void serve(void *context, struct http_request *request, struct http_response *response)
{
	size_t len = strlen(PREFIX);
	(void)context;
	if (request->path.len > len + 1 && !strncmp(request->path.ptr, PREFIX "/", len + 1)) {
		struct slice name = {request->path.ptr + len + 1, request->path.len - len - 1};
		if (console_answer_file(request, name, response))
			return;
	} else if (console_is_wanted(request)) {
		console_answer_page(request, response);
		return;
	}
	response->status = 404;
	buffer_text(&response->body, "no");
}

/* The answer to a request with these header lines. */
static struct buffer ask(const char *method, const char *path, const char *headers)
{
	struct buffer answer = {0};
	char request[1000], part[65536];
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(http_port(server))};
	ssize_t got;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
	int length = snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n",
	                      method, path, headers);
	assert_int_equal(send(fd, request, (size_t)length, MSG_NOSIGNAL), length);
	while ((got = recv(fd, part, sizeof part, 0)) > 0)
		buffer_add(&answer, part, (size_t)got);
	buffer_terminate(&answer);
	close(fd);
	assert_non_null(answer.data);
	return answer;
}

static void check(const char *method, const char *path, const char *headers, const char *first_line,
                  const char *expected)
{
	struct buffer answer = ask(method, path, headers);
	if (strncmp(answer.data, first_line, strlen(first_line)) != 0)
		fail_msg("%s with %s: expected %s, got %.60s", path, headers, first_line, answer.data);
	if (!strstr(answer.data, expected))
		fail_msg("%s: expected %s in %.600s", path, expected, answer.data);
	buffer_free(&answer);
}

static void gives_its_page_to_browsers(void **state)
{
	(void)state;
	static const char *const browsers[] = {
	    "Accept: text/html\r\n",
	    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8\r\n",
	    "Accept: TEXT/HTML ; q=0.9 , application/json;q=0.8\r\n",
	    "Accept: application/json;q=0.899, text/html;q=0.9\r\n",
	};
	static const char *const others[] = {
	    "",
	    "Accept: */*\r\n",
	    "Accept: application/json\r\n",
	    "Accept: application/json, text/html\r\n",
	    "Accept: text/html;q=0.1, application/json\r\n",
	    "Accept: text/html;q=0.9, application/graphql-response+json\r\n",
	    "Accept: text/html;q=0\r\n",
	    "Accept: text/html;q=0.000\r\n",
	    "Accept: text/htmlx, xtext/html, text\r\n",
	    "Accept: ,;,;q=,;;q,text/html;q=;q=0\r\n",
	};
	for (size_t i = 0; i < COUNT_OF(browsers); i++)
		check("GET", PREFIX, browsers[i], "HTTP/1.1 200 ", "<!doctype html>");
	for (size_t i = 0; i < COUNT_OF(others); i++)
		check("GET", PREFIX, others[i], "HTTP/1.1 404 ", "no");
	check("DELETE", PREFIX, browsers[0], "HTTP/1.1 404 ", "no");
	check("GET", PREFIX, browsers[0], "HTTP/1.1 200 ", "Content-Type: text/html; charset=utf-8\r\n");
	check("GET", PREFIX, browsers[0], "HTTP/1.1 200 ", "Cache-Control: no-cache\r\n");
	check("GET", PREFIX, browsers[0], "HTTP/1.1 200 ", "Vary: Accept\r\n");
}

static void names_its_files_below_the_endpoint(void **state)
{
	(void)state;
	check("GET", PREFIX, "Accept: text/html\r\n", "HTTP/1.1 200 ", "src=\"" PREFIX "/script-");
	check("GET", PREFIX, "Accept: text/html\r\n", "HTTP/1.1 200 ", "href=\"" PREFIX "/style-");
	/* A slash at the end is not doubled, and a path can't close the attribute. */
	check("GET", "/x///", "Accept: text/html\r\n", "HTTP/1.1 200 ", "src=\"/x/script-");
	check("GET", "/%22%3E%3Cscript%3Ex", "Accept: text/html\r\n", "HTTP/1.1 200 ",
	      "src=\"/%22%3E%3Cscript%3Ex/script-");
}

/* The path of a file as the page names it. */
static void path_of(const char *before, char *path, size_t size)
{
	struct buffer page = ask("GET", PREFIX, "Accept: text/html\r\n");
	char *from = strstr(page.data, before);
	assert_non_null(from);
	from += strlen(before);
	char *to = strchr(from, '"');
	assert_non_null(to);
	snprintf(path, size, "%.*s", (int)(to - from), from);
	buffer_free(&page);
}

static void serves_its_files(void **state)
{
	char script[200], style[200];
	(void)state;
	path_of("src=\"", script, sizeof script);
	path_of("stylesheet\" href=\"", style, sizeof style);
	check("GET", script, "Accept-Encoding: br, gzip\r\n", "HTTP/1.1 200 ", "Content-Encoding: gzip\r\n");
	check("GET", script, "Accept-Encoding: br, gzip\r\n", "HTTP/1.1 200 ",
	      "Content-Type: text/javascript; charset=utf-8\r\n");
	check("GET", style, "Accept-Encoding: *\r\n", "HTTP/1.1 200 ", "Content-Type: text/css; charset=utf-8\r\n");
	check("GET", style, "Accept-Encoding: gzip;q=0.5\r\n", "HTTP/1.1 200 ", "immutable\r\n");
	/* Who names no coding takes any. */
	check("GET", style, "", "HTTP/1.1 200 ", "Content-Encoding: gzip\r\n");
	check("GET", style, "Accept-Encoding: identity\r\n", "HTTP/1.1 406 ", "NotAcceptableError");
	check("GET", style, "Accept-Encoding: gzip;q=0\r\n", "HTTP/1.1 406 ", "NotAcceptableError");
	check("POST", style, "Content-Length: 0\r\n", "HTTP/1.1 404 ", "no");
	check("GET", PREFIX "/script.js", "", "HTTP/1.1 404 ", "no");
	check("GET", PREFIX "/..%2fstyle", "", "HTTP/1.1 404 ", "no");
	struct buffer answer = ask("GET", script, "Accept-Encoding: gzip\r\n");
	char *body = strstr(answer.data, "\r\n\r\n");
	assert_non_null(body);
	/* The whole of it, and gzip. */
	assert_true(answer.len - (size_t)(body - answer.data) > 100000);
	assert_int_equal((unsigned char)body[4], 0x1f);
	assert_int_equal((unsigned char)body[5], 0x8b);
	buffer_free(&answer);
}

static int start(void **state)
{
	struct http_options options;
	struct error error;
	(void)state;
	http_options_init(&options);
	options.port = 0;
	options.threads = 1;
	options.handler = serve;
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
	    cmocka_unit_test(gives_its_page_to_browsers),
	    cmocka_unit_test(names_its_files_below_the_endpoint),
	    cmocka_unit_test(serves_its_files),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
