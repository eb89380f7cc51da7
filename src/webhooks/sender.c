/* The thread that sends. It never waits for the database: what it wants of it is a job of the thread that writes (a
 * round), one at a time, while calls go on.
 *
 * A delivery is called only when the round that took it is on disk, and taken again by anybody once its lease has run
 * out: so it is called at least once, whoever ends in between. */
#include "sender.h"
#include "call.h"
#include "notice.h"
#include "receiver.h"
#include "round.h"

#include <stdlib.h>

enum {
	MOST_CALLS = 20,         /* of all webhooks, under way at a time */
	TIDY_MS = 30 * 1000,     /* how often the log is trimmed */
	AFTER_FAILURE_MS = 1000, /* of the database */
	FAREWELL_MS = 2000,      /* what is under way has that long to end when the server stops */
	SHORTEST_LEASE_MS = 1000,
};

/* A delivery that is being called. */
struct sending {
	struct arena *arena;
	struct store_delivery delivery;
	struct call call;
	struct webhook_answer answer;
	struct sending *next;
};

struct sender {
	struct queue *queue;
	struct store *store;
	size_t thread_number;
	CURLM *multi;
	pthread_t thread;
	atomic_bool woken, stopping;
	/* of the thread itself */
	struct receiver *receivers;
	size_t receiver_count, receiver_capacity;
	struct sending *sendings, *ended, *told; /* under way; that ended; those of them that the round tells of */
	size_t call_count;
	struct round round;
	struct store_job job;
	bool busy;                          /* the round is under way */
	int64_t looked, tidied, not_before; /* of the monotonic clock */
	pthread_mutex_t lock;
	bool round_ended, round_done, reached; /* with the lock */
};

/* ---- webhooks ---- */

static struct receiver *receiver_of(struct sender *sender, int64_t webhook_id)
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

