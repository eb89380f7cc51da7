#include "connection.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
	MOST_EVENTS = 256,
	REST = 20, /* ms without an event, then the thread has nothing to do */
};

/* ---- time ---- */

/* A few milliseconds of error don't matter here, and the coarse clock costs next to nothing. */
void loop_update_clock(struct loop *loop)
{
	loop->now = clock_coarse();
}

static void update_date(struct loop *loop)
{
	const int64_t now = datetime_now() / 1000;
	char text[DATETIME_HTTP_SIZE];
	if (now == loop->date_second)
		return;
	loop->date_second = now;
	datetime_format_http(now, text);
	snprintf(loop->date, sizeof loop->date, "Date: %s\r\n", text);
}

/* ---- what a turn consists of ---- */

static void handle_event(const struct epoll_event *event)
{
	struct connection *connection = event->data.ptr;
	if (event->events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR))
		connection->readable = true;
	if (event->events & EPOLLOUT)
		connection->writable = true;
	if (event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
		connection->ended = true;
		/* A client that closes its socket looks like one that only ends its side. */
		if (connection->exchange)
			atomic_store_explicit(&connection->exchange->left, true, memory_order_relaxed);
	}
	if (event->events & (EPOLLHUP | EPOLLERR))
		connection->broken = connection->writable = true;
	connection_run(connection);
}

static void deliver_mail(struct loop *loop)
{
	for (struct mailbox_message *mail = mailbox_take(&loop->mailbox); mail;) {
		struct mailbox_message *next = mail->next;
		mail->deliver(mail);
		mail = next;
	}
}

void loop_continue_later(struct connection *connection)
{
	if (connection->unfinished)
		return;
	connection->unfinished = true;
	connection->next_unfinished = connection->loop->unfinished;
	connection->loop->unfinished = connection;
}

static void go_on_with_unfinished(struct loop *loop)
{
	struct connection *connection = loop->unfinished;
	loop->unfinished = NULL;
	/* Each may come into the list again, and closes no other one. */
	while (connection) {
		struct connection *next = connection->next_unfinished;
		connection->unfinished = false;
		connection_run(connection);
		connection = next;
	}
}

static void meet_deadlines(struct loop *loop)
{
	struct deadline *deadline;
	while ((deadline = deadlines_take(&loop->deadlines, loop->now)))
		connection_meet_deadline(
		    (struct connection *)(void *)((char *)deadline - offsetof(struct connection, deadline)));
}

/* ---- stopping ---- */

static void enter_phase(struct loop *loop, int phase)
{
	loop->phase = phase;
	for (struct connection *connection = loop->connections; connection;) {
		struct connection *next = connection->next;
		connection_enter_phase(connection);
		connection = next;
	}
}

static void close_all(struct loop *loop)
{
	while (loop->connections)
		connection_close(loop->connections);
}

/* True when the loop has nothing left to do. */
static bool has_ended(struct loop *loop)
{
	if (loop->phase == SERVER_RUNS)
		return false;
	/* The last answers have a moment to go out. */
	if (loop->phase == SERVER_ENDS && !loop->suspended) {
		if (!loop->end)
			loop->end = loop->now + SERVER_LAST_WORD;
		else if (loop->now >= loop->end)
			close_all(loop);
	}
	return !loop->connections;
}

static int time_to_wait(struct loop *loop)
{
	int wait = deadlines_wait(&loop->deadlines, loop->now);
	if (loop->unfinished)
		return 0;
	if (loop->end && (wait < 0 || loop->end - loop->now < wait))
		wait = loop->end > loop->now ? (int)(loop->end - loop->now) : 0;
	return wait;
}

/* Tells that there is nothing to do. */
static void rest(struct loop *loop)
{
	const struct http_options *options = &loop->server->options;
	loop->worked = false;
	if (options->rest)
		options->rest(options->context, loop->number);
}

/* Waits for events. */
static int wait_for_events(struct loop *loop, struct epoll_event *events)
{
	int wait = time_to_wait(loop);
	bool rests = loop->worked && (wait < 0 || wait > REST);
	int count = epoll_wait(loop->epoll, events, MOST_EVENTS, rests ? REST : wait);
	loop_update_clock(loop);
	update_date(loop);
	if (count > 0)
		loop->worked = true;
	else if (rests)
		rest(loop);
	return count;
}

static void *run(void *context)
{
	struct loop *loop = context;
	struct epoll_event events[MOST_EVENTS];
	sigset_t broken;
	/* sendfile knows no MSG_NOSIGNAL. */
	sigemptyset(&broken);
	sigaddset(&broken, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &broken, NULL);
	rest(loop);
	while (!has_ended(loop)) {
		int count = wait_for_events(loop, events);
		for (int i = 0; i < count; i++)
			if (events[i].data.ptr)
				handle_event(&events[i]);
		/* Before the phase: what was accepted is in the mailbox when that changes. */
		int phase = atomic_load(&loop->server->phase);
		deliver_mail(loop);
		if (loop->unfinished)
			go_on_with_unfinished(loop);
		meet_deadlines(loop);
		if (phase != loop->phase)
			enter_phase(loop, phase);
	}
	/* Channels may have been told something after their connections were closed. */
	deliver_mail(loop);
	server_loop_ended(loop->server);
	return NULL;
}

void loop_wake(struct loop *loop)
{
	eventfd_write(loop->mailbox.wake, 1);
}

bool loop_init(struct loop *loop, struct http_server *server, size_t number)
{
	struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = NULL};
	loop->server = server;
	loop->number = number;
	loop->mailbox.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	loop->epoll = epoll_create1(EPOLL_CLOEXEC);
	loop_update_clock(loop);
	update_date(loop);
	deadlines_init(&loop->deadlines, loop->now);
	return loop->mailbox.wake >= 0 && loop->epoll >= 0 &&
	       epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->mailbox.wake, &event) == 0;
}

bool loop_start(struct loop *loop)
{
	errno = pthread_create(&loop->thread, NULL, run, loop);
	loop->started = errno == 0;
	return loop->started;
}

void loop_join(struct loop *loop)
{
	if (loop->started)
		pthread_join(loop->thread, NULL);
	loop->started = false;
}

void loop_free(struct loop *loop)
{
	mailbox_close(&loop->mailbox);
	exchange_pool_free(&loop->pool);
	if (loop->mailbox.wake > 0)
		close(loop->mailbox.wake);
	if (loop->epoll > 0)
		close(loop->epoll);
}
