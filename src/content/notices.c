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

void content_set_teller(struct content *content, enum content_told told, content_teller *teller, void *context)
{
	struct service_teller *service = service_teller(content, told);
	service->tell = teller;
	service->context = context;
}

void content_want(struct content *content, enum content_told told, uint32_t notices)
{
	atomic_store_explicit(&service_teller(content, told)->notices, notices, memory_order_release);
}

uint32_t content_wanted(struct content *content, enum content_told told)
{
	return atomic_load_explicit(&service_teller(content, told)->notices, memory_order_acquire);
}

static bool wants(struct service_teller *teller, enum content_notice notice)
{
	return teller->tell && atomic_load_explicit(&teller->notices, memory_order_acquire) >> notice & 1;
}

bool content_tells(const struct content_call *call, enum content_notice notice)
{
	for (unsigned told = 0; told < CONTENT_TOLD && !call->silent; told++)
		if (wants(service_teller(call->content, told), notice))
			return true;
	return false;
}

bool content_tell(const struct content_call *call, enum content_notice notice, const struct content_result *result,
                  struct error *error)
{
	if (!content_tells(call, notice) || !content_result_count(result))
		return true;
	struct json_object *entry = content_entry_json(result, 0);
	bool done = true;
	for (unsigned told = 0; told < CONTENT_TOLD && done; told++) {
		struct service_teller *teller = service_teller(call->content, told);
		if (wants(teller, notice))
			done = teller->tell(teller->context, call, notice, result->entries.query->type, entry, error);
	}
	json_object_put(entry);
	return done;
}

/* No lifecycles: the project's code asked for nothing. */
bool content_tell_of(const struct content_call *call, enum content_notice notice, const struct query *query, int64_t id,
                     struct error *error)
{
	struct content_result *result;
	if (!content_tells(call, notice))
		return true;
	if (!read_result(call, query, &id, 1, false, &result, error))
		return false;
	bool done = content_tell(call, notice, result, error);
	content_free(result);
	return done;
}
