/* Connections of a server on loopback: which thread has them, how many there are, how long they last, how they end. */
#include "listen.h"
#include "server.h"
#include "test_server.h"

#include <netinet/tcp.h>
#include <sys/resource.h>

/* Sends a byte now and then until the server hangs up; returns after how many seconds. */
static double trickle(const struct http_server *to, const char *start)
{
	int fd = connect_to(to);
	double began = seconds();
	send_text(fd, start);
	while (seconds() - began < PATIENCE) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		char byte;
		if (poll(&ready, 1, 100) == 1 && recv(fd, &byte, 1, 0) <= 0)
			break;
		send(fd, "x", 1, MSG_NOSIGNAL);
	}
	close(fd);
	return seconds() - began;
}

static void closes_slow_senders(void **state)
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
		assert_true(after > 0.9 && after < PATIENCE);
	}
	struct buffer answer = {0};
	int fd = connect_to(strict);
	double began = seconds();
	send_text(fd, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	receive_end(fd, &answer);
	assert_non_null(strstr(answer.data, "path=/;"));
	assert_true(seconds() - began > 1.9);
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
	assert_true(receive_text(fd, &answer, ";"));
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
	for (double end = seconds() + PATIENCE; atomic_load(&spreading->loops[left].load);) {
		assert_true(seconds() < end);
		pause_for(10);
	}
	for (size_t i = 0; i < ALL; i++) {
		if (fds[i] < 0) {
			fds[i] = connect_to(spreading);
			assert_int_equal(thread_of(fds[i]), left);
		}
	}
	for (size_t i = 0; i < ALL; i++)
		close(fds[i]);
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
	assert_true(receive_text(third, &answer, "thread="));
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

struct gate {
	_Atomic int waiting, open;
};

/* Waits at the gate for "/gate"; else echoes. */
static void wait_at_gate(void *context, struct http_request *request, struct http_response *response)
{
	struct gate *gate = context;
	if (slice_is(request->path, "/gate")) {
		atomic_fetch_add(&gate->waiting, 1);
		while (!atomic_load(&gate->open))
			pause_for(5);
	}
	echo(NULL, request, response);
}

static void wait_until(_Atomic int *number, int at_least)
{
	for (double end = seconds() + PATIENCE; atomic_load(number) < at_least; pause_for(5))
		assert_true(seconds() < end);
}

static void stopping_answers_what_was_read(void **state)
{
	struct http_options options;
	struct error error;
	struct buffer answer = {0};
	struct gate gate = {0};
	pthread_t thread;
	(void)state;
	options_for_tests(&options);
	options.handler = wait_at_gate;
	options.context = &gate;
	struct http_server *ending = http_start(&options, &error);
	assert_non_null(ending);
	uint16_t port = http_port(ending);
	/* The first and the third have a thread, the second has the other. */
	int idle = connect_to(ending), busy = connect_to(ending), posting = connect_to(ending);
	send_text(posting, "POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab");
	/* Two at once: the first is being answered, and is told to be the last. */
	send_text(busy, "GET /gate?1 HTTP/1.1\r\nHost: x\r\n\r\nGET /gate?2 HTTP/1.1\r\nHost: x\r\n\r\n");
	wait_until(&gate.waiting, 1);
	pthread_create(&thread, NULL, stop_in_background, ending);
	/* The server listens no more while it waits for them, and hangs up on who has nothing to say. */
	receive_end(idle, &answer);
	assert_int_equal(answer.len, 0);
	assert_int_equal(try_to_connect(port), ECONNREFUSED);
	send_text(posting, "cd");
	receive_end(posting, &answer);
	assert_non_null(strstr(answer.data, "body=abcd;"));
	answer.len = 0;
	atomic_store(&gate.open, 1);
	receive_end(busy, &answer);
	assert_non_null(strstr(answer.data, "path=/gate;query=1;"));
	assert_non_null(strstr(answer.data, "\r\nConnection: close\r\n"));
	assert_null(strstr(answer.data, "path=/gate;query=2;"));
	assert_int_equal(atomic_load(&gate.waiting), 1);
	buffer_free(&answer);
	pthread_join(thread, NULL);
	close(idle);
	close(busy);
	close(posting);
}

struct aside {
	struct http_request *request;
	struct http_response *response;
	_Atomic int asked;
};

static void put_aside(void *context, struct http_request *request, struct http_response *response)
{
	struct aside *aside = context;
	aside->request = request;
	aside->response = response;
	http_suspend(request);
	atomic_store(&aside->asked, 1);
}

/* Longer than clients have for sending their requests. */
static void stopping_waits_for_what_was_put_aside(void **state)
{
	struct http_options options;
	struct error error;
	struct buffer answer = {0};
	struct aside aside = {0};
	pthread_t thread;
	(void)state;
	options_for_tests(&options);
	options.handler = put_aside;
	options.context = &aside;
	struct http_server *ending = http_start(&options, &error);
	assert_non_null(ending);
	int fd = connect_to(ending), slow = connect_to(ending);
	send_text(slow, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab");
	send_text(fd, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	wait_until(&aside.asked, 1);
	pthread_create(&thread, NULL, stop_in_background, ending);
	/* Who is too slow is cut off. */
	receive_end(slow, &answer);
	assert_int_equal(answer.len, 0);
	pause_for(700);
	buffer_text(&aside.response->body, "late");
	http_resume(aside.request);
	receive_end(fd, &answer);
	assert_non_null(answer.data);
	assert_non_null(strstr(answer.data, "\r\n\r\nlate"));
	buffer_free(&answer);
	pthread_join(thread, NULL);
	close(fd);
	close(slow);
}

static void tells_why_it_can_not_listen(void **state)
{
	struct http_options options;
	struct error error;
	(void)state;
	options_for_tests(&options);
	struct http_server *first = http_start(&options, &error);
	assert_non_null(first);
	options.port = http_port(first);
	assert_null(http_start(&options, &error));
	assert_non_null(strstr(error.message, "Can't listen on 127.0.0.1 port"));
	assert_non_null(strstr(error.message, strerror(EADDRINUSE)));
	/* The port is free again at once, though connections to it have just been closed. */
	int fd = connect_to(first);
	http_stop(first);
	struct http_server *second = http_start(&options, &error);
	assert_non_null(second);
	http_stop(second);
	close(fd);
}

/* Without it a client whose machine is switched off would have its connection for as long as nothing is sent. */
static void notices_clients_that_vanish(void **state)
{
	struct error error;
	uint16_t port;
	int value = 0;
	socklen_t len = sizeof value;
	(void)state;
	int listening = http_listen("127.0.0.1", 0, &port, &error), fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_true(listening >= 0);
	assert_int_equal(connect_socket(fd, port), 0);
	int accepted = accept(listening, NULL, NULL);
	assert_true(accepted >= 0);
	assert_int_equal(getsockopt(accepted, SOL_SOCKET, SO_KEEPALIVE, &value, &len), 0);
	assert_int_equal(value, 1);
	assert_int_equal(getsockopt(accepted, IPPROTO_TCP, TCP_KEEPIDLE, &value, &len), 0);
	assert_in_range(value, 1, 60);
	close(accepted);
	close(fd);
	close(listening);
}

/* The process has no more descriptors: clients wait, and are served when it has. */
static void lets_connections_wait_without_descriptors(void **state)
{
	enum { CLIENTS = 8 };
	struct http_options options;
	struct error error;
	struct rlimit before, tight;
	struct buffer answer = {0};
	int clients[CLIENTS], fillers[256];
	size_t filled = 0;
	(void)state;
	options_for_tests(&options);
	struct http_server *server = http_start(&options, &error);
	assert_non_null(server);
	for (int i = 0; i < CLIENTS; i++)
		clients[i] = socket(AF_INET, SOCK_STREAM, 0);
	getrlimit(RLIMIT_NOFILE, &before);
	tight = before;
	tight.rlim_cur = (rlim_t)clients[CLIENTS - 1] + 40;
	setrlimit(RLIMIT_NOFILE, &tight);
	while (filled < COUNT_OF(fillers) && (fillers[filled] = dup(clients[0])) >= 0)
		filled++;
	assert_int_equal(errno, EMFILE);
	for (int i = 0; i < CLIENTS; i++) {
		assert_int_equal(connect_socket(clients[i], http_port(server)), 0);
		send_text(clients[i], "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	}
	assert_false(receive(clients[0], &answer, 300));
	assert_int_equal(answer.len, 0);
	while (filled)
		close(fillers[--filled]);
	for (int i = 0; i < CLIENTS; i++) {
		answer.len = 0;
		assert_true(receive_text(clients[i], &answer, "method=0;"));
		close(clients[i]);
	}
	setrlimit(RLIMIT_NOFILE, &before);
	buffer_free(&answer);
	http_stop(server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(closes_slow_senders),
	    cmocka_unit_test(spreads_connections_over_threads),
	    cmocka_unit_test(lets_connections_wait_beyond_the_limit),
	    cmocka_unit_test(stopping_answers_what_was_read),
	    cmocka_unit_test(stopping_waits_for_what_was_put_aside),
	    cmocka_unit_test(tells_why_it_can_not_listen),
	    cmocka_unit_test(notices_clients_that_vanish),
	    cmocka_unit_test(lets_connections_wait_without_descriptors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
