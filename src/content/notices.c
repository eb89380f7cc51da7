#include "read/read.h"
#include "service.h"

#include <json-c/json.h>

static const char *const names[] = {
    [NOTICE_ENTRY_CREATE] = "entry.create",       [NOTICE_ENTRY_UPDATE] = "entry.update",
    [NOTICE_ENTRY_DELETE] = "entry.delete",       [NOTICE_ENTRY_PUBLISH] = "entry.publish",
    [NOTICE_ENTRY_UNPUBLISH] = "entry.unpublish", [NOTICE_MEDIA_CREATE] = "media.create",
    [NOTICE_MEDIA_UPDATE] = "media.update",       [NOTICE_MEDIA_DELETE] = "media.delete",
};

const char *content_notice_name(enum content_notice notice)
{
	return names[notice];
}

enum content_notice content_notice_named(struct slice name)
{
	unsigned notice = 0;
	while (notice < CONTENT_NOTICES && !slice_is(name, names[notice]))
		notice++;
	return (enum content_notice)notice;
}

void content_subscribe(struct content *content, enum content_subscriber subscriber, content_notice_function *function,
                       void *context)
{
	struct service_subscriber *service = service_subscriber(content, subscriber);
	service->notify = function;
	service->context = context;
}

void content_choose_notices(struct content *content, enum content_subscriber subscriber, uint32_t notices)
{
	atomic_store_explicit(&service_subscriber(content, subscriber)->notices, notices, memory_order_release);
}

uint32_t content_chosen_notices(struct content *content, enum content_subscriber subscriber)
{
	return atomic_load_explicit(&service_subscriber(content, subscriber)->notices, memory_order_acquire);
}

static bool wants(struct service_subscriber *service, enum content_notice notice)
{
	return service->notify && atomic_load_explicit(&service->notices, memory_order_acquire) >> notice & 1;
}

bool content_notifies(const struct content_call *call, enum content_notice notice)
{
	for (unsigned subscriber = 0; subscriber < CONTENT_SUBSCRIBERS && !call->silent; subscriber++)
		if (wants(service_subscriber(call->content, subscriber), notice))
			return true;
	return false;
}

bool content_notify(const struct content_call *call, enum content_notice notice, const struct content_result *result,
                    struct error *error)
{
	if (!content_notifies(call, notice) || !content_result_count(result))
		return true;
	struct json_object *entry = content_entry_json(result, 0);
	bool done = true;
	for (unsigned subscriber = 0; subscriber < CONTENT_SUBSCRIBERS && done; subscriber++) {
		struct service_subscriber *service = service_subscriber(call->content, subscriber);
		if (wants(service, notice))
			done =
			    service->notify(service->context, call, notice, result->entries.query->type, entry, error);
	}
	json_object_put(entry);
	return done;
}

/* No lifecycles: the project's code asked for nothing. */
bool content_notify_of(const struct content_call *call, enum content_notice notice, const struct query *query,
                       int64_t id, struct error *error)
{
	struct content_result *result;
	if (!content_notifies(call, notice))
		return true;
	if (!read_result(call, query, &id, 1, false, &result, error))
		return false;
	bool done = content_notify(call, notice, result, error);
	content_free(result);
	return done;
}
