#include "service.h"

struct content_hook {
	const struct content_type *type;
	content_hook *run;
	void *context;
	struct content_hook *next;
};

struct hooks {
	struct arena *arena;
	struct content_hook *of[CONTENT_MOMENTS];
};

struct hooks *hooks_create(void)
{
	struct arena *arena = arena_create();
	struct hooks *hooks = arena_alloc(arena, sizeof *hooks);
	hooks->arena = arena;
	return hooks;
}

void hooks_destroy(struct hooks *hooks)
{
	arena_destroy(hooks->arena);
}

void content_add_hook(struct content *content, const struct content_type *type, enum content_moment moment,
                      content_hook *hook, void *context)
{
	struct hooks *hooks = service_hooks(content);
	struct content_hook *added = arena_alloc(hooks->arena, sizeof *added);
	struct content_hook **end = &hooks->of[moment];
	*added = (struct content_hook){.type = type, .run = hook, .context = context};
	while (*end)
		end = &(*end)->next;
	*end = added;
}

bool hooks_look_at(const struct content_call *call, enum content_moment moment, const struct content_type *type)
{
	for (const struct content_hook *hook = service_hooks(call->content)->of[moment]; hook; hook = hook->next)
		if (!hook->type || hook->type == type)
			return true;
	return false;
}

bool hooks_run(const struct content_call *call, enum content_moment moment, const struct content_type *type,
               int64_t entry_id, struct json_object *data, const struct content_result *result, struct error *error)
{
	const struct content_hook *hook = service_hooks(call->content)->of[moment];
	if (!hook)
		return true;
	/* Hooks that write what they are hooked on would never end. */
	if (call->depth == CONTENT_DEEPEST_HOOK)
		return error_internal(error,
		                      "the hooks of %s change entries whose hooks change entries, more than %d deep",
		                      type->uid, CONTENT_DEEPEST_HOOK);
	struct content_call inner = *call;
	inner.depth++;
	inner.stays = NULL;
	inner.notice_query = NULL;
	inner.silent = false;
	const struct content_event event = {
	    .call = &inner, .moment = moment, .type = type, .id = entry_id, .data = data, .result = result};
	for (; hook; hook = hook->next)
		if ((!hook->type || hook->type == type) && !hook->run(hook->context, &event, error))
			return false;
	return true;
}
