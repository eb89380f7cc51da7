/* Bodies that are read as they come, with slow clients, slow readers, and more bytes than may lie in memory. */
#include "test_client.h"

#include <pthread.h>

enum { UPLOAD = 100 * MEGABYTE };

struct kept_upload {
	struct http_request *request;
	struct http_response *response;
	_Atomic uint64_t bytes;
	_Atomic uint64_t wrong;
	_Atomic int ended; /* 1 + enum http_body_end */
	bool slow, early;
	_Atomic int paused;
};

static struct kept_upload upload;

static bool on_part(void *context, struct slice part)
{
	struct kept_upload *to = context;
	uint64_t at = atomic_load(&to->bytes), wrong = 0;
	for (size_t i = 0; i < part.len; i++)
		wrong += (unsigned char)part.ptr[i] != byte_at(at + i);
	atomic_fetch_add(&to->wrong, wrong);
	atomic_store(&to->bytes, at + part.len);
	if (to->early) {
		buffer_text(&to->response->body, "enough");
		http_resume(to->request);
		to->early = false;
		return false;
	}
	if (to->slow)
		atomic_fetch_add(&to->paused, 1);
	return !to->slow;
}

static void on_end(void *context, enum http_body_end end)
{
	struct kept_upload *to = context;
	atomic_store(&to->ended, 1 + (int)end);
	if (end == HTTP_BODY_TOO_LARGE) {
		struct error error;
		error_set(&error, 413, "PayloadTooLargeError", "Too much");
		http_respond_error(to->response, &error);
	} else {
		buffer_format(&to->response->body, "bytes=%llu;wrong=%llu;",
		              (unsigned long long)atomic_load(&to->bytes), (unsigned long long)atomic_load(&to->wrong));
	}
	http_resume(to->request);
}

/* Before each upload, on the client's side. */
static void reset_upload(void)
{
	atomic_store(&upload.bytes, 0);
	atomic_store(&upload.ended, 0);
	atomic_store(&upload.paused, 0);
	atomic_store(&upload.wrong, 0);
}

static void read_upload(struct http_request *request, struct http_response *response)
{
	struct http_body_reader reader = {on_part, on_end, &upload, (uint64_t)UPLOAD * 2};
	assert_true(request->body_follows);
	upload.request = request;
	upload.response = response;
	upload.slow = slice_is(request->path, "/upload/slow");
	upload.early = slice_is(request->path, "/upload/early");
	if (slice_is(request->path, "/upload/small"))
		reader.most = 1000;
	if (slice_is(request->path, "/upload/unread"))
		buffer_text(&response->body, "unread");
	else
		http_read_body(request, &reader);
}

static bool is_upload(void *context, const struct http_request *request)
{
	(void)context;
	return slice_starts_with(request->path, SLICE("/upload"));
}

static void handle(void *context, struct http_request *request, struct http_response *response)
{
	if (is_upload(context, request))
		read_upload(request, response);
	else
		echo(context, request, response);
}

/* ---- the client ---- */

struct client_thread {
	int fd;
	uint64_t total;
	bool chunked;
	_Atomic uint64_t sent;
};

static void *send_body(void *context)
{
	struct client_thread *sender = context;
	static char part[64 * 1024 + 32];
	for (uint64_t at = 0; at < sender->total;) {
		size_t len = sender->total - at < 64 * 1024 ? (size_t)(sender->total - at) : 64 * 1024;
		int before = sender->chunked ? sprintf(part, "%zx\r\n", len) : 0;
		fill(part + before, at, len);
		if (sender->chunked)
			memcpy(part + before + len, "\r\n", 2);
		send_all(sender->fd, part, (size_t)before + len + (sender->chunked ? 2 : 0));
		at += len;
		atomic_store(&sender->sent, at);
	}
	if (sender->chunked)
		send_text(sender->fd, "0\r\n\r\n");
	return NULL;
}

