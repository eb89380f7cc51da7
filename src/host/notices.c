/* strapi.eventHub: the project's code receives the notices that it listens to, when their changes are on disk; events
 * that it emits reach webhooks. */
#include "notices.h"

#include "code.h"
#include "host.h"
#include "request_json.h"
#include "survey.h"
#include "tags.h"
#include "webhooks/webhooks.h"

#include <json-c/json.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LARGEST_PAYLOAD = 8 * 1024 * 1024, MOST_PENDING = 1000 };

struct notices {
	struct host *host;
	const struct registry *registry;
	bool wants_request;  /* see survey */
	atomic_uint pending; /* asks without an answer yet */
};

/* One notice, on its way from the change to the process. */
struct pending_notice {
	struct store_ending ending;
	struct notices *notices;
	uint64_t process; /* that made the change; 0: any */
	struct buffer head, body;
};

static void forget(struct pending_notice *pending_notice)
{
	buffer_free(&pending_notice->head);
	buffer_free(&pending_notice->body);
	free(pending_notice);
}

static void receive(void *context, struct host_answer *answer)
{
	struct pending_notice *pending_notice = context;
	json_object_put(answer->value);
	atomic_fetch_sub(&pending_notice->notices->pending, 1);
	forget(pending_notice);
}

/* The process that made the change may have ended: then another one receives the notice. */
static void send_notice(struct store_ending *ending, bool done)
{
	struct pending_notice *pending_notice = (struct pending_notice *)ending;
	struct notices *notices = pending_notice->notices;
	if (!done) {
		forget(pending_notice);
		return;
	}
	if (atomic_fetch_add(&notices->pending, 1) >= MOST_PENDING) {
		atomic_fetch_sub(&notices->pending, 1);
		log_message(LOG_ERROR, "strapi.eventHub: the project's code does not keep up, and misses a change");
		forget(pending_notice);
		return;
	}
	const struct host_ask ask = {
	    .head = buffer_as_slice(&pending_notice->head),
	    .body = buffer_as_slice(&pending_notice->body),
	    .process = host_has(notices->host, pending_notice->process) ? pending_notice->process : 0,
	    .receive = receive,
	    .context = pending_notice,
	};
	host_ask(notices->host, &ask);
}

static void write_head(struct pending_notice *pending_notice, const struct content_call *call,
                       enum content_notice notice, struct slice payload)
{
	struct buffer text = {0};
	buffer_text(&pending_notice->head, "{\"ask\":\"event\",\"name\":");
	json_write_string(&pending_notice->head, slice_of(content_notice_name(notice)));
	request_json_course(&pending_notice->head, call, pending_notice->notices->wants_request);
	buffer_slice(&pending_notice->body, request_json_body(call, pending_notice->notices->wants_request));
	buffer_slice(&text, payload);
	tags_escape(&text);
	json_write_name(&pending_notice->head, SLICE("info"));
	buffer_slice(&pending_notice->head, buffer_as_slice(&text));
	buffer_byte(&pending_notice->head, '}');
	buffer_free(&text);
}

static bool take(void *context, const struct content_call *call, enum content_notice notice,
                 const struct content_type *type, struct json_object *entry, struct error *error)
{
	struct notices *notices = context;
	const struct host_call *origin = call->origin;
	const struct slice payload = webhook_payload(call->arena, notices->registry, notice, type, entry, NULL);
	(void)error;
	if (payload.len > LARGEST_PAYLOAD) {
		log_message(LOG_ERROR, "strapi.eventHub: %s of an entry of %s is not sent: its %zu bytes are too many",
		            content_notice_name(notice), type->uid, payload.len);
		return true;
	}
	struct pending_notice *pending_notice = calloc(1, sizeof *pending_notice);
	if (!pending_notice)
		abort();
	*pending_notice = (struct pending_notice){.ending.run = send_notice, .notices = notices};
	pending_notice->process = origin ? origin->process : 0;
	write_head(pending_notice, call, notice, payload);
	store_add_ending(call->session, &pending_notice->ending);
	return true;
}

/* ---- the names of notices that code listens to ---- */

static uint32_t bits_of(struct slice name)
{
	const enum content_notice notice = content_notice_named(name);
	if (slice_is(name, "*"))
		return (UINT32_C(1) << CONTENT_NOTICES) - 1;
	return notice < CONTENT_NOTICES ? UINT32_C(1) << notice : 0;
}

/* [["entry.create", …]], "*" for all. Those of another process stay. */
static bool listen(struct service_call *call, struct error *error)
{
	struct json_object *names = service_argument(call, 0);
	uint32_t notices = content_chosen_notices(call->content.content, SUBSCRIBER_CODE);
	(void)error;
	for (size_t i = 0; json_object_is_type(names, json_type_array) && i < json_count(names); i++)
		notices |= bits_of(json_string(json_item(names, i)));
	content_choose_notices(call->content.content, SUBSCRIBER_CODE, notices);
	return true;
}

void host_subscribe(struct host *host, struct arena *arena, const struct survey *survey, struct content *content)
{
	struct notices *notices = arena_alloc(arena, sizeof *notices);
	uint32_t wanted = 0;
	notices->host = host;
	notices->registry = survey->registry;
	notices->wants_request = survey->wants_request;
	for (size_t i = 0; i < survey->event_count; i++)
		wanted |= bits_of(slice_of(survey->events[i]));
	content_subscribe(content, SUBSCRIBER_CODE, take, notices);
	content_choose_notices(content, SUBSCRIBER_CODE, wanted);
}

/* ---- what code emits ---- */

static struct webhooks *webhooks_of(const struct service_call *call)
{
	return call->code ? host_code_webhooks(call->code) : NULL;
}

/* [name]: whether a webhook names it. */
static bool is_wanted(struct service_call *call, struct error *error)
{
	struct webhooks *webhooks = webhooks_of(call);
	(void)error;
	const bool wanted = webhooks && webhooks_want(webhooks, json_string(service_argument(call, 0)));
	buffer_text(&call->value, wanted ? "true" : "false");
	return true;
}

/* [name, payload as JSON]. */
static bool emit(struct service_call *call, struct error *error)
{
	const struct slice name = json_string(service_argument(call, 0));
	const struct slice payload = json_string(service_argument(call, 1));
	struct webhooks *webhooks = webhooks_of(call);
	if (!name.len || payload.len < 2 || payload.ptr[0] != '{')
		return error_set(error, 400, "ValidationError", "An event has a name, and an object");
	buffer_text(&call->value, "null");
	return !webhooks || webhooks_emit(webhooks, call->content.session, call->content.arena, name, payload, error);
}

const struct service notice_services[] = {
    {.name = "events.listen", .run = listen},
    {.name = "webhooks.wants", .run = is_wanted},
    {.name = "webhooks.emit", .writes = true, .run = emit},
};
const size_t notice_service_count = COUNT_OF(notice_services);
