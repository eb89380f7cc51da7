/* Changes become deliveries here, on the thread that writes and in the change's transaction. */
#include "queue.h"
#include "notice.h"

#include <json-c/json.h>
#include <stdlib.h>

enum {
	LARGEST_PAYLOAD = 8 * 1024 * 1024, /* bytes */
	COMPLAIN_MS = 60 * 1000,
};

static const uint32_t all_notices = (1u << CONTENT_NOTICES) - 1;

/* ---- which webhooks there are ---- */

static uint32_t read_events(struct slice text)
{
	struct json_object *events = json_parse_stored(text);
	uint32_t bits = 0;
	for (size_t i = 0; json_object_is_type(events, json_type_array) && i < json_object_array_length(events); i++)
		bits |= 1u << content_notice_named(json_string(json_object_array_get_idx(events, i)));
	json_object_put(events);
	return bits & all_notices;
}

static struct store_webhook copy(struct arena *arena, const struct store_webhook *row)
{
	struct store_webhook copied = *row;
	copied.name = arena_copy_slice(arena, row->name);
	copied.url = arena_copy_slice(arena, row->url);
	copied.headers = arena_copy_slice(arena, row->headers);
	copied.events = arena_copy_slice(arena, row->events);
	return copied;
}

static void free_list(struct hook_list *list)
{
	if (list->arena)
		arena_destroy(list->arena);
	*list = (struct hook_list){0};
}

bool queue_look(struct queue *queue, struct store_session *session, struct error *error)
{
	struct hook_list list = {0};
	struct store_webhook *rows;
	uint32_t wanted = 0;
	/* What changes from here on is read the next time. */
	atomic_store(&queue->stale, false);
	if (!store_read_webhooks(session, &rows, &list.count, error)) {
		atomic_store(&queue->stale, true);
		return false;
	}
	list.arena = arena_create();
	list.hooks = arena_array(list.arena, list.count, sizeof *list.hooks);
	for (size_t i = 0; i < list.count; i++) {
		list.hooks[i] = (struct hook){.row = copy(list.arena, &rows[i]), .events = read_events(rows[i].events)};
		if (rows[i].enabled)
			wanted |= list.hooks[i].events;
	}
	pthread_mutex_lock(&queue->lock);
	struct hook_list old = queue->list;
	queue->list = list;
	pthread_mutex_unlock(&queue->lock);
	free_list(&old);
	content_choose_notices(queue->content, SUBSCRIBER_WEBHOOKS, atomic_load(&queue->stale) ? all_notices : wanted);
	return true;
}

void queue_forget(struct queue *queue)
{
	atomic_store(&queue->stale, true);
	content_choose_notices(queue->content, SUBSCRIBER_WEBHOOKS, all_notices);
}

bool queue_find(struct queue *queue, struct arena *arena, int64_t webhook_id, struct store_webhook *webhook)
{
	bool found = false;
	pthread_mutex_lock(&queue->lock);
	for (size_t i = 0; i < queue->list.count && !found; i++) {
		found = queue->list.hooks[i].row.id == webhook_id;
		if (found)
			*webhook = copy(arena, &queue->list.hooks[i].row);
	}
	pthread_mutex_unlock(&queue->lock);
	return found;
}

/* ---- how many wait ---- */

/* With the lock held. */
static struct queue_length *length_of(struct queue *queue, int64_t webhook_id)
{
	for (size_t i = 0; i < queue->length_count; i++)
		if (queue->lengths[i].webhook_id == webhook_id)
			return &queue->lengths[i];
	if (queue->length_count == queue->length_capacity) {
		queue->length_capacity = 2 * queue->length_capacity + 8;
		queue->lengths = realloc(queue->lengths, queue->length_capacity * sizeof *queue->lengths);
		if (!queue->lengths)
			abort();
	}
	queue->lengths[queue->length_count] = (struct queue_length){.webhook_id = webhook_id};
	return &queue->lengths[queue->length_count++];
}

void queue_set_waiting(struct queue *queue, int64_t webhook_id, int64_t count)
{
	pthread_mutex_lock(&queue->lock);
	length_of(queue, webhook_id)->count = count;
	pthread_mutex_unlock(&queue->lock);
}

/* ---- notices ---- */

