/* The call's error, as extensions fill it in and read it. */
#include "calls.h"

#include <stdarg.h>
#include <stdio.h>

static void fill(lectern_call *call, int status, const char *name, const char *format, va_list arguments)
{
	char message[sizeof call->error->message];
	vsnprintf(message, sizeof message, format, arguments);
	if (status < 400 || status > 599)
		status = 500;
	/* Its name is the extension's, and may be gone with it. */
	error_set(call->error, status, arena_copy(call->arena, slice_of(name ? name : "ApplicationError")), "%s",
	          message);
}

bool lectern_fail(lectern_call *call, int status, const char *name, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fill(call, status, name, format, arguments);
	va_end(arguments);
	return false;
}

bool lectern_fail_validation(lectern_call *call, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fill(call, 400, "ValidationError", format, arguments);
	va_end(arguments);
	return false;
}

bool lectern_fail_policy(lectern_call *call, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fill(call, 403, "PolicyError", format, arguments);
	va_end(arguments);
	return false;
}

bool lectern_fail_forbidden(lectern_call *call)
{
	return error_forbidden(call->error);
}

bool lectern_fail_not_found(lectern_call *call)
{
	return error_not_found(call->error);
}

bool lectern_fail_details(lectern_call *call, const lectern_value *details)
{
	call->error->details = lectern_kind_of(details) == LECTERN_OBJECT ? lectern_write(call, details).data : NULL;
	return false;
}

int lectern_error_status(const lectern_call *call)
{
	return call->error->status;
}

const char *lectern_error_name(const lectern_call *call)
{
	return call->error->status ? call->error->name : "";
}

const char *lectern_error_message(const lectern_call *call)
{
	return call->error->status ? call->error->message : "";
}

const lectern_value *lectern_error_details(lectern_call *call)
{
	const char *details = call->error->details;
	return call->error->status && details && details != error_no_details ? lectern_json(call, details) : NULL;
}

void lectern_clear_error(lectern_call *call)
{
	call->error->status = 0;
}
