/* The thread that sends. It never waits for the database: what it wants of it is a job of the thread that writes (a
 * round), one at a time, while calls go on.
 *
 * A delivery is called only when the round that took it is on disk, and taken again by anybody once its lease has run
 * out: so it is called at least once, whoever ends in between. */
#include "sender.h"
#include "attempts.h"
#include "sender_round.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

enum { STOP_MS = 2000 }; /* what is under way has that long to end when the server stops */

/* ---- webhooks ---- */

struct receiver *sender_receiver(struct sender *sender, int64_t webhook_id)
{
	for (size_t i = 0; i < sender->receiver_count; i++)
		if (sender->receivers[i].webhook_id == webhook_id)
			return &sender->receivers[i];
	if (sender->receiver_count == sender->receiver_capacity) {
		sender->receiver_capacity = 2 * sender->receiver_capacity + 8;
		sender->receivers = realloc(sender->receivers, sender->receiver_capacity * sizeof *sender->receivers);
		if (!sender->receivers)
			abort();
	}
	sender->receivers[sender->receiver_count] = (struct receiver){.webhook_id = webhook_id};
	return &sender->receivers[sender->receiver_count++];
}

/* Of the webhooks that were read. One that is gone or disabled stays, so that what waits for it is discarded. */
static void take_list(struct sender *sender)
{
	struct queue *queue = sender->queue;
	for (size_t i = 0; i < sender->receiver_count; i++)
		sender->receivers[i].enabled = false;
	pthread_mutex_lock(&queue->lock);
	for (size_t i = 0; i < queue->list.count; i++) {
		struct receiver *receiver = sender_receiver(sender, queue->list.hooks[i].row.id);
		receiver->enabled = queue->list.hooks[i].row.enabled;
		receiver->discarded = receiver->discarded && !receiver->enabled;
	}
	pthread_mutex_unlock(&queue->lock);
}

/* Other processes change the table, too. */
static void look_at_table(struct sender *sender, int64_t now)
{
	struct store_session *session;
	struct error error; /* the next look is soon */
	if (now < sender->looked + WEBHOOKS_LOOK_MS && !atomic_load(&sender->queue->stale))
		return;
	sender->looked = now;
	struct arena *arena = arena_create();
	if (store_begin_primary(sender->store, sender->thread_number, arena, &session, &error)) {
		if (queue_look(sender->queue, session, &error))
			take_list(sender);
		store_end(session);
	}
	store_rest(sender->store, sender->thread_number);
	arena_destroy(arena);
}

/* ---- the thread ---- */

static int wait_of(const struct sender *sender, int64_t now)
{
	int64_t until = sender->looked + WEBHOOKS_LOOK_MS;
	for (size_t i = 0; i < sender->receiver_count; i++) {
		const struct receiver *receiver = &sender->receivers[i];
		int64_t at = receiver->look_at > receiver->paused_until ? receiver->look_at : receiver->paused_until;
		if (receiver->enabled && at > now && at < until)
			until = at;
	}
	if (sender->not_before > now && sender->ended && sender->not_before < until)
		until = sender->not_before;
	return until > now ? (int)(until - now) : 0;
}

static void look_for_work(struct sender *sender)
{
	const int64_t now = clock_milliseconds();
	if (sender->busy)
		sender_round_end(sender, now);
	look_at_table(sender, now);
	if (atomic_exchange(&sender->woken, false))
		for (size_t i = 0; i < sender->receiver_count; i++)
			sender->receivers[i].look_at = 0;
	if (!sender->busy && sender_round_is_due(sender, now))
		sender_round_begin(sender, now);
}

/* Until something comes for a call, somebody wakes the thread, or `milliseconds` have passed. */
static void wait_for_events(struct sender *sender, int milliseconds)
{
	struct curl_waitfd waker = {.fd = sender->waker, .events = CURL_WAIT_POLLIN};
	struct pollfd alone = {.fd = sender->waker, .events = POLLIN};
	eventfd_t count;
	if (sender->multi)
		libcurl.curl_multi_poll(sender->multi, &waker, 1, milliseconds, NULL);
	else
		poll(&alone, 1, milliseconds);
	eventfd_read(sender->waker, &count);
}

static void wait_for_round(struct sender *sender)
{
	while (sender->busy) {
		wait_for_events(sender, 1000);
		sender_round_end(sender, clock_milliseconds());
	}
}

static void finish_attempts(struct sender *sender)
{
	const int64_t until = clock_milliseconds() + STOP_MS;
	while (sender->attempts && clock_milliseconds() < until) {
		attempts_run(sender);
		wait_for_events(sender, 50);
	}
	wait_for_round(sender);
	attempts_give_up(sender);
	if (sender->ended) {
		sender_round_begin(sender, clock_milliseconds());
		wait_for_round(sender);
	}
	attempts_free(&sender->ended);
}

static void *send_all(void *context)
{
	struct sender *sender = context;
	while (!atomic_load(&sender->stopping)) {
		look_for_work(sender);
		attempts_run(sender);
		/* What has just ended is reported at once. */
		const bool waits = sender->busy || !sender_round_is_due(sender, clock_milliseconds());
		if (waits && !atomic_load(&sender->woken))
			wait_for_events(sender, wait_of(sender, clock_milliseconds()));
	}
	finish_attempts(sender);
	return NULL;
}

void sender_wake(struct sender *sender)
{
	if (!atomic_exchange(&sender->woken, true))
		eventfd_write(sender->waker, 1);
}

void sender_begin_stop(struct sender *sender)
{
	atomic_store(&sender->stopping, true);
	eventfd_write(sender->waker, 1);
}

bool sender_start(struct queue *queue, struct store *store, size_t thread, struct sender **sender, struct error *error)
{
	struct sender *started = calloc(1, sizeof *started);
	if (!started)
		abort();
	started->queue = queue;
	started->store = store;
	started->thread_number = thread;
	started->reached = true;
	started->looked = clock_milliseconds() - WEBHOOKS_LOOK_MS;
	started->tidied = started->looked - SENDER_TIDY_MS;
	pthread_mutex_init(&started->lock, NULL);
	started->waker = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	*sender = started;
	if (started->waker >= 0 && pthread_create(&started->thread, NULL, send_all, started) == 0)
		return true;
	if (started->waker >= 0)
		close(started->waker);
	free(started);
	*sender = NULL;
	return error_internal(error, "a thread for webhooks can't be started");
}

void sender_stop(struct sender *sender)
{
	sender_begin_stop(sender);
	pthread_join(sender->thread, NULL);
	if (sender->multi)
		libcurl.curl_multi_cleanup(sender->multi);
	close(sender->waker);
	pthread_mutex_destroy(&sender->lock);
	free(sender->receivers);
	free(sender);
}