/* With the lock held. Counts one more, where there is room. */
static bool admit(struct queue *queue, const struct hook *hook)
{
	struct queue_length *length = length_of(queue, hook->row.id);
	if (length->count < queue->config->webhooks.most_waiting) {
		length->count++;
		return true;
	}
	if (!queue->complained || clock_milliseconds() - queue->complained > COMPLAIN_MS) {
		queue->complained = clock_milliseconds();
		log_message(LOG_ERROR,
		            "webhook %lld (%.*s): %lld deliveries wait for it, and no more are kept: it misses changes",
		            (long long)hook->row.id, (int)hook->row.name.len, hook->row.name.ptr,
		            (long long)length->count);
	}
	return false;
}

/* An event of the project's code's own, by the name that the row has. */
static bool names_event(const struct hook *hook, struct slice event)
{
	struct json_object *events = json_parse_stored(hook->row.events);
	bool found = false;
	for (size_t i = 0; json_object_is_type(events, json_type_array) && i < json_count(events) && !found; i++)
		found = slice_equals(json_string(json_item(events, i)), event);
	json_object_put(events);
	return found;
}

/* The webhooks that receive it, in the arena: a notice, or of `event` where that is CONTENT_NOTICES. */
static int64_t *find_hooks(struct queue *queue, struct arena *arena, enum content_notice notice, struct slice event,
                           size_t *count)
{
	pthread_mutex_lock(&queue->lock);
	int64_t *ids = arena_array(arena, queue->list.count, sizeof *ids);
	*count = 0;
	for (size_t i = 0; i < queue->list.count; i++) {
		const struct hook *hook = &queue->list.hooks[i];
		const bool named = notice < CONTENT_NOTICES ? hook->events >> notice & 1 : names_event(hook, event);
		if (hook->row.enabled && named && admit(queue, hook))
			ids[(*count)++] = hook->row.id;
	}
	pthread_mutex_unlock(&queue->lock);
	return ids;
}

static bool queue_all(struct queue *queue, struct store_session *session, const int64_t *ids, size_t count,
                      struct slice event, struct slice payload, struct error *error)
{
	if (payload.len > LARGEST_PAYLOAD) {
		log_message(LOG_ERROR, "webhooks: %.*s is not sent: its %zu bytes are too many",
		            slice_shown_length(event, 100), event.ptr, payload.len);
		return true;
	}
	for (size_t i = 0; i < count; i++)
		if (!store_queue_delivery(session, ids[i], event, payload, datetime_now(), error))
			return false;
	/* The thread that is woken asks the one that writes, and so comes after this change is done. */
	if (count)
		queue->wake(queue->context);
	return true;
}

static bool take_notice(void *context, const struct content_call *call, enum content_notice notice,
                        const struct content_type *type, struct json_object *entry, struct error *error)
{
	struct queue *queue = context;
	size_t count;
	if (atomic_load(&queue->stale) && !queue_look(queue, call->session, error))
		return false;
	const int64_t *ids = find_hooks(queue, call->arena, notice, SLICE(""), &count);
	if (!count)
		return true;
	struct content_keys *keys = NULL;
	if (queue->config->sharing.type_count) {
		keys = content_keys_create(call->content, call->arena);
		const int64_t id = json_object_get_int64(json_member(entry, "id"));
		if (!content_keys_add_change(call, keys, type, id, error))
			return false;
	}
	const struct slice payload = webhook_payload(call->arena, queue->registry, notice, type, entry, keys);
	return queue_all(queue, call->session, ids, count, slice_of(content_notice_name(notice)), payload, error);
}

bool queue_wants(struct queue *queue, struct slice event)
{
	bool wanted = atomic_load(&queue->stale);
	pthread_mutex_lock(&queue->lock);
	for (size_t i = 0; i < queue->list.count && !wanted; i++)
		wanted = queue->list.hooks[i].row.enabled && names_event(&queue->list.hooks[i], event);
	pthread_mutex_unlock(&queue->lock);
	return wanted;
}

bool queue_event(struct queue *queue, struct store_session *session, struct arena *arena, struct slice event,
                 struct slice payload, struct error *error)
{
	size_t count;
	if (atomic_load(&queue->stale) && !queue_look(queue, session, error))
		return false;
	const int64_t *ids = find_hooks(queue, arena, CONTENT_NOTICES, event, &count);
	return queue_all(queue, session, ids, count, event, payload, error);
}

void queue_open(struct queue *queue, const struct config *config, const struct registry *registry,
                struct content *content)
{
	*queue = (struct queue){.config = config, .registry = registry, .content = content};
	pthread_mutex_init(&queue->lock, NULL);
	content_subscribe(content, SUBSCRIBER_WEBHOOKS, take_notice, queue);
}

void queue_close(struct queue *queue)
{
	free_list(&queue->list);
	free(queue->lengths);
	pthread_mutex_destroy(&queue->lock);
}
