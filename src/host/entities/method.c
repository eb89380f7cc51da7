#include "method.h"

#include <stdarg.h>
#include <stdio.h>

bool method_fail(const struct method_call *call, const char *format, ...)
{
	char text[sizeof call->error->message];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return error_set(call->error, 500, "Error", "%s", text);
}

bool method_is_undefined(struct json_object *json)
{
	struct json_object *tag = json_member(json, "@");
	return tag && slice_is(json_string(tag), "undefined");
}

struct json_object *method_argument(const struct method_call *call, size_t index)
{
	struct json_object *argument = json_item(call->arguments, index);
	return method_is_undefined(argument) ? NULL : argument;
}

struct json_object *method_member(struct json_object *object, const char *name)
{
	struct json_object *member = json_member(object, name);
	return method_is_undefined(member) ? NULL : member;
}

struct json_object *method_object(const struct method_call *call)
{
	return json_keep(call->arena, json_object_new_object());
}
