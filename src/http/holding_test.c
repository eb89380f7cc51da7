/* What connections hold: answers that are not taken, bodies that do not end, and connections that say nothing. */
#include "server.h"
#include "test_server.h"

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

enum { LARGE = 16 * 1024 * 1024 };

/* An answer that no socket takes at once. */
static void answer_large(void *context, struct http_request *request, struct http_response *response)
{
	(void)context;
	if (!slice_is(request->path, "/large"))
		return;
	buffer_reserve(&response->body, LARGE);
	memset(response->body.data, 'x', LARGE);
	response->body.len = LARGE;
}

static bool is_sanitized(void)
{
	return getenv("LECTERN_SANITIZED") != NULL;
}

/* The most memory that the process had since the last call, in bytes; 0 where the system does not tell. */
static size_t most_resident(void)
{
	char line[200];
	unsigned long most = 0;
	FILE *status = fopen("/proc/self/status", "r"), *reset = fopen("/proc/self/clear_refs", "w");
	while (status && fgets(line, sizeof line, status))
		sscanf(line, "VmHWM: %lu", &most);
	bool told = status && reset && fputs("5", reset) >= 0;
	if (status)
		fclose(status);
	if (reset && fclose(reset) != 0)
		told = false;
	return told ? most * 1024 : 0;
}

/* `room`: bytes that the client's system takes for it; 0: as many as it likes. */
static int ask_on(const struct http_server *to, const char *path, int room)
{
	char request[200];
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (room)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
	assert_int_equal(connect_socket(fd, http_port(to)), 0);
	snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
	send_text(fd, request);
	return fd;
}

/* The head of an answer, byte by byte: nothing behind it is taken. */
static const char *receive_head(int fd)
{
	static char head[4096];
	size_t len = 0;
	while (len + 1 < sizeof head && recv(fd, head + len, 1, 0) == 1) {
		head[++len] = '\0';
		if (len >= 4 && memcmp(head + len - 4, "\r\n\r\n", 4) == 0)
			break;
	}
	head[len] = '\0';
	return head;
}

/* Clients that ask for much and take nothing. */
static void limits_what_answers_hold(void **state)
{
	enum { CLIENTS = 30, MOST = 4 };
	struct http_options options;
	struct error error;
	int fds[CLIENTS], answered = 0, refused = 0;
	(void)state;
	options_for_tests(&options);
	options.handler = answer_large;
	options.max_answers = (size_t)MOST * LARGE;
	struct http_server *tight = http_start(&options, &error);
	assert_non_null(tight);
	size_t before = resident();
	for (int i = 0; i < CLIENTS; i++)
		fds[i] = ask_on(tight, "/large", 4096);
	for (int i = 0; i < CLIENTS; i++) {
		const char *head = receive_head(fds[i]);
		answered += strstr(head, " 200 ") != NULL;
		if (strstr(head, " 503 ")) {
			refused++;
			assert_non_null(strstr(head, "\r\nRetry-After: "));
		}
	}
	assert_int_equal(answered, MOST);
	assert_int_equal(refused, CLIENTS - MOST);
	if (!is_sanitized())
		assert_true(resident() < before + (size_t)(MOST + 3) * LARGE);
	/* What is small is answered all the same. */
	int small = ask_on(tight, "/small", 0);
	assert_non_null(strstr(receive_head(small), " 200 "));
	close(small);
	for (int i = 0; i < CLIENTS; i++)
		close(fds[i]);
	/* When they have gone, there is room again. */
	const double end = seconds() + PATIENCE;
	for (bool taken = false; !taken; pause_for(20)) {
		assert_true(seconds() < end);
		int again = ask_on(tight, "/large", 0);
		taken = strstr(receive_head(again), " 200 ") != NULL;
		close(again);
	}
	http_stop(tight);
}

static unsigned connections_of(struct http_server *server)
{
	pthread_mutex_lock(&server->acceptor.lock);
	unsigned count = server->acceptor.connections;
	pthread_mutex_unlock(&server->acceptor.lock);
	return count;
}

/* A client that takes a little now and then is cut off, one that takes enough is not. */
static void closes_slow_readers(void **state)
{
	struct http_options options;
	struct error error;
	static char part[256 * 1024];
	(void)state;
	options_for_tests(&options);
	options.handler = answer_large;
	options.request_timeout = 2;
	struct http_server *strict = http_start(&options, &error);
	assert_non_null(strict);
	int slow = ask_on(strict, "/large", 4096), steady = ask_on(strict, "/large", 0);
	receive_head(slow);
	receive_head(steady);
	size_t got = 0, slowly = 0;
	/* The steady one takes a part each time, the slow one a hundred bytes, until the server has only one of them.
	 */
	for (double end = seconds() + PATIENCE; connections_of(strict) != 1; pause_for(50)) {
		assert_true(seconds() < end);
		ssize_t more = recv(steady, part, sizeof part, MSG_DONTWAIT);
		got += more > 0 ? (size_t)more : 0;
		more = recv(slow, part, 100, MSG_DONTWAIT);
		slowly += more > 0 ? (size_t)more : 0;
	}
	assert_true(slowly < LARGE / 2);
	for (ssize_t more; got < LARGE && (more = recv(steady, part, sizeof part, 0)) > 0;)
		got += (size_t)more;
	assert_int_equal(got, LARGE);
	close(slow);
	close(steady);
	http_stop(strict);
}

