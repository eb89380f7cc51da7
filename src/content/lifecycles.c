#include "content.h"
#include "service.h"

#include <assert.h>
#include <stdlib.h>

static const char *const names[] = {
    [LIFECYCLE_BEFORE_CREATE] = "beforeCreate",
    [LIFECYCLE_AFTER_CREATE] = "afterCreate",
    [LIFECYCLE_BEFORE_CREATE_MANY] = "beforeCreateMany",
    [LIFECYCLE_AFTER_CREATE_MANY] = "afterCreateMany",
    [LIFECYCLE_BEFORE_UPDATE] = "beforeUpdate",
    [LIFECYCLE_AFTER_UPDATE] = "afterUpdate",
    [LIFECYCLE_BEFORE_UPDATE_MANY] = "beforeUpdateMany",
    [LIFECYCLE_AFTER_UPDATE_MANY] = "afterUpdateMany",
    [LIFECYCLE_BEFORE_DELETE] = "beforeDelete",
    [LIFECYCLE_AFTER_DELETE] = "afterDelete",
    [LIFECYCLE_BEFORE_DELETE_MANY] = "beforeDeleteMany",
    [LIFECYCLE_AFTER_DELETE_MANY] = "afterDeleteMany",
    [LIFECYCLE_BEFORE_FIND_ONE] = "beforeFindOne",
    [LIFECYCLE_AFTER_FIND_ONE] = "afterFindOne",
    [LIFECYCLE_BEFORE_FIND_MANY] = "beforeFindMany",
    [LIFECYCLE_AFTER_FIND_MANY] = "afterFindMany",
    [LIFECYCLE_BEFORE_COUNT] = "beforeCount",
    [LIFECYCLE_AFTER_COUNT] = "afterCount",
};

const char *content_lifecycle_name(enum content_lifecycle moment)
{
	return names[moment];
}

void content_set_listener(struct content *content, content_lifecycle_listener *listener, void *context)
{
	struct service_listener *service = service_listener(content);
	service->listen = listener;
	service->context = context;
}

void content_listen(struct content *content, const struct content_type *type, uint32_t moments)
{
	atomic_store_explicit(&service_listener(content)->moments[type->index], moments, memory_order_release);
}

uint32_t content_listened(const struct content *content, const struct content_type *type)
{
	const struct service_listener *listener = service_listener((struct content *)content);
	return listener->listen ? atomic_load_explicit(&listener->moments[type->index], memory_order_acquire) : 0;
}

static bool listens(const struct content *content, const struct content_type *type, enum content_lifecycle moment)
{
	return content_listened(content, type) >> moment & 1;
}

bool content_listens_to_components(const struct content *content)
{
	const struct registry *registry = service_registry(content);
	for (size_t i = 0; i < registry->type_count; i++)
		if (registry->types[i]->component && content_listened(content, registry->types[i]))
			return true;
	return false;
}

bool content_has_listener(const struct content *content, const struct content_type *type)
{
	const struct registry *registry = service_registry(content);
	bool listened = type && (content_listened(content, type) ||
	                         (type->component_table && content_listens_to_components(content)));
	for (size_t i = 0; i < registry->type_count && !type && !listened; i++)
		listened = content_listened(content, registry->types[i]);
	return listened;
}

bool content_yields(const struct content *content, const struct content_type *type)
{
	const uint32_t changes = (1 << LIFECYCLE_BEFORE_FIND_ONE) - 1;
	const struct registry *registry = service_registry(content);
	bool yields = type && content_listened(content, type) & changes;
	for (size_t i = 0; i < registry->type_count && !type && !yields; i++)
		yields = content_listened(content, registry->types[i]) & changes;
	return yields;
}

bool content_waits_to_read(const struct content *content, const struct content_type *type)
{
	return content_listened(content, type) >> LIFECYCLE_BEFORE_FIND_ONE != 0;
}

bool content_waits_to_read_any(const struct content *content)
{
	const struct registry *registry = service_registry(content);
	if (!service_listener((struct content *)content)->listen)
		return false;
	for (size_t i = 0; i < registry->type_count; i++)
		if (content_waits_to_read(content, registry->types[i]))
			return true;
	return false;
}

bool lifecycle_has_listener(const struct content_call *call, const struct content_type *type,
                            enum content_lifecycle before)
{
	if (call->among_many && !type->component &&
	    (before == LIFECYCLE_BEFORE_DELETE || before == LIFECYCLE_BEFORE_FIND_ONE))
		return false;
	return listens(call->content, type, before) ||
	       listens(call->content, type, (enum content_lifecycle)(before + 1));
}

/* Before a change as long as nothing is written, which would stay when the change is refused. */
static bool may_commit(const struct lifecycle *lifecycle, enum content_lifecycle moment)
{
	const struct content_call *call = lifecycle->call;
	if (!call->yields || !call->stays || !store_may_yield(call->session))
		return false;
	if (moment % 2)
		return lifecycle->last;
	return call->yields_early && moment < LIFECYCLE_BEFORE_FIND_ONE && !store_has_written(call->session);
}

