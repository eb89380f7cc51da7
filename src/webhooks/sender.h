/* Inside the room `webhooks`: the thread that calls webhooks. */
#ifndef LECTERN_WEBHOOKS_SENDER_H
#define LECTERN_WEBHOOKS_SENDER_H

#include "queue.h"

struct sender;

/* Starts the thread, which is number `thread` of the store. */
bool sender_start(struct queue *queue, struct store *store, size_t thread, struct sender **sender, struct error *error);

/* Looks at the queue soon. From any thread. */
void sender_wake(struct sender *sender);

/* Begins nothing more. */
void sender_hurry(struct sender *sender);
void sender_stop(struct sender *sender);

#endif