/* Of the webhooks that were read. One that is gone or disabled stays, so that what waits for it is dropped. */
static void take_list(struct sender *sender)
{
	struct queue *queue = sender->queue;
	for (size_t i = 0; i < sender->receiver_count; i++)
		sender->receivers[i].enabled = false;
	pthread_mutex_lock(&queue->lock);
	for (size_t i = 0; i < queue->list.count; i++) {
		struct receiver *receiver = receiver_of(sender, queue->list.hooks[i].row.id);
		receiver->enabled = queue->list.hooks[i].row.enabled;
		receiver->dropped = receiver->dropped && !receiver->enabled;
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

/* ---- calls ---- */

static void begin_call(struct sender *sender, const struct store_delivery *delivery)
{
	struct sending *sending = calloc(1, sizeof *sending);
	struct buffer body = {0};
	struct store_webhook webhook;
	if (!sending)
		abort();
	sending->arena = arena_create();
	sending->delivery = *delivery;
	sending->delivery.event = arena_copy_slice(sending->arena, delivery->event);
	sending->delivery.payload = SLICE("");
	receiver_of(sender, delivery->webhook_id)->calls++;
	sender->call_count++;
	if (!queue_find(sender->queue, sending->arena, delivery->webhook_id, &webhook))
		webhook = (struct store_webhook){.url = SLICE("")};
	notice_write_body(&body, delivery->event, delivery->created, delivery->payload);
	call_begin(&sending->call, sender->queue->config, webhook.url, webhook.headers, delivery->event, body, sending);
	sending->next = sender->sendings;
	sender->sendings = sending;
	if (sending->call.curl && curl_multi_add_handle(sender->multi, sending->call.curl) != CURLM_OK)
		abort();
}

/* Takes it from those under way to those that ended. */
static void end_call(struct sender *sender, struct sending *sending)
{
	struct sending **place = &sender->sendings;
	while (*place && *place != sending)
		place = &(*place)->next;
	if (*place)
		*place = sending->next;
	sending->next = sender->ended;
	sender->ended = sending;
	receiver_of(sender, sending->delivery.webhook_id)->calls--;
	sender->call_count--;
	if (sending->call.curl)
		curl_multi_remove_handle(sender->multi, sending->call.curl);
	call_end(&sending->call);
}

static void note_call(struct sender *sender, struct sending *sending, CURLcode code)
{
	call_read_answer(&sending->call, code, sending->arena, &sending->answer);
	receiver_note(receiver_of(sender, sending->delivery.webhook_id), &sender->queue->config->webhooks,
	              sending->arena, &sending->delivery, &sending->answer, clock_milliseconds());
	end_call(sender, sending);
}

static void run_calls(struct sender *sender)
{
	struct sending *next;
	CURLMsg *message;
	int running, left;
	for (struct sending *sending = sender->sendings; sending; sending = next) {
		next = sending->next;
		if (!sending->call.curl)
			note_call(sender, sending, CURLE_FAILED_INIT);
	}
	curl_multi_perform(sender->multi, &running);
	while ((message = curl_multi_info_read(sender->multi, &left))) {
		char *context = NULL;
		if (message->msg != CURLMSG_DONE)
			continue;
		const CURLcode code = message->data.result;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
		note_call(sender, (struct sending *)(void *)context, code);
	}
}

/* ---- rounds ---- */

static bool run_round(void *context, struct store_session *session, struct error *error)
{
	struct sender *sender = context;
	return round_run(&sender->round, session, error);
}

static void finish_round(void *context, bool done, const struct error *error)
{
	struct sender *sender = context;
	pthread_mutex_lock(&sender->lock);
	sender->round_ended = true;
	sender->round_done = done;
	if (!done && sender->reached)
		log_message(LOG_WARNING, "webhooks: the queue can't be reached: %s", error->message);
	sender->reached = done;
	curl_multi_wakeup(sender->multi);
	pthread_mutex_unlock(&sender->lock);
}

static void add_claim(struct sender *sender, const struct round_claim *claim)
{
	struct round *round = &sender->round;
	round->claims[round->claim_count++] = *claim;
}

/* What each webhook may be sent now, as far as there is room for calls. */
static void add_claims(struct sender *sender, int64_t now)
{
	size_t room = MOST_CALLS - sender->call_count;
	sender->round.claims = arena_array(sender->round.arena, sender->receiver_count, sizeof *sender->round.claims);
	for (size_t i = 0; i < sender->receiver_count; i++) {
		struct receiver *receiver = &sender->receivers[i];
		struct round_claim claim = {.webhook_id = receiver->webhook_id,
		                            .drop = receiver_is_to_drop(receiver),
		                            .hurry = receiver->hurry};
		if (!claim.drop)
			claim.most = receiver_room(receiver, now);
		if (claim.most > room)
			claim.most = room;
		room -= claim.most;
		if (claim.most || claim.drop || claim.hurry || sender->round.tidies)
			add_claim(sender, &claim);
	}
}

static void add_ended(struct sender *sender)
{
	struct round *round = &sender->round;
	size_t count = 0;
	for (const struct sending *sending = sender->ended; sending; sending = sending->next)
		count++;
	round->noted = arena_array(round->arena, count, sizeof *round->noted);
	for (const struct sending *sending = sender->ended; sending; sending = sending->next)
		round->noted[round->noted_count++] = sending->delivery;
	sender->told = sender->ended;
	sender->ended = NULL;
}

static bool is_due(const struct sender *sender, int64_t now)
{
	bool wanted = sender->ended != NULL;
	for (size_t i = 0; i < sender->receiver_count && !wanted; i++) {
		const struct receiver *receiver = &sender->receivers[i];
		wanted = receiver_is_to_drop(receiver) || receiver->hurry ||
		         (receiver_room(receiver, now) && sender->call_count < MOST_CALLS);
	}
	return wanted && now >= sender->not_before;
}

static void begin_round(struct sender *sender, int64_t now)
{
	const int64_t lease = 3 * sender->queue->config->webhooks.timeout;
	const bool stopping = atomic_load(&sender->stopping);
	sender->round = (struct round){
	    .arena = arena_create(),
	    .lease = lease < SHORTEST_LEASE_MS ? SHORTEST_LEASE_MS : lease,
	    .tidies = !stopping && now >= sender->tidied + TIDY_MS,
	    .queue = sender->queue,
	};
	add_ended(sender);
	if (!stopping)
		add_claims(sender, now);
	sender->job = (struct store_job){
	    .run = run_round, .finish = finish_round, .context = sender, .arena = sender->round.arena};
	sender->busy = true;
	sender->round_ended = false;
	store_submit(sender->store, &sender->job);
}

static void free_all(struct sending **list)
{
	struct sending *next;
	for (struct sending *sending = *list; sending; sending = next) {
		next = sending->next;
		arena_destroy(sending->arena);
		free(sending);
	}
	*list = NULL;
}

/* The next round tells of them. */
static void keep_told(struct sender *sender)
{
	struct sending **end = &sender->ended;
	while (*end)
		end = &(*end)->next;
	*end = sender->told;
	sender->told = NULL;
}

/* What else is due is known now, so that nobody asks before. */
static void take_claim(struct sender *sender, const struct round_claim *claim, int64_t now)
{
	struct receiver *receiver = receiver_of(sender, claim->webhook_id);
	/* Other servers have their own; what one that ended has left is due then. */
	const int64_t longest = sender->round.lease;
	int64_t wait = claim->next ? claim->next - datetime_now() : longest;
	if (wait > longest)
		wait = longest;
	receiver->look_at = wait > 0 ? now + wait : 0;
	if (claim->drop)
		receiver->dropped = true;
	if (claim->hurry)
		receiver->hurry = false;
	for (size_t i = 0; i < claim->count; i++)
		begin_call(sender, &claim->deliveries[i]);
}

static void end_round(struct sender *sender, int64_t now)
{
	pthread_mutex_lock(&sender->lock);
	const bool ended = sender->round_ended, done = sender->round_done;
	pthread_mutex_unlock(&sender->lock);
	if (!ended)
		return;
	sender->busy = false;
	if (done) {
		free_all(&sender->told);
		if (sender->round.tidies)
			sender->tidied = now;
		for (size_t i = 0; i < sender->round.claim_count; i++)
			take_claim(sender, &sender->round.claims[i], now);
	} else {
		keep_told(sender);
		sender->not_before = now + AFTER_FAILURE_MS;
	}
	arena_destroy(sender->round.arena);
	sender->round = (struct round){0};
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
		end_round(sender, now);
	look_at_table(sender, now);
	if (atomic_exchange(&sender->woken, false))
		for (size_t i = 0; i < sender->receiver_count; i++)
			sender->receivers[i].look_at = 0;
	if (!sender->busy && is_due(sender, now))
		begin_round(sender, now);
}

static void wait_for_round(struct sender *sender)
{
	while (sender->busy) {
		curl_multi_poll(sender->multi, NULL, 0, 1000, NULL);
		end_round(sender, clock_milliseconds());
	}
}

/* What was not called to its end is due at once for whoever comes next. */
static void give_back(struct sender *sender)
{
	while (sender->sendings) {
		struct sending *sending = sender->sendings;
		sending->delivery.due = sending->delivery.ended = datetime_now();
		sending->delivery.message = SLICE("the server was stopped");
		end_call(sender, sending);
	}
}

static void say_farewell(struct sender *sender)
{
	const int64_t until = clock_milliseconds() + FAREWELL_MS;
	while (sender->sendings && clock_milliseconds() < until) {
		run_calls(sender);
		curl_multi_poll(sender->multi, NULL, 0, 50, NULL);
	}
	wait_for_round(sender);
	give_back(sender);
	if (sender->ended) {
		begin_round(sender, clock_milliseconds());
		wait_for_round(sender);
	}
	free_all(&sender->ended);
}

static void *send_all(void *context)
{
	struct sender *sender = context;
	while (!atomic_load(&sender->stopping)) {
		look_for_work(sender);
		run_calls(sender);
		/* What has just ended is told of at once. */
		const bool waits = sender->busy || !is_due(sender, clock_milliseconds());
		if (waits && !atomic_load(&sender->woken))
			curl_multi_poll(sender->multi, NULL, 0, wait_of(sender, clock_milliseconds()), NULL);
	}
	say_farewell(sender);
	return NULL;
}

void sender_wake(struct sender *sender)
{
	if (!atomic_exchange(&sender->woken, true))
		curl_multi_wakeup(sender->multi);
}

void sender_hurry(struct sender *sender)
{
	atomic_store(&sender->stopping, true);
	curl_multi_wakeup(sender->multi);
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
	started->tidied = started->looked - TIDY_MS;
	pthread_mutex_init(&started->lock, NULL);
	started->multi = curl_multi_init();
	if (!started->multi)
		abort();
	curl_multi_setopt(started->multi, CURLMOPT_MAXCONNECTS, (long)MOST_CALLS);
	*sender = started;
	if (pthread_create(&started->thread, NULL, send_all, started) == 0)
		return true;
	curl_multi_cleanup(started->multi);
	free(started);
	*sender = NULL;
	return error_internal(error, "a thread for webhooks can't be started");
}

void sender_stop(struct sender *sender)
{
	sender_hurry(sender);
	pthread_join(sender->thread, NULL);
	curl_multi_cleanup(sender->multi);
	pthread_mutex_destroy(&sender->lock);
	free(sender->receivers);
	free(sender);
}
