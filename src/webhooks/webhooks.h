/* The door of the room `webhooks`: sends notices of changes over HTTP, as Strapi's webhooks do.
 *
 * A notice of `content` becomes a delivery for each webhook that names its event, a row in the change's own
 * transaction. One thread of each server takes deliveries that are due, calls the webhooks, and stores the result:
 * until a webhook answers with 2xx it is tried again, later and later. So each notice is sent at least once, also
 * across restarts, and none that was rolled back.
 *
 * Threads: opened, stopped and closed by the main thread. All else may be called on any thread. */
#ifndef LECTERN_WEBHOOKS_WEBHOOKS_H
#define LECTERN_WEBHOOKS_WEBHOOKS_H

#include "content/content.h"

struct webhooks;

/* How many threads of the store it uses. */
enum { WEBHOOKS_THREADS = 1 };

/* Subscribes to the notices of `content` and starts the thread, which is number `thread` of the store. All arguments
 * must outlive it. */
bool webhooks_open(const struct config *config, const struct registry *registry, struct store *store,
                   struct content *content, size_t thread, struct webhooks **webhooks, struct error *error);

/* No attempt begins any more; those under way have a short time to end. `webhooks` may be NULL. */
void webhooks_begin_stop(struct webhooks *webhooks);

/* Ends the thread. Unsent deliveries wait in the database. */
void webhooks_close(struct webhooks *webhooks); /* NULL is fine */

/* The table of webhooks has changed: it is read anew before the next change is told of. Without this call, or where
 * another process changed it, that takes up to WEBHOOKS_LOOK_MS. From any thread, after the change is on disk. */
enum { WEBHOOKS_LOOK_MS = 1000 };
void webhooks_note_change(struct webhooks *webhooks);

/* ---- payloads ---- */

/* Removes from an entry what the content API never shows: private attributes and passwords, at every depth, and
 * createdBy and updatedBy where the type does not show them. */
void webhook_clean(const struct registry *registry, const struct content_type *type, struct json_object *entry);

/* A body without event and createdAt: {"model":…,"uid":…,"entry":…}, or {"media":…}. `entry` is cleaned; the text lives
 * in `arena`. `keys`: those of the change, which come last as "keys"; or NULL. */
struct slice webhook_payload(struct arena *arena, const struct registry *registry, enum content_notice notice,
                             const struct content_type *type, struct json_object *entry,
                             const struct content_keys *keys);

/* ---- events that the project's code emits ---- */

/* Whether a webhook names the event, as far as is known. From any thread. */
bool webhooks_want(struct webhooks *webhooks, struct slice event);

/* Queues the event for each webhook that names it, in a session that writes. `payload`: a JSON object, as text; `arena`
 * is for what is made meanwhile. */
bool webhooks_emit(struct webhooks *webhooks, struct store_session *session, struct arena *arena, struct slice event,
                   struct slice payload, struct error *error);

/* ---- calling one ---- */

struct webhook_answer {
	int status; /* of HTTP; 0: there was none */
	const char
	    *message; /* without an answer: why; else what the answer says where it is no 2xx, at its beginning */
	int64_t took; /* milliseconds */
};

enum { WEBHOOK_LONGEST_ANSWER = 64 * 1024 };

/* Calls the webhook now, with event "trigger-test", as the panel's button does. Waits for the answer, up to the
 * configured time: for a background thread. What it answers lives in `arena`. */
void webhook_trigger(const struct config *config, struct arena *arena, const struct store_webhook *webhook,
                     struct webhook_answer *answer);

/* Whether a URL may be a webhook's: http or https, with a host. 400 with Strapi's words otherwise. Names are not
 * resolved here: which address is called is looked at when it is. */
bool webhook_check_url(const struct config *config, struct slice url, struct error *error);

/* Whether the text is a JSON list of events that webhooks may name. 400 with Strapi's words otherwise. */
bool webhook_check_events(struct json_object *events, struct error *error);

#endif
