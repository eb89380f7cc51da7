/* The server as extensions see it while they register. */
#include "app.h"
#include "calls.h"

#include <stdarg.h>
#include <stdio.h>

static void refuse(struct lectern_app *app, const char *format, va_list arguments)
{
	if (app->failed)
		return;
	app->failed = true;
	vsnprintf(app->error.message, sizeof app->error.message, format, arguments);
}

bool app_refuse(struct lectern_app *app, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	refuse(app, format, arguments);
	va_end(arguments);
	return false;
}

bool lectern_refuse(lectern_app *app, const char *format, ...)
{
	va_list arguments;
	if (!app_is_open(app))
		return false;
	va_start(arguments, format);
	refuse(app, format, arguments);
	va_end(arguments);
	return false;
}

/* Afterwards many threads may come here at once: nothing of the extension is changed then. */
bool app_is_open(struct lectern_app *app)
{
	if (app && !app->registering)
		log_message(LOG_ERROR, "the extension %s registered something after lectern_register had returned",
		            app->name);
	return app && app->registering;
}

const struct content_type *app_type(struct lectern_app *app, const char *uid, bool components)
{
	const struct content_type *type = uid ? model_type(app->extensions->registry, slice_of(uid)) : NULL;
	if (type && (components || !type->component))
		return type;
	app_refuse(app, type ? "\"%s\" is a component, not a content-type" : "there is no content-type \"%s\"",
	           uid ? uid : "");
	return NULL;
}

const char *lectern_extension_name(const lectern_app *app)
{
	return app ? app->name : "";
}

const lectern_value *lectern_extension_config(const lectern_app *app)
{
	return app ? json_value(app->config) : NULL;
}

bool lectern_has_type(const lectern_app *app, const char *uid)
{
	return app && uid && model_type(app->extensions->registry, slice_of(uid)) != NULL;
}

bool lectern_has_field(const lectern_app *app, const char *uid, const char *field)
{
	const struct content_type *type = app && uid ? model_type(app->extensions->registry, slice_of(uid)) : NULL;
	return type && field && model_attribute(type, slice_of(field)) != NULL;
}

void lectern_log(lectern_level level, const char *format, ...)
{
	static const enum log_level levels[] = {LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR};
	va_list arguments;
	va_start(arguments, format);
	log_message_list(levels[level > LECTERN_ERROR ? LECTERN_ERROR : level], format, arguments);
	va_end(arguments);
}
