/* Connections of one loop take turns: none keeps the others waiting, however much it has to say or to hear. */
#include "connection.h"
#include "test_server.h"

#include <dlfcn.h>
#include <pthread.h>

/* ---- requests sent ahead ---- */

enum { AHEAD = 30 };

struct order {
	_Atomic int handled;     /* requests, of whomever */
	_Atomic int other;       /* its place among them; 0: not yet */
	_Atomic int other_asked; /* its request has been sent */
};

/* The first request takes until the other client has asked, and a moment longer. */
static void note_order(void *context, struct http_request *request, struct http_response *response)
{
	struct order *order = context;
	int place = atomic_fetch_add(&order->handled, 1) + 1;
	buffer_text(&response->body, "ok;");
	if (slice_is(request->path, "/other")) {
		atomic_store(&order->other, place);
		return;
	}
	for (double end = seconds() + PATIENCE; place == 1 && !atomic_load(&order->other_asked) && seconds() < end;)
		pause_for(5);
	pause_for(20);
}

static void requests_sent_ahead_let_others_in(void **state)
{
	struct http_options options;
	struct error error;
	struct order order = {0};
	struct buffer ahead = {0}, answer = {0};
	(void)state;
	options_for_tests(&options);
	options.threads = 1;
	options.handler = note_order;
	options.context = &order;
	struct http_server *server = http_start(&options, &error);
	assert_non_null(server);
	int greedy = connect_to(server), other = connect_to(server);
	for (int i = 0; i < AHEAD; i++)
		buffer_format(&ahead, "GET /%d HTTP/1.1\r\nHost: x\r\n%s\r\n", i,
		              i + 1 == AHEAD ? "Connection: close\r\n" : "");
	send_all(greedy, ahead.data, ahead.len);
	for (double end = seconds() + PATIENCE; !atomic_load(&order.handled); pause_for(1))
		assert_true(seconds() < end);
	send_text(other, "GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
	atomic_store(&order.other_asked, 1);
	assert_true(receive_text(other, &answer, "ok;"));
	assert_in_range(atomic_load(&order.other), 2, 3);
	/* And all of the others are answered. */
	answer.len = 0;
	receive_end(greedy, &answer);
	assert_int_equal(atomic_load(&order.handled), AHEAD + 1);
	buffer_free(&ahead);
	buffer_free(&answer);
	close(greedy);
	close(other);
	http_stop(server);
}

/* ---- answers that are taken as fast as they come ---- */

static size_t most_sent; /* bytes that a call of sendmsg takes; 0: as many as the system does */
static int sends;

/* In place of the system's: as if the client had taken all that was sent whenever more is. */
ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	static ssize_t (*real)(int, const struct msghdr *, int);
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "sendmsg");
	if (!most_sent)
		return real(fd, message, flags);
	size_t all = 0;
	for (size_t i = 0; i < message->msg_iovlen; i++)
		all += message->msg_iov[i].iov_len;
	sends++;
	return (ssize_t)(all < most_sent ? all : most_sent);
}

static void answer_large(void *context, struct http_request *request, struct http_response *response)
{
	(void)context;
	(void)request;
	buffer_reserve(&response->body, 1000000);
	memset(response->body.data, 'x', 1000000);
	response->body.len = 1000000;
}

/* A loop without its thread: the test goes through its steps. */
static void large_answers_let_others_in(void **state)
{
	static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
	static struct http_server server;
	static struct loop loop;
	struct sockaddr_storage address = {.ss_family = AF_INET};
	int fds[2];
	(void)state;
	http_options_init(&server.options);
	server.options.handler = answer_large;
	server.loops = &loop;
	server.acceptor.server = &server;
	pthread_mutex_init(&server.acceptor.lock, NULL);
	server.arena = arena_create();
	constant_headers_init(&server.headers, server.arena, NULL, "lectern");
	assert_true(loop_init(&loop, &server, 0));
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
	struct connection *connection = connection_create(fds[0], &address);
	connection->loop = &loop;
	server.acceptor.connections++;
	atomic_fetch_add(&loop.load, 1);
	connection_begin(connection);
	assert_int_equal(send(fds[1], request, sizeof request - 1, 0), sizeof request - 1);
	most_sent = 10000;
	connection->readable = true;
	connection_run(connection);
	/* One part, then the others have their turn until the system tells that there is room. */
	assert_int_equal(sends, 1);
	assert_int_equal(connection->state, CONNECTION_SENDING);
	for (int i = 2; connection->state == CONNECTION_SENDING; i++) {
		connection->writable = true;
		connection_run(connection);
		assert_int_equal(sends, i);
	}
	assert_true(sends > 100);
	assert_int_equal(connection->state, CONNECTION_IDLE);
	most_sent = 0;
	connection_close(connection);
	loop_free(&loop);
	arena_destroy(server.arena);
	close(fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(requests_sent_ahead_let_others_in),
	    cmocka_unit_test(large_answers_let_others_in),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
