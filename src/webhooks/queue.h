/* Inside the room `webhooks`: which webhooks there are, and their queue. */
#ifndef LECTERN_WEBHOOKS_QUEUE_H
#define LECTERN_WEBHOOKS_QUEUE_H

#include "webhooks.h"

#include <pthread.h>
#include <stdatomic.h>

/* A webhook as it was read. */
struct hook {
	struct store_webhook row; /* its texts live in the list's arena */
	uint32_t events;          /* bits, 1 << enum content_notice */
};

struct hook_list {
	struct arena *arena;
	struct hook *hooks;
	size_t count;
};

/* How many deliveries wait for a webhook, as far as this process knows. */
struct queue_length {
	int64_t webhook_id, count;
};

struct queue {
	const struct config *config;
	const struct registry *registry;
	struct content *content;
	void (*wake)(void *context); /* called when something was queued */
	void *context;
	pthread_mutex_t lock; /* of what is below */
	struct hook_list list;
	struct queue_length *lengths;
	size_t length_count, length_capacity;
	int64_t complained; /* of a queue that is full; ms of the monotonic clock */
	atomic_bool stale;  /* the table has changed */
};

void queue_open(struct queue *queue, const struct config *config, const struct registry *registry,
                struct content *content);
void queue_close(struct queue *queue);

/* Reads the table of webhooks; from then on their events are wanted. */
bool queue_look(struct queue *queue, struct store_session *session, struct error *error);

/* What was read is not good any more: whatever changes next, the table is read before. */
void queue_forget(struct queue *queue);

/* A copy of the webhook of that id, in `arena`. False when there is none. */
bool queue_find(struct queue *queue, struct arena *arena, int64_t webhook_id, struct store_webhook *webhook);

/* Whether a webhook names the event, as far as is known. */
bool queue_wants(struct queue *queue, struct slice event);

/* Queues an event that is no notice, for those that name it. */
bool queue_event(struct queue *queue, struct store_session *session, struct arena *arena, struct slice event,
                 struct slice payload, struct error *error);

/* How many wait for it. */
void queue_set_waiting(struct queue *queue, int64_t webhook_id, int64_t count);

#endif
