/* Lifecycle hooks. */
#include "hooks.h"
#include "app.h"
#include "values.h"

bool lectern_on(lectern_app *app, const char *uid, lectern_moment moment, lectern_hook *run, void *context)
{
	if (!app_is_open(app))
		return false;
	const struct content_type *type = uid ? app_type(app, uid, false) : NULL;
	if (uid && !type)
		return false;
	if (!run || (unsigned)moment > LECTERN_AFTER_DELETE)
		return app_refuse(app, "a hook of %s has no function or no moment", uid ? uid : "all types");
	struct registered_hook *hook = arena_alloc(app->extensions->arena, sizeof *hook);
	*hook =
	    (struct registered_hook){.extension = app, .type = type, .moment = moment, .run = run, .context = context};
	*app->extensions->last_hook = hook;
	app->extensions->last_hook = &hook->next;
	return true;
}

static bool run_hook(void *context, const struct content_event *event, struct error *error)
{
	const struct registered_hook *hook = context;
	struct lectern_call call = {
	    .extensions = hook->extension->extensions, .arena = event->call->arena, .error = error, .event = event};
	extension_call_begin(&call);
	return extension_call_end(&call, hook->run(hook->context, &call), hook->extension);
}

void lifecycle_install(struct extensions *extensions, struct content *content)
{
	static const enum content_moment moments[] = {
	    [LECTERN_BEFORE_CREATE] = CONTENT_BEFORE_CREATE, [LECTERN_AFTER_CREATE] = CONTENT_AFTER_CREATE,
	    [LECTERN_BEFORE_UPDATE] = CONTENT_BEFORE_UPDATE, [LECTERN_AFTER_UPDATE] = CONTENT_AFTER_UPDATE,
	    [LECTERN_BEFORE_DELETE] = CONTENT_BEFORE_DELETE, [LECTERN_AFTER_DELETE] = CONTENT_AFTER_DELETE,
	};
	for (struct registered_hook *hook = extensions->hooks; hook; hook = hook->next)
		content_add_hook(content, hook->type, moments[hook->moment], run_hook, hook);
}

/* ---- in a hook ---- */

lectern_moment lectern_event_moment(const lectern_call *call)
{
	static const lectern_moment moments[] = {
	    [CONTENT_BEFORE_CREATE] = LECTERN_BEFORE_CREATE, [CONTENT_AFTER_CREATE] = LECTERN_AFTER_CREATE,
	    [CONTENT_BEFORE_UPDATE] = LECTERN_BEFORE_UPDATE, [CONTENT_AFTER_UPDATE] = LECTERN_AFTER_UPDATE,
	    [CONTENT_BEFORE_DELETE] = LECTERN_BEFORE_DELETE, [CONTENT_AFTER_DELETE] = LECTERN_AFTER_DELETE,
	};
	return call->event ? moments[call->event->moment] : LECTERN_BEFORE_CREATE;
}

const char *lectern_event_type(const lectern_call *call)
{
	return call->event ? call->event->type->uid : "";
}

int64_t lectern_event_id(const lectern_call *call)
{
	return call->event ? call->event->id : 0;
}

lectern_value *lectern_event_data(const lectern_call *call)
{
	return call->event ? json_value(call->event->data) : NULL;
}

bool lectern_event_entry(lectern_call *call, lectern_value **entry)
{
	struct buffer text = {0};
	*entry = NULL;
	if (!call->event || !call->event->result || !content_result_count(call->event->result))
		return true;
	content_write_entry(&text, call->event->result, 0, CONTENT_FLAT);
	bool done = value_parse(call->arena, buffer_as_slice(&text), entry, call->error);
	buffer_free(&text);
	return done;
}
