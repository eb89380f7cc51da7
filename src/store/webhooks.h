/* Part of the door of the room `store`: Strapi's webhooks. */
#ifndef LECTERN_STORE_WEBHOOKS_H
#define LECTERN_STORE_WEBHOOKS_H

#include "base/base.h"

struct store_session;

/* A row of strapi_webhooks. */
struct store_webhook {
	int64_t id;
	struct slice name, url, headers, events; /* the last two are JSON */
	bool enabled;
};

/* All of them, by their ids; they live in the session's arena. */
bool store_read_webhooks(struct store_session *session, struct store_webhook **webhooks, size_t *count,
                         struct error *error);

/* In a session that writes. An id of 0 is a new one, whose id is set. */
bool store_write_webhook(struct store_session *session, struct store_webhook *webhook, struct error *error);

/* Removes webhooks with what waits for them; what was sent to them stays in the log. */
bool store_delete_webhooks(struct store_session *session, const int64_t *ids, size_t count, struct error *error);

#endif
