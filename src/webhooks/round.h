/* Inside the room `webhooks`: what the thread that sends asks of the thread that writes, in one job: to keep what
 * became of deliveries, and to take others. */
#ifndef LECTERN_WEBHOOKS_ROUND_H
#define LECTERN_WEBHOOKS_ROUND_H

#include "queue.h"

/* Of one webhook. */
struct round_claim {
	int64_t webhook_id;
	size_t most;                       /* deliveries to take; 0: none */
	bool retry_now;                    /* deliveries that wait for another attempt are due now */
	bool discard;                      /* it is no more, or disabled: nothing waits for it */
	struct store_delivery *deliveries; /* taken; in the round's arena */
	size_t count;
	int64_t next; /* when the next one is due, ms since 1970; 0: none waits */
};

/* Zeroed it does nothing. */
struct round {
	struct arena *arena; /* of the lists, and of the session */
	struct store_delivery *noted;
	size_t noted_count;
	struct round_claim *claims;
	size_t claim_count;
	int64_t lease; /* ms that no other process takes these deliveries */
	bool tidies;   /* the log is trimmed, and what waits is counted */
	struct queue *queue;
};

/* In a session that writes. It may be run again when it failed. */
bool round_run(struct round *round, struct store_session *session, struct error *error);

#endif