bool content_fail_behind(const struct content_call *call, const struct error *reason, struct error *error)
{
	*error = *reason;
	if (call->stays)
		*call->stays = true;
	return false;
}

bool content_may_commit(const struct content_lifecycle_event *event)
{
	const struct store_session *session = event->call->session;
	return event->may_commit && !event->committed && store_may_yield(session) &&
	       (event->moment % 2 || !store_has_written(session));
}

bool content_commit_change(struct content_lifecycle_event *event, struct error *error)
{
	assert(content_may_commit(event));
	event->committed = true;
	if (store_yield(event->call->session, error))
		return true;
	event->lost = true;
	event->loss = *error;
	return false;
}

/* Behind a listener that has committed the change. */
static bool go_on(const struct content_call *call, const struct content_lifecycle_event *event, bool done,
                  struct error *error)
{
	struct error second;
	if (event->lost) {
		*error = event->loss;
		return false;
	}
	if (event->moment % 2)
		*call->stays = true;
	return store_resume(call->session, done ? error : &second) && done;
}

/* What is done in the course of the listener's work, one level deeper: what is changed there has lifecycles, too. */
static struct content_call make_inner(const struct content_call *call)
{
	struct content_call inner = *call;
	inner.depth++;
	inner.stays = NULL;
	inner.notice_query = NULL;
	inner.silent = inner.id_is_text = inner.among_many = inner.yields = inner.yields_early = false;
	return inner;
}

static bool run(struct lifecycle *lifecycle, enum content_lifecycle moment, struct json_object **result,
                struct error *error)
{
	const struct content_call *call = lifecycle->call;
	const struct service_listener *listener = service_listener(call->content);
	const struct content_call inner = make_inner(call);
	if (call->depth >= CONTENT_DEEPEST_HOOK)
		return error_internal(
		    error,
		    "the lifecycles of %s change entries whose lifecycles change entries, more than %d "
		    "deep",
		    lifecycle->type->uid, CONTENT_DEEPEST_HOOK);
	struct content_lifecycle_event event = {.call = &inner,
	                                        .moment = moment,
	                                        .type = lifecycle->type,
	                                        .params = lifecycle->params,
	                                        .tagged = lifecycle->tagged,
	                                        .result = result ? *result : NULL,
	                                        .state = lifecycle->state,
	                                        .may_commit = may_commit(lifecycle, moment)};
	bool done = listener->listen(listener->context, &event, error);
	lifecycle->state = event.state;
	if (result)
		*result = event.result;
	if (event.committed)
		return go_on(call, &event, done, error);
	if (!done && result && call->stays && !event.broken)
		*call->stays = true;
	return done;
}

bool lifecycle_begin(struct lifecycle *lifecycle, const struct content_call *call, const struct content_type *type,
                     enum content_lifecycle before, struct json_object *params, bool *changed, struct error *error)
{
	*lifecycle = (struct lifecycle){0};
	if (changed)
		*changed = false;
	if (!lifecycle_has_listener(call, type, before))
		return true;
	*lifecycle = (struct lifecycle){.call = call, .type = type, .before = before, .params = params};
	if (!listens(call->content, type, before))
		return true;
	const struct slice was = changed ? json_stringify(call->arena, params) : SLICE("");
	bool done = run(lifecycle, before, NULL, error);
	if (done && changed)
		*changed = !slice_equals(was, json_stringify(call->arena, params));
	if (!done)
		lifecycle_end(lifecycle);
	return done;
}

bool lifecycle_begin_tagged(struct lifecycle *lifecycle, const struct content_call *call,
                            const struct content_type *type, enum content_lifecycle before, struct json_object *params,
                            struct error *error)
{
	*lifecycle = (struct lifecycle){0};
	if (!lifecycle_has_listener(call, type, before))
		return true;
	*lifecycle = (struct lifecycle){.call = call, .type = type, .before = before, .params = params, .tagged = true};
	if (!listens(call->content, type, before) || run(lifecycle, before, NULL, error))
		return true;
	lifecycle_end(lifecycle);
	return false;
}

bool lifecycle_after(struct lifecycle *lifecycle, struct json_object **result, struct error *error)
{
	const enum content_lifecycle after = (enum content_lifecycle)(lifecycle->before + 1);
	return !lifecycle->call || !listens(lifecycle->call->content, lifecycle->type, after) ||
	       run(lifecycle, after, result, error);
}

void lifecycle_leave_times(struct json_object *data)
{
	static const char *const times[] = {"createdAt", "updatedAt"};
	for (size_t i = 0; i < COUNT_OF(times); i++)
		if (!json_find(data, times[i], NULL))
			json_object_object_add(data, times[i], NULL);
}

void lifecycle_end(struct lifecycle *lifecycle)
{
	json_object_put(lifecycle->state);
	*lifecycle = (struct lifecycle){0};
}
