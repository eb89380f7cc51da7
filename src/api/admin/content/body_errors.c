#include "body_errors.h"

#include <json-c/json.h>

struct body_errors body_errors_begin(struct admin_call *call)
{
	return (struct body_errors){.call = call, .list = json_keep(call->http->arena, json_object_new_array())};
}

void body_errors_add(struct body_errors *errors, const char *path, const char *message)
{
	struct json_object *error = json_object_new_object(), *parts = json_object_new_array();
	json_object_array_add(parts, json_object_new_string(path));
	json_object_object_add(error, "path", parts);
	json_object_object_add(error, "message", json_object_new_string(message));
	json_object_object_add(error, "name", json_object_new_string("ValidationError"));
	json_object_array_add(errors->list, error);
	errors->message = message;
}

bool body_errors_end(const struct body_errors *errors)
{
	const size_t count = json_object_array_length(errors->list);
	struct admin_call *call = errors->call;
	if (!count)
		return true;
	struct json_object *details = json_keep(call->http->arena, json_object_new_object());
	json_object_object_add(details, "errors", json_object_get(errors->list));
	if (count == 1)
		error_validation_whole(call->error, errors->message);
	else
		error_validation(call->error, "%zu errors occurred", count);
	call->error->details = json_print(call->http->arena, details);
	return false;
}

bool body_refuse(struct admin_call *call, const char *path, const char *message)
{
	struct body_errors errors = body_errors_begin(call);
	body_errors_add(&errors, path, message);
	return body_errors_end(&errors);
}
