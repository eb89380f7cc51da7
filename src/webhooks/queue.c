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
	content_want(queue->content, atomic_load(&queue->stale) ? all_notices : wanted);
	return true;
}

void queue_forget(struct queue *queue)
{
	atomic_store(&queue->stale, true);
	content_want(queue->content, all_notices);
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

/* ---- what is told ---- */

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

/* The webhooks that are to be told, in the call's arena. */
static int64_t *find_hooks(struct queue *queue, struct arena *arena, enum content_notice notice, size_t *count)
{
	pthread_mutex_lock(&queue->lock);
	int64_t *ids = arena_array(arena, queue->list.count, sizeof *ids);
	*count = 0;
	for (size_t i = 0; i < queue->list.count; i++) {
		const struct hook *hook = &queue->list.hooks[i];
		if (hook->row.enabled && hook->events >> notice & 1 && admit(queue, hook))
			ids[(*count)++] = hook->row.id;
	}
	pthread_mutex_unlock(&queue->lock);
	return ids;
}

static bool tell(void *context, const struct content_call *call, enum content_notice notice,
                 const struct content_type *type, struct json_object *entry, struct error *error)
{
	struct queue *queue = context;
	size_t count;
	if (atomic_load(&queue->stale) && !queue_look(queue, call->session, error))
		return false;
	const int64_t *ids = find_hooks(queue, call->arena, notice, &count);
	if (!count)
		return true;
	const struct slice payload = notice_payload(call->arena, queue->registry, notice, type, entry);
	if (payload.len > LARGEST_PAYLOAD) {
		log_message(LOG_ERROR, "webhooks: %s of an entry of %s is not sent: its %zu bytes are too many",
		            content_notice_name(notice), type->uid, payload.len);
		return true;
	}
	for (size_t i = 0; i < count; i++)
		if (!store_queue_delivery(call->session, ids[i], slice_of(content_notice_name(notice)), payload,
		                          datetime_now(), error))
			return false;
	/* The thread that is woken asks the one that writes, and so comes after this change is done. */
	queue->wake(queue->context);
	return true;
}

void queue_open(struct queue *queue, const struct config *config, const struct registry *registry,
                struct content *content)
{
	*queue = (struct queue){.config = config, .registry = registry, .content = content};
	pthread_mutex_init(&queue->lock, NULL);
	content_set_teller(content, tell, queue);
}

void queue_close(struct queue *queue)
{
	free_list(&queue->list);
	free(queue->lengths);
	pthread_mutex_destroy(&queue->lock);
}
