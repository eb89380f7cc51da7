/* Deleting entries. */
#include "answer.h"
#include "component.h"
#include "components.h"
#include "content/hooks.h"
#include "content/read/lifecycle.h"
#include "content/read/read.h"
#include "content/service.h"
#include "lifecycle.h"
#include "load.h"
#include "write.h"

#include <json-c/json.h>

/* The entry as it is answered. */
static bool read_deleted(const struct content_call *call, const struct query *answer, int64_t entry_id,
                         struct content_result **result, struct error *error)
{
	struct json_object *entry;
	if (!lifecycle_has_listener(call, answer->type, LIFECYCLE_BEFORE_FIND_ONE))
		return answer_read(call, answer, false, entry_id, result, error);
	struct query *shown = arena_alloc(call->arena, sizeof *shown);
	*shown = *answer;
	return lifecycle_read_shown(call, shown, entry_id, call->id_is_text, &entry, error) &&
	       (entry || error_not_found(error)) && lifecycle_result(call, shown, entry, result, error);
}

static bool delete_stored(struct write *write, const struct content_type *type, int64_t entry_id)
{
	const struct content_call *call = write->call;
	const struct query *whole = query_create(call->arena, type);
	const bool apart = components_are_apart(write, type, LIFECYCLE_BEFORE_DELETE);
	struct component_list components = {0};
	struct lifecycle lifecycle;
	struct json_object *entry = NULL;
	if ((apart && !load_components(write, type, entry_id, false, NULL)) ||
	    !lifecycle_begin_write(write, &lifecycle, LIFECYCLE_BEFORE_DELETE, whole, entry_id, NULL))
		return false;
	bool listened = lifecycle_follows_write(write, &lifecycle, whole);
	/* A hook before may say what the one behind gets. */
	if (write->shown)
		whole = write->shown;
	bool done = (!apart || component_find_all(write, type, entry_id, &components)) &&
	            (!listened || lifecycle_read(call, whole, entry_id, false, &entry, write->error)) &&
	            (apart ? content_remove(call, type, entry_id, write->error) : write_delete(write, type, entry_id));
	json_object_get(entry);
	lifecycle.last = !components.count && !hooks_look_at(call, CONTENT_AFTER_DELETE, type);
	done = done && (!listened || lifecycle_after(&lifecycle, &entry, write->error)) &&
	       component_delete_all(write, &components);
	json_object_put(entry);
	lifecycle_end(&lifecycle);
	return done;
}

/* The entry as others are told of it, where that is not its answer. */
static bool read_for_notice(const struct content_call *call, int64_t entry_id, struct content_result **noticed,
                            struct error *error)
{
	return !call->notice_query || !content_notifies(call, NOTICE_ENTRY_DELETE) ||
	       read_result(call, call->notice_query, &entry_id, 1, false, noticed, error);
}

bool content_delete(const struct content_call *call, const struct query *answer, int64_t entry_id,
                    struct content_result **result, struct error *error)
{
	struct write write = {
	    .call = call, .registry = service_registry(call->content), .now = datetime_now(), .error = error};
	struct content_result *noticed = NULL;
	if (!read_deleted(call, answer, entry_id, result, error))
		return false;
	bool done = hooks_run(call, CONTENT_BEFORE_DELETE, answer->type, entry_id, NULL, NULL, error) &&
	            read_for_notice(call, entry_id, &noticed, error) && delete_stored(&write, answer->type, entry_id) &&
	            hooks_run(call, CONTENT_AFTER_DELETE, answer->type, entry_id, NULL, *result, error) &&
	            content_notify(call, NOTICE_ENTRY_DELETE, noticed ? noticed : *result, error);
	if (noticed)
		content_free(noticed);
	if (!done)
		content_free(*result);
	return done;
}
