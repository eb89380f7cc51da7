/* Part of the door of the room `store`: lectern's own table of what is sent to webhooks. */
#ifndef LECTERN_STORE_DELIVERIES_H
#define LECTERN_STORE_DELIVERIES_H

#include "base/base.h"

struct store_session;

enum delivery_state {
	DELIVERY_WAITING, /* to be sent at `due`, or being sent until then */
	DELIVERY_DONE,
	DELIVERY_FAILED, /* was given up */
	DELIVERY_STATES,
};

/* A row of lectern_webhook_deliveries: one notice for one webhook. Times are milliseconds since 1970. */
struct store_delivery {
	int64_t id, webhook_id;
	struct slice event;   /* "entry.create" */
	struct slice payload; /* JSON; empty once it is done or failed */
	int64_t created;
	enum delivery_state state;
	int64_t attempts, due;
	int64_t status;       /* of the last answer; 0: there was none */
	struct slice message; /* what was wrong with the last attempt */
	int64_t took, ended;  /* of the last attempt; milliseconds, and when it ended: 0 while one is under way */
};

/* All below are for sessions that write, but for store_read_deliveries and store_count_deliveries. Lists live in the
 * session's arena. */

/* Queues a delivery, to be sent at once. */
bool store_queue_delivery(struct store_session *session, int64_t webhook_id, struct slice event, struct slice payload,
                          int64_t now, struct error *error);

/* Takes up to `most` of a webhook's deliveries that are due, those due first: until `until` no other process takes
 * them. Their attempts count this one. */
bool store_claim_deliveries(struct store_session *session, int64_t webhook_id, int64_t now, int64_t until, size_t most,
                            struct store_delivery **deliveries, size_t *count, struct error *error);

/* When the next delivery of a webhook is due; 0: there is none. */
bool store_next_delivery(struct store_session *session, int64_t webhook_id, int64_t *due, struct error *error);

/* Keeps what became of an attempt: state, due, attempts, status, message, took and ended. Nothing happens to a delivery
 * that is not waiting any more. */
bool store_note_delivery(struct store_session *session, const struct store_delivery *delivery, struct error *error);

/* Makes all deliveries of a webhook due that were tried and failed. */
bool store_make_deliveries_due(struct store_session *session, int64_t webhook_id, int64_t now, struct error *error);

/* Ends all that waits for a webhook, with `message`. */
bool store_discard_deliveries(struct store_session *session, int64_t webhook_id, struct slice message, int64_t now,
                              struct error *error);

/* Forgets what ended, but the newest: about `most` of them. Ends what waits for webhooks that are no more. */
bool store_trim_deliveries(struct store_session *session, int64_t most, struct error *error);

/* How many deliveries of a webhook (0: of all) are in that state. */
bool store_count_deliveries(struct store_session *session, int64_t webhook_id, enum delivery_state state,
                            int64_t *count, struct error *error);

/* The newest of a webhook (0: of all), up to `most`, the last one first. Without payloads. */
bool store_read_deliveries(struct store_session *session, int64_t webhook_id, size_t most,
                           struct store_delivery **deliveries, size_t *count, struct error *error);

#endif
