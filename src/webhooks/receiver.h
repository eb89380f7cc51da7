/* Inside the room `webhooks`: how a webhook answers, and when it is tried again. For the thread that sends. */
#ifndef LECTERN_WEBHOOKS_RECEIVER_H
#define LECTERN_WEBHOOKS_RECEIVER_H

#include "webhooks.h"

/* Calls of one webhook that are under way at a time: as many as Strapi has of all. */
enum { RECEIVER_MOST_CALLS = 5 };

/* What is known of one webhook in this process. Times are of the monotonic clock. */
struct receiver {
	int64_t webhook_id;
	size_t calls;      /* under way */
	unsigned failures; /* in a row, of those that tell that it is down */
	int64_t paused_until, look_at;
	bool enabled;
	bool retry_now; /* it answers again: deliveries that failed are due now */
	bool discarded; /* while it is not enabled: nothing waits for it any more */
};

/* How many of its deliveries may be taken now: one at a time while it is down. */
size_t receiver_room(const struct receiver *receiver, int64_t now);

/* Whether what waits for it is to be discarded. */
static inline bool receiver_is_to_discard(const struct receiver *receiver)
{
	return !receiver->enabled && !receiver->discarded;
}

/* Milliseconds to wait after that many attempts: doubled each time up to an hour, give or take a tenth. */
int64_t receiver_wait(const struct config_webhooks *config, int64_t attempts);

/* Sets what became of an attempt: `delivery` gets its new state and time, or is given up. `now` is of the monotonic
 * clock; texts live in `arena`. Logs what an operator should know: that a webhook went down, that it answers again,
 * that one is given up. */
void receiver_note(struct receiver *receiver, const struct config_webhooks *config, struct arena *arena,
                   struct store_delivery *delivery, const struct webhook_answer *answer, int64_t now);

#endif