static void check_upload(bool chunked)
{
	struct buffer head = {0}, request = {0};
	struct client_thread sender = {.total = UPLOAD, .chunked = chunked};
	pthread_t thread;
	size_t before = resident();
	if (chunked)
		buffer_text(&request, "POST /upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
	else
		buffer_format(&request, "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", (int)UPLOAD);
	reset_upload();
	sender.fd = connect_to(server);
	send_text(sender.fd, buffer_terminate(&request));
	pthread_create(&thread, NULL, send_body, &sender);
	receive_head(sender.fd, &head);
	expect(sender.fd, "bytes=104857600;wrong=0;");
	pthread_join(thread, NULL);
	if (!getenv("LECTERN_SANITIZED"))
		assert_true(resident() < before + SLACK);
	/* The connection goes on. */
	send_text(sender.fd, "GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	receive_head(sender.fd, &head);
	assert_non_null(strstr(head.data, "HTTP/1.1 200 "));
	buffer_free(&head);
	buffer_free(&request);
	close(sender.fd);
}

static void reads_large_bodies(void **state)
{
	(void)state;
	check_upload(false);
	check_upload(true);
}

/* A reader that is slow makes the client wait. */
static void check_held_back(bool chunked)
{
	struct buffer head = {0};
	struct client_thread sender = {.total = 30 * MEGABYTE, .chunked = chunked};
	pthread_t thread;
	reset_upload();
	sender.fd = connect_to(server);
	send_text(sender.fd, chunked ? "POST /upload/slow HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
	                             : "POST /upload/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 31457280\r\n\r\n");
	pthread_create(&thread, NULL, send_body, &sender);
	assert_true(wait_for(&upload.paused, 1));
	pause_for(300);
	/* What has come in one piece, and no more; the rest lies with the system, whose buffers are limited. */
	assert_true(atomic_load(&upload.bytes) <= 64 * 1024);
	assert_true(atomic_load(&sender.sent) < 20 * MEGABYTE);
	still_serves();
	while (!atomic_load(&upload.ended)) {
		int paused = atomic_load(&upload.paused);
		http_body_continue(upload.request);
		for (int i = 0; i < 1000 && atomic_load(&upload.paused) == paused && !atomic_load(&upload.ended); i++)
			nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
	}
	receive_head(sender.fd, &head);
	expect(sender.fd, "bytes=31457280;wrong=0;");
	pthread_join(thread, NULL);
	buffer_free(&head);
	close(sender.fd);
}

static void holds_bodies_back(void **state)
{
	(void)state;
	check_held_back(false);
	check_held_back(true);
}

static void refuses_what_is_too_large_or_broken(void **state)
{
	struct buffer head = {0};
	char part[1001];
	(void)state;
	fill(part, 0, sizeof part);
	reset_upload();
	int fd = connect_to(server);
	send_text(fd, "POST /upload/small HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
	send_all(fd, part, sizeof part);
	receive_head(fd, &head);
	assert_non_null(strstr(head.data, "HTTP/1.1 413 "));
	assert_non_null(strstr(head.data, "\r\nConnection: close\r\n"));
	assert_int_equal(atomic_load(&upload.ended), 1 + HTTP_BODY_TOO_LARGE);
	close(fd);
	/* The client leaves in the middle. */
	reset_upload();
	fd = connect_to(server);
	send_text(fd, "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
	send_all(fd, part, sizeof part);
	close(fd);
	assert_true(wait_for(&upload.ended, 1));
	assert_int_equal(atomic_load(&upload.ended), 1 + HTTP_BODY_BROKEN);
	/* Malformed chunks. */
	reset_upload();
	fd = connect_to(server);
	send_text(fd, "POST /upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n");
	send_all(fd, part, 1);
	send_text(fd, "\n");
	assert_true(ends(fd));
	assert_int_equal(atomic_load(&upload.ended), 1 + HTTP_BODY_BROKEN);
	close(fd);
	/* The owner has seen enough, or does not want it at all. */
	reset_upload();
	fd = ask("POST /upload/early HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n0123456789", &head);
	assert_non_null(strstr(head.data, "\r\nConnection: close\r\n"));
	expect(fd, "enough");
	close(fd);
	reset_upload();
	fd = ask("POST /upload/unread HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n0123456789", &head);
	assert_non_null(strstr(head.data, "\r\nConnection: close\r\n"));
	expect(fd, "unread");
	close(fd);
	/* Who asks first is told to send only when somebody reads. */
	reset_upload();
	fd = connect_to(server);
	send_text(fd, "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
	expect(fd, "HTTP/1.1 100 Continue\r\n\r\n");
	send_all(fd, part, 5);
	receive_head(fd, &head);
	expect(fd, "bytes=5;wrong=0;");
	close(fd);
	reset_upload();
	fd = ask("POST /upload/unread HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n", &head);
	assert_non_null(strstr(head.data, "HTTP/1.1 200 "));
	close(fd);
	buffer_free(&head);
	still_serves();
}

static struct http_server *start_server(void)
{
	struct http_options options;
	struct error error;
	options_for_tests(&options);
	options.handler = handle;
	options.streams_body = is_upload;
	return http_start(&options, &error);
}

static int start(void **state)
{
	(void)state;
	server = start_server();
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
	    cmocka_unit_test(reads_large_bodies),
	    cmocka_unit_test(holds_bodies_back),
	    cmocka_unit_test(refuses_what_is_too_large_or_broken),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
