/* Answers that go on, and connections that are taken over. */
#include "test_client.h"

#include <pthread.h>

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

/* The owner's first bytes may be there before the answer begins. */
static void pass_on(struct http_request *request, struct http_response *response)
{
	static const char answer[] = "HTTP/1.1 299 Mine\r\nConnection: close\r\n\r\nmine";
	const struct http_channel_events events = {on_receive, on_drained, on_closed, &opened};
	opened.channel = http_pass_on(request, response, &events);
	assert_non_null(opened.channel);
	assert_true(http_channel_send(opened.channel, answer, strlen(answer)));
	atomic_fetch_add(&opened.opened, 1);
}

static void handle(void *context, struct http_request *request, struct http_response *response)
{
	if (slice_is(request->path, "/pass"))
		pass_on(request, response);
	else if (slice_is(request->path, "/stream"))
		open_channel(request, response, false);
	else if (slice_is(request->path, "/take"))
		open_channel(request, response, true);
	else
		echo(context, request, response);
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

static void passes_connections_on(void **state)
{
	(void)state;
	reset_opened();
	int fd = connect_to(server);
	send_text(fd, "POST /pass HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
	assert_true(wait_for(&opened.opened, 1));
	expect(fd, "HTTP/1.1 299 Mine\r\nConnection: close\r\n\r\nmine");
	send_text(fd, "more");
	expect(fd, "more");
	http_channel_end(opened.channel);
	assert_true(ends(fd));
	close(fd);
	assert_true(wait_for(&opened.closed, 1));
}

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

/* ---- the server ends ---- */

static struct http_server *start_server(void)
{
	struct http_options options;
	struct error error;
	options_for_tests(&options);
	options.handler = handle;
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
	    cmocka_unit_test(streams_events),         cmocka_unit_test(answers_head_of_a_stream),
	    cmocka_unit_test(holds_streams_back),     cmocka_unit_test(passes_connections_on),
	    cmocka_unit_test(takes_connections_over), cmocka_unit_test(stopping_ends_channels),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
