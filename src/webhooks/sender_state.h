/* Inside the room `webhooks`: what the thread that sends knows. All of it belongs to that thread, but for what is said
 * otherwise. */
#ifndef LECTERN_WEBHOOKS_SENDER_STATE_H
#define LECTERN_WEBHOOKS_SENDER_STATE_H

#include "receiver.h"
#include "request.h"
#include "round.h"
#include "sender.h"

#include <sys/eventfd.h>

enum {
	SENDER_MOST_CALLS = 20,     /* of all webhooks, under way at a time */
	SENDER_TIDY_MS = 30 * 1000, /* how often the log is trimmed */
};

/* One attempt to deliver. */
struct attempt {
	struct arena *arena;
	struct store_delivery delivery;
	struct webhook_request request;
	struct webhook_answer answer;
	struct attempt *next;
};

struct sender {
	struct queue *queue;
	struct store *store;
	size_t thread_number;
	CURLM *multi; /* NULL until the first call */
	int waker;    /* an eventfd: others end the wait with it */
	pthread_t thread;
	atomic_bool woken, stopping; /* set by other threads */
	struct receiver *receivers;
	size_t receiver_count, receiver_capacity;
	struct attempt *attempts, *ended, *reported; /* under way; that ended; those of them that the round reports */
	size_t call_count;
	struct round round;
	struct store_job job;
	bool busy;                          /* the round is under way */
	int64_t looked, tidied, not_before; /* of the monotonic clock */
	pthread_mutex_t lock;
	bool round_ended, round_done, reached; /* with the lock: the thread that writes sets them */
};

#endif
