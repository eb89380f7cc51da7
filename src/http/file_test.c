/* Answers that are files: whole, and in parts. */
#include "test_client.h"

#include <fcntl.h>

enum { FILE_SIZE = 200 * MEGABYTE };

static char file_name[] = "/tmp/lectern-file-XXXXXX";

static void handle(void *context, struct http_request *request, struct http_response *response)
{
	if (!slice_is(request->path, "/file")) {
		echo(context, request, response);
		return;
	}
	struct http_file file = {
	    .descriptor = open(file_name, O_RDONLY | O_CLOEXEC), .size = FILE_SIZE, .etag = "\"v1\""};
	response->content_type = "application/octet-stream";
	http_respond_file(request, response, &file);
}

static void sends_large_files(void **state)
{
	struct buffer head = {0};
	static char got[256 * 1024], wanted[sizeof got];
	(void)state;
	size_t before = resident();
	int fd = ask("GET /file HTTP/1.1\r\nHost: x\r\n\r\n", &head);
	assert_non_null(strstr(head.data, "HTTP/1.1 200 OK\r\n"));
	assert_non_null(strstr(head.data, "\r\nContent-Length: 209715200\r\n"));
	assert_non_null(strstr(head.data, "\r\nContent-Type: application/octet-stream\r\n"));
	assert_non_null(strstr(head.data, "\r\nAccept-Ranges: bytes\r\n"));
	for (uint64_t at = 0; at < FILE_SIZE; at += sizeof got) {
		receive_exactly(fd, got, sizeof got);
		fill(wanted, at, sizeof got);
		assert_memory_equal(got, wanted, sizeof got);
		/* A client that takes its time keeps nobody from being served. */
		if (at % (50 * MEGABYTE) == 0) {
			pause_for(100);
			still_serves();
		}
	}
	if (!getenv("LECTERN_SANITIZED"))
		assert_true(resident() < before + SLACK);
	/* The connection goes on. */
	send_text(fd, "HEAD /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	receive_head(fd, &head);
	assert_non_null(strstr(head.data, "\r\nContent-Length: 209715200\r\n"));
	assert_true(ends(fd));
	buffer_free(&head);
	close(fd);
}

static void sends_parts_of_files(void **state)
{
	static const struct {
		const char *header, *status, *range;
		uint64_t first;
		size_t len;
	} cases[] = {
	    {"Range: bytes=0-0", "206 Partial Content", "bytes 0-0/209715200", 0, 1},
	    {"Range: bytes=1000-1999", "206 Partial Content", "bytes 1000-1999/209715200", 1000, 1000},
	    {"Range: BYTES=209715190-", "206 Partial Content", "bytes 209715190-209715199/209715200", 209715190, 10},
	    {"Range: bytes=209715190-99999999999999999999", "206 Partial Content",
	     "bytes 209715190-209715199/209715200", 209715190, 10},
	    {"Range: bytes=-5", "206 Partial Content", "bytes 209715195-209715199/209715200", 209715195, 5},
	    {"Range: bytes=5-9\r\nIf-Range: \"v1\"", "206 Partial Content", "bytes 5-9/209715200", 5, 5},
	    {"Range: bytes=209715200-", "416 Range Not Satisfiable", "bytes */209715200", 0, 0},
	    {"Range: bytes=-0", "416 Range Not Satisfiable", "bytes */209715200", 0, 0},
	    {"Range: bytes=5-9\r\nIf-Range: \"v0\"", "200 OK", NULL, 0, 10},
	    {"Range: bytes=9-5", "200 OK", NULL, 0, 10},
	    {"Range: bytes=0-1,3-4", "200 OK", NULL, 0, 10},
	    {"Range: lines=0-1", "200 OK", NULL, 0, 10},
	    {"Range: bytes=a-b", "200 OK", NULL, 0, 10},
	    {"Range: bytes=-", "200 OK", NULL, 0, 10},
	    {"If-None-Match: \"v0\", W/\"v1\"", "304 Not Modified", NULL, 0, 0},
	    {"If-None-Match: \"v0\"", "200 OK", NULL, 0, 10},
	};
	struct buffer request = {0}, head = {0};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char got[1000], wanted[1000];
		request.len = 0;
		buffer_format(&request, "GET /file HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n", cases[i].header);
		int fd = ask(buffer_terminate(&request), &head);
		assert_memory_equal(head.data + 9, cases[i].status, strlen(cases[i].status));
		const char *range = strstr(head.data, "\r\nContent-Range: ");
		assert_int_equal(range != NULL, cases[i].range != NULL);
		if (range)
			assert_memory_equal(range + 17, cases[i].range, strlen(cases[i].range));
		receive_exactly(fd, got, cases[i].len);
		fill(wanted, cases[i].first, cases[i].len);
		assert_memory_equal(got, wanted, cases[i].len);
		close(fd);
	}
	buffer_free(&request);
	buffer_free(&head);
}

static struct http_server *start_server(void)
{
	struct http_options options;
	struct error error;
	options_for_tests(&options);
	options.handler = handle;
	return http_start(&options, &error);
}

static int start(void **state)
{
	static char bytes[MEGABYTE];
	(void)state;
	int fd = mkstemp(file_name);
	for (uint64_t at = 0; at < FILE_SIZE; at += sizeof bytes) {
		fill(bytes, at, sizeof bytes);
		if (write(fd, bytes, sizeof bytes) != (ssize_t)sizeof bytes)
			return -1;
	}
	close(fd);
	server = start_server();
	return server ? 0 : -1;
}

static int stop(void **state)
{
	(void)state;
	http_stop(server);
	unlink(file_name);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sends_large_files),
	    cmocka_unit_test(sends_parts_of_files),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
