/* What goes beyond a request and its answer in memory: files, streams, connections taken over, bodies read as they
 * come. Over real sockets, with clients that are slow, and with more bytes than may lie in memory. */
#include "test_server.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>

enum { MEGABYTE = 1024 * 1024, FILE_SIZE = 200 * MEGABYTE, UPLOAD = 100 * MEGABYTE, SLACK = 24 * MEGABYTE };

static struct http_server *server;
static char file_name[] = "/tmp/lectern-file-XXXXXX";

static unsigned char byte_at(uint64_t offset)
{
	return (unsigned char)(offset ^ offset >> 8 ^ offset >> 16);
}

static void fill(char *into, uint64_t offset, size_t len)
{
	for (size_t i = 0; i < len; i++)
		into[i] = (char)byte_at(offset + i);
}

static void pause_for(int milliseconds)
{
	nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L}, NULL);
}

/* Waits up to 10 s for a flag that another thread sets. */
static bool wait_for(_Atomic int *flag, int value)
{
	for (int i = 0; i < 1000 && atomic_load(flag) < value; i++)
		pause_for(10);
	return atomic_load(flag) >= value;
}

static size_t resident(void)
{
	unsigned long size, pages;
	FILE *file = fopen("/proc/self/statm", "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%lu %lu", &size, &pages), 2);
	fclose(file);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* ---- the server ---- */

struct opened {
	struct http_channel *channel;
	_Atomic int opened, drained, closed, received;
	_Atomic int hold; /* the receiver takes nothing more for now */
};

static struct opened opened;

/* Before each channel, on the client's side. */
static void reset_opened(void)
{
	atomic_store(&opened.opened, 0);
	atomic_store(&opened.drained, 0);
	atomic_store(&opened.closed, 0);
	atomic_store(&opened.received, 0);
	atomic_store(&opened.hold, 0);
}

static bool on_receive(void *context, struct http_channel *channel, struct slice bytes)
{
	struct opened *to = context;
	atomic_fetch_add(&to->received, (int)bytes.len);
	http_channel_send(channel, bytes.ptr, bytes.len);
	return !atomic_load(&to->hold);
}

static void on_drained(void *context, struct http_channel *channel)
{
	struct opened *to = context;
	(void)channel;
	atomic_fetch_add(&to->drained, 1);
}

static void on_closed(void *context, struct http_channel *channel)
{
	struct opened *to = context;
	(void)channel;
	atomic_fetch_add(&to->closed, 1);
}

static void open_channel(struct http_request *request, struct http_response *response, bool take_over)
{
	const struct http_channel_events events = {on_receive, on_drained, on_closed, &opened};
	if (take_over) {
		response->status = 101;
		http_add_field(response, "Upgrade", "echo");
		opened.channel = http_take_over(request, response, &events);
	} else {
		response->content_type = "text/event-stream";
		opened.channel = http_respond_stream(request, response, &events);
	}
	assert_non_null(opened.channel);
	atomic_fetch_add(&opened.opened, 1);
}

struct upload {
	struct http_request *request;
	struct http_response *response;
	_Atomic uint64_t bytes;
	_Atomic uint64_t wrong;
	_Atomic int ended; /* 1 + enum http_body_end */
	bool slow, early;
	_Atomic int paused;
};

static struct upload upload;

static bool on_part(void *context, struct slice part)
{
	struct upload *to = context;
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
	struct upload *to = context;
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
	if (slice_is(request->path, "/file")) {
		struct http_file file = {open(file_name, O_RDONLY | O_CLOEXEC), FILE_SIZE, "\"v1\""};
		response->content_type = "application/octet-stream";
		http_respond_file(request, response, &file);
	} else if (slice_is(request->path, "/stream")) {
		open_channel(request, response, false);
	} else if (slice_is(request->path, "/take")) {
		open_channel(request, response, true);
	} else if (slice_starts_with(request->path, SLICE("/upload"))) {
		read_upload(request, response);
	} else {
		echo(context, request, response);
	}
}

/* ---- the client ---- */

