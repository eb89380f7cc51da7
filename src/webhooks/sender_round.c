#include "sender_round.h"
#include "attempts.h"

enum {
	AFTER_FAILURE_MS = 1000, /* of the database */
	SHORTEST_LEASE_MS = 1000,
};

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
	eventfd_write(sender->waker, 1);
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
	size_t room = SENDER_MOST_CALLS - sender->call_count;
	sender->round.claims = arena_array(sender->round.arena, sender->receiver_count, sizeof *sender->round.claims);
	for (size_t i = 0; i < sender->receiver_count; i++) {
		struct receiver *receiver = &sender->receivers[i];
		struct round_claim claim = {.webhook_id = receiver->webhook_id,
		                            .discard = receiver_is_to_discard(receiver),
		                            .retry_now = receiver->retry_now};
		if (!claim.discard)
			claim.most = receiver_room(receiver, now);
		if (claim.most > room)
			claim.most = room;
		room -= claim.most;
		if (claim.most || claim.discard || claim.retry_now || sender->round.tidies)
			add_claim(sender, &claim);
	}
}

static void add_ended(struct sender *sender)
{
	struct round *round = &sender->round;
	size_t count = 0;
	for (const struct attempt *attempt = sender->ended; attempt; attempt = attempt->next)
		count++;
	round->noted = arena_array(round->arena, count, sizeof *round->noted);
	for (const struct attempt *attempt = sender->ended; attempt; attempt = attempt->next)
		round->noted[round->noted_count++] = attempt->delivery;
	sender->reported = sender->ended;
	sender->ended = NULL;
}

bool sender_round_is_due(const struct sender *sender, int64_t now)
{
	bool wanted = sender->ended != NULL;
	for (size_t i = 0; i < sender->receiver_count && !wanted; i++) {
		const struct receiver *receiver = &sender->receivers[i];
		wanted = receiver_is_to_discard(receiver) || receiver->retry_now ||
		         (receiver_room(receiver, now) && sender->call_count < SENDER_MOST_CALLS);
	}
	return wanted && now >= sender->not_before;
}

void sender_round_begin(struct sender *sender, int64_t now)
{
	const int64_t lease = 3 * sender->queue->config->webhooks.timeout;
	const bool stopping = atomic_load(&sender->stopping);
	sender->round = (struct round){
	    .arena = arena_create(),
	    .lease = lease < SHORTEST_LEASE_MS ? SHORTEST_LEASE_MS : lease,
	    .tidies = !stopping && now >= sender->tidied + SENDER_TIDY_MS,
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

/* The next round reports them. */
static void keep_reported(struct sender *sender)
{
	struct attempt **end = &sender->ended;
	while (*end)
		end = &(*end)->next;
	*end = sender->reported;
	sender->reported = NULL;
}

/* What else is due is known now, so that nobody asks before. */
static void take_claim(struct sender *sender, const struct round_claim *claim, int64_t now)
{
	struct receiver *receiver = sender_receiver(sender, claim->webhook_id);
	/* Other servers have their own; what one that ended has left is due then. */
	const int64_t longest = sender->round.lease;
	int64_t wait = claim->next ? claim->next - datetime_now() : longest;
	if (wait > longest)
		wait = longest;
	receiver->look_at = wait > 0 ? now + wait : 0;
	if (claim->discard)
		receiver->discarded = true;
	if (claim->retry_now)
		receiver->retry_now = false;
	for (size_t i = 0; i < claim->count; i++)
		attempt_begin(sender, &claim->deliveries[i]);
}

void sender_round_end(struct sender *sender, int64_t now)
{
	pthread_mutex_lock(&sender->lock);
	const bool ended = sender->round_ended, done = sender->round_done;
	pthread_mutex_unlock(&sender->lock);
	if (!ended)
		return;
	sender->busy = false;
	if (done) {
		attempts_free(&sender->reported);
		if (sender->round.tidies)
			sender->tidied = now;
		for (size_t i = 0; i < sender->round.claim_count; i++)
			take_claim(sender, &sender->round.claims[i], now);
	} else {
		keep_reported(sender);
		sender->not_before = now + AFTER_FAILURE_MS;
	}
	arena_destroy(sender->round.arena);
	sender->round = (struct round){0};
}
