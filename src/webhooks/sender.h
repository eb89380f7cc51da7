/* Inside the room `webhooks`: the thread that calls webhooks. */
#ifndef LECTERN_WEBHOOKS_SENDER_H
#define LECTERN_WEBHOOKS_SENDER_H

#include "queue.h"

struct receiver;
struct sender;

/* Starts the thread, which is number `thread` of the store. For the main thread, as sender_stop. */
bool sender_start(struct queue *queue, struct store *store, size_t thread, struct sender **sender, struct error *error);

/* Looks at the queue soon. From any thread. */
void sender_wake(struct sender *sender);

/* No attempt begins any more, so that sender_stop waits for less. From any thread. */
void sender_begin_stop(struct sender *sender);

/* Waits until the thread has ended, and frees it. */
void sender_stop(struct sender *sender);

/* For the thread itself: what is known of a webhook; a new one is not enabled. Valid until the next call with another
 * webhook. */
struct receiver *sender_receiver(struct sender *sender, int64_t webhook_id);

#endif