/* Receives a head, and leaves what comes behind it. */
static void receive_head(int fd, struct buffer *head)
{
	char byte;
	head->len = 0;
	while (head->len < 4 || memcmp(head->data + head->len - 4, "\r\n\r\n", 4) != 0) {
		assert_int_equal(recv(fd, &byte, 1, 0), 1);
		buffer_byte(head, byte);
	}
	buffer_terminate(head);
}

static void receive_exactly(int fd, char *into, size_t len)
{
	while (len) {
		ssize_t got = recv(fd, into, len, 0);
		assert_true(got > 0);
		into += got;
		len -= (size_t)got;
	}
}

static void expect(int fd, const char *text)
{
	char got[256] = "";
	receive_exactly(fd, got, strlen(text));
	assert_string_equal(got, text);
}

static bool ends(int fd)
{
	char byte;
	return recv(fd, &byte, 1, 0) <= 0;
}

static int ask(const char *request, struct buffer *head)
{
	int fd = connect_to(server);
	send_text(fd, request);
	receive_head(fd, head);
	return fd;
}

static void still_serves(void)
{
	struct buffer head = {0};
	int fd = ask("GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", &head);
	assert_non_null(strstr(head.data, "HTTP/1.1 200 "));
	buffer_free(&head);
	close(fd);
}

/* ---- files ---- */

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

/* ---- streams ---- */

static void *send_events(void *context)
{
	struct opened *to = context;
	assert_true(wait_for(&to->opened, 1));
	for (int i = 0; i < 3; i++) {
		char text[32];
		snprintf(text, sizeof text, "data: %d\n\n", i);
		assert_true(http_channel_send(to->channel, text, strlen(text)));
		pause_for(50);
	}
	http_channel_end(to->channel);
	return NULL;
}

static void check_events(const char *request, bool chunked)
{
	struct buffer head = {0};
	pthread_t thread;
	reset_opened();
	pthread_create(&thread, NULL, send_events, &opened);
	int fd = ask(request, &head);
	assert_non_null(strstr(head.data, "HTTP/1.1 200 OK\r\n"));
	assert_non_null(strstr(head.data, "\r\nContent-Type: text/event-stream\r\n"));
	assert_int_equal(strstr(head.data, "\r\nTransfer-Encoding: chunked\r\n") != NULL, chunked);
	assert_null(strstr(head.data, "Content-Length"));
	for (int i = 0; i < 3; i++) {
		char text[48];
		snprintf(text, sizeof text, chunked ? "9\r\ndata: %d\n\n\r\n" : "data: %d\n\n", i);
		expect(fd, text);
	}
	if (chunked)
		expect(fd, "0\r\n\r\n");
	assert_true(ends(fd));
	pthread_join(thread, NULL);
	assert_true(wait_for(&opened.closed, 1));
	buffer_free(&head);
	close(fd);
}

static void streams_events(void **state)
{
	(void)state;
	check_events("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n", true);
	check_events("GET /stream HTTP/1.0\r\n\r\n", false);
}

static void answers_head_of_a_stream(void **state)
{
	struct buffer head = {0};
	(void)state;
	reset_opened();
	int fd = ask("HEAD /stream HTTP/1.1\r\nHost: x\r\n\r\n", &head);
	assert_true(ends(fd));
	assert_true(wait_for(&opened.closed, 1));
	assert_false(http_channel_send(opened.channel, "x", 1));
	http_channel_end(opened.channel);
	buffer_free(&head);
	close(fd);
}

/* A client that takes nothing makes the owner wait; one that takes it again has him told; one that leaves, too. */
static void holds_streams_back(void **state)
{
	struct buffer head = {0};
	static char part[64 * 1024], got[sizeof part];
	size_t sent = 0, before = resident();
	(void)state;
	reset_opened();
	fill(part, 0, sizeof part);
	int fd = ask("GET /stream HTTP/1.0\r\n\r\n", &head);
	assert_true(wait_for(&opened.opened, 1));
	for (int refused = 0; refused < 20; pause_for(5)) {
		while (http_channel_send(opened.channel, part, sizeof part))
			sent++;
		refused++;
	}
	assert_true(sent > 16 && sent * sizeof part < SLACK);
	if (!getenv("LECTERN_SANITIZED"))
		assert_true(resident() < before + SLACK);
	still_serves();
	assert_int_equal(atomic_load(&opened.closed), 0);
	for (size_t i = 0; i < sent; i++) {
		receive_exactly(fd, got, sizeof got);
		assert_memory_equal(got, part, sizeof part);
	}
	assert_true(wait_for(&opened.drained, 1));
	assert_true(http_channel_send(opened.channel, part, sizeof part));
	close(fd);
	assert_true(wait_for(&opened.closed, 1));
	assert_false(http_channel_send(opened.channel, part, sizeof part));
	http_channel_end(opened.channel);
	buffer_free(&head);
}

