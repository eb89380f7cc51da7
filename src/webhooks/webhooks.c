#include "webhooks.h"
#include "queue.h"
#include "sender.h"

#include <stdlib.h>

struct webhooks {
	struct queue queue;
	struct sender *sender;
};

static void wake(void *context)
{
	struct webhooks *webhooks = context;
	if (webhooks->sender)
		sender_wake(webhooks->sender);
}

/* The webhooks are known before the first change is made. */
static bool look_first(struct queue *queue, struct store *store, size_t thread, struct error *error)
{
	struct store_session *session;
	struct arena *arena = arena_create();
	bool done = store_begin_primary(store, thread, arena, &session, error);
	if (done) {
		done = queue_look(queue, session, error);
		store_end(session);
	}
	arena_destroy(arena);
	return done;
}

bool webhooks_open(const struct config *config, const struct registry *registry, struct store *store,
                   struct content *content, size_t thread, struct webhooks **webhooks, struct error *error)
{
	struct webhooks *opened = calloc(1, sizeof *opened);
	if (!opened)
		abort();
	queue_open(&opened->queue, config, registry, content);
	opened->queue.wake = wake;
	opened->queue.context = opened;
	*webhooks = opened;
	if (look_first(&opened->queue, store, thread, error) &&
	    sender_start(&opened->queue, store, thread, &opened->sender, error))
		return true;
	webhooks_close(opened);
	*webhooks = NULL;
	return false;
}

void webhooks_begin_stop(struct webhooks *webhooks)
{
	if (webhooks)
		sender_begin_stop(webhooks->sender);
}

void webhooks_close(struct webhooks *webhooks)
{
	if (!webhooks)
		return;
	if (webhooks->sender)
		sender_stop(webhooks->sender);
	content_subscribe(webhooks->queue.content, SUBSCRIBER_WEBHOOKS, NULL, NULL);
	queue_close(&webhooks->queue);
	free(webhooks);
}

void webhooks_note_change(struct webhooks *webhooks)
{
	queue_forget(&webhooks->queue);
	sender_wake(webhooks->sender);
}

bool webhooks_want(struct webhooks *webhooks, struct slice event)
{
	return queue_wants(&webhooks->queue, event);
}

bool webhooks_emit(struct webhooks *webhooks, struct store_session *session, struct arena *arena, struct slice event,
                   struct slice payload, struct error *error)
{
	return queue_event(&webhooks->queue, session, arena, event, payload, error);
}