/* Bytes that have come for the server, and that it has not read. */
static unsigned long unread_by(const struct http_server *server)
{
	char line[300];
	unsigned long all = 0;
	FILE *sockets = fopen("/proc/net/tcp", "r");
	assert_non_null(sockets);
	while (fgets(line, sizeof line, sockets)) {
		unsigned port;
		unsigned long waiting;
		/* sl local_address rem_address st tx_queue:rx_queue … */
		if (sscanf(line, " %*u: %*x:%4x %*x:%*x %*x %*x:%8lx", &port, &waiting) == 2 &&
		    port == http_port(server))
			all += waiting;
	}
	fclose(sockets);
	return all;
}

/* Clients that send most of a body and then nothing. */
static void limits_what_bodies_hold(void **state)
{
	enum { BODY = 1024 * 1024, CLIENTS = 400, ROOM = 40 };
	struct http_options options;
	struct error error;
	struct buffer request = {0};
	int fds[CLIENTS], answered = 0, refused = 0;
	(void)state;
	options_for_tests(&options);
	options.max_body = BODY;
	struct http_server *tight = http_start(&options, &error);
	assert_non_null(tight);
	buffer_format(&request, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", (int)BODY);
	size_t head = request.len;
	buffer_reserve(&request, BODY);
	memset(request.data + head, 'x', BODY);
	/* Others have most of the sum. */
	const size_t others = JSON_MOST_BYTES - (size_t)ROOM * BODY;
	assert_true(json_take(others));
	size_t before = most_resident() ? resident() : 0;
	for (int i = 0; i < CLIENTS; i++) {
		fds[i] = connect_to(tight);
		send_all(fds[i], request.data, head + BODY - 1);
	}
	for (double end = seconds() + PATIENCE; unread_by(tight); pause_for(20))
		assert_true(seconds() < end);
	pause_for(100);
	/* The last bytes of all. */
	for (int i = 0; i < CLIENTS; i++) {
		send_text(fds[i], "x");
		const char *answer = receive_head(fds[i]);
		answered += strstr(answer, " 200 ") != NULL;
		if (strstr(answer, " 503 ")) {
			refused++;
			assert_non_null(strstr(answer, "\r\nRetry-After: "));
		}
		close(fds[i]);
	}
	assert_int_equal(answered + refused, CLIENTS);
	assert_in_range(answered, 1, ROOM + 2);
	/* Not 400 of them at any time, but as many as there is room for. */
	if (!is_sanitized() && before)
		assert_true(most_resident() < before + (size_t)(ROOM + 40) * BODY);
	buffer_free(&request);
	http_stop(tight);
	/* All is given back. */
	json_give_back(others);
	assert_true(json_take(JSON_MOST_BYTES));
	json_give_back(JSON_MOST_BYTES);
}

/* Opens connections up to `count`; every other one asks once. */
static void open_idle(const struct http_server *to, int *fds, int from, int count)
{
	struct buffer answer = {0};
	for (int i = from; i < count; i++) {
		fds[i] = connect_to(to);
		if (i % 2) {
			send_text(fds[i], "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
			answer.len = 0;
			assert_true(receive_text(fds[i], &answer, "method=0;"));
		}
	}
	/* All have been taken over by their loops when the last one is answered, which has one connection each. */
	for (int i = count - 4; i < count; i++) {
		send_text(fds[i], "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
		answer.len = 0;
		assert_true(receive_text(fds[i], &answer, "method=0;"));
	}
	buffer_free(&answer);
}

/* Counted: bytes that were allocated for two thousand connections more. */
static void idle_connections_are_small(void **state)
{
	enum { FIRST = 200, COUNT = 2200, MOST = 2048 };
	struct rlimit files;
	struct http_options options;
	struct error error;
	static int fds[COUNT];
	(void)state;
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	if (is_sanitized() || files.rlim_cur < (rlim_t)2 * COUNT + 100)
		skip();
	options_for_tests(&options);
	struct http_server *roomy = http_start(&options, &error);
	assert_non_null(roomy);
	open_idle(roomy, fds, 0, FIRST);
	size_t before = mallinfo2().uordblks;
	open_idle(roomy, fds, FIRST, COUNT);
	size_t each = (mallinfo2().uordblks - before) / (COUNT - FIRST);
	assert_true(each > 0 && each < MOST);
	for (int i = 0; i < COUNT; i++)
		close(fds[i]);
	http_stop(roomy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(limits_what_answers_hold),
	    cmocka_unit_test(closes_slow_readers),
	    cmocka_unit_test(limits_what_bodies_hold),
	    cmocka_unit_test(idle_connections_are_small),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
