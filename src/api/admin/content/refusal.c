#include "refusal.h"

#include <json-c/json.h>

struct refusal refusal_begin(struct admin_call *call)
{
	return (struct refusal){.call = call, .errors = json_keep(call->http->arena, json_object_new_array())};
}

void refusal_add(struct refusal *refusal, const char *path, const char *message)
{
	struct json_object *error = json_object_new_object(), *parts = json_object_new_array();
	json_object_array_add(parts, json_object_new_string(path));
	json_object_object_add(error, "path", parts);
	json_object_object_add(error, "message", json_object_new_string(message));
	json_object_object_add(error, "name", json_object_new_string("ValidationError"));
	json_object_array_add(refusal->errors, error);
	refusal->message = message;
}

bool refusal_end(const struct refusal *refusal)
{
	const size_t count = json_object_array_length(refusal->errors);
	struct admin_call *call = refusal->call;
	if (!count)
		return true;
	struct json_object *details = json_keep(call->http->arena, json_object_new_object());
	json_object_object_add(details, "errors", json_object_get(refusal->errors));
	if (count == 1)
		error_validation(call->error, "%s", refusal->message);
	else
		error_validation(call->error, "%zu errors occurred", count);
	call->error->details = json_print(call->http->arena, details);
	return false;
}

bool refusal_of(struct admin_call *call, const char *path, const char *message)
{
	struct refusal refusal = refusal_begin(call);
	refusal_add(&refusal, path, message);
	return refusal_end(&refusal);
}