/* ---- connections taken over ---- */

static void takes_connections_over(void **state)
{
	struct buffer head = {0};
	(void)state;
	reset_opened();
	/* The first bytes come with the request. */
	int fd = ask("GET /take HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nearly", &head);
	assert_true(wait_for(&opened.opened, 1));
	assert_non_null(strstr(head.data, "HTTP/1.1 101 Switching Protocols\r\n"));
	assert_non_null(strstr(head.data, "\r\nUpgrade: echo\r\n"));
	assert_null(strstr(head.data, "\r\nContent-Length: "));
	assert_null(strstr(head.data, "\r\nContent-Type: "));
	assert_null(strstr(head.data, "Connection: close"));
	assert_non_null(strstr(head.data, "\r\nConnection: Upgrade\r\n"));
	expect(fd, "early");
	send_text(fd, "GET / HTTP/1.1\r\n");
	expect(fd, "GET / HTTP/1.1\r\n");
	/* Held back, then going on. */
	atomic_store(&opened.hold, 1);
	send_text(fd, "a");
	expect(fd, "a");
	send_text(fd, "b");
	pause_for(100);
	assert_int_equal(atomic_load(&opened.received), 22);
	atomic_store(&opened.hold, 0);
	http_channel_read_on(opened.channel);
	expect(fd, "b");
	http_channel_end(opened.channel);
	assert_true(ends(fd));
	close(fd);
	assert_true(wait_for(&opened.closed, 1));
	buffer_free(&head);
}

/* ---- bodies ---- */

struct sender {
	int fd;
	uint64_t total;
	bool chunked;
	_Atomic uint64_t sent;
};

static void *send_body(void *context)
{
	struct sender *sender = context;
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
	struct sender sender = {.total = UPLOAD, .chunked = chunked};
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
	struct sender sender = {.total = 30 * MEGABYTE, .chunked = chunked};
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

/* ---- the server ends ---- */

static struct http_server *start_server(void)
{
	struct http_options options;
	struct error error;
	options_for_tests(&options);
	options.handler = handle;
	options.streams_body = is_upload;
	return http_start(&options, &error);
}

static void stopping_ends_channels(void **state)
{
	struct http_server *other = server;
	struct buffer head = {0};
	(void)state;
	for (int i = 0; i < 2; i++) {
		reset_opened();
		server = start_server();
		assert_non_null(server);
		int fd = ask(i ? "GET /take HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"
		               : "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n",
		             &head);
		assert_true(wait_for(&opened.opened, 1));
		assert_true(http_channel_send(opened.channel, "last", 4));
		http_stop(server);
		assert_int_equal(atomic_load(&opened.closed), 1);
		assert_false(http_channel_send(opened.channel, "x", 1));
		http_channel_end(opened.channel);
		expect(fd, i ? "last" : "4\r\nlast\r\n0\r\n\r\n");
		assert_true(ends(fd));
		close(fd);
	}
	server = other;
	buffer_free(&head);
}

static int start(void **state)
{
	static char part[MEGABYTE];
	(void)state;
	int fd = mkstemp(file_name);
	for (uint64_t at = 0; at < FILE_SIZE; at += sizeof part) {
		fill(part, at, sizeof part);
		if (write(fd, part, sizeof part) != (ssize_t)sizeof part)
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
	    cmocka_unit_test(streams_events),
	    cmocka_unit_test(answers_head_of_a_stream),
	    cmocka_unit_test(holds_streams_back),
	    cmocka_unit_test(takes_connections_over),
	    cmocka_unit_test(reads_large_bodies),
	    cmocka_unit_test(holds_bodies_back),
	    cmocka_unit_test(refuses_what_is_too_large_or_broken),
	    cmocka_unit_test(stopping_ends_channels),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
