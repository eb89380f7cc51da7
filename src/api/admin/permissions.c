/* Permissions of admins. */
#include "permissions.h"

#include "admin.h"

#include <json-c/json.h>

/* JSON from the database; `none` where there is none. */
static void write_stored(struct buffer *body, const char *name, struct slice json, const char *none)
{
	json_write_name(body, slice_of(name));
	if (!json.len || !json_write_compact(body, json))
		buffer_text(body, none);
}

void admin_write_permissions(struct buffer *body, const struct admin_permission *permissions, size_t count)
{
	buffer_byte(body, '[');
	for (size_t i = 0; i < count; i++) {
		const struct admin_permission *permission = &permissions[i];
		buffer_format(body, "%s{\"id\":%lld,\"action\":", i ? "," : "", (long long)permission->id);
		json_write_string(body, permission->action);
		write_stored(body, "actionParameters", permission->parameters, "{}");
		json_write_name(body, SLICE("subject"));
		if (permission->subject.len)
			json_write_string(body, permission->subject);
		else
			buffer_text(body, "null");
		write_stored(body, "properties", permission->properties, "{}");
		write_stored(body, "conditions", permission->conditions, "[]");
		buffer_byte(body, '}');
	}
	buffer_byte(body, ']');
}

static bool refuse_check(struct admin_call *call, size_t at, const char *problem)
{
	return error_validation(call->error, "permissions[%zu].%s", at, problem);
}

/* {permissions: [{action, subject, field}]}: one answer for each. */
bool admin_check_permissions(struct admin_call *call)
{
	struct json_object *list = json_member_of_type(call->body, "permissions", json_type_array);
	struct buffer *body = &call->response->body;
	if (!list)
		return error_validation(call->error, "permissions is a required field");
	buffer_text(body, "{\"data\":[");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		struct json_object *action = json_member_of_type(item, "action", json_type_string);
		struct json_object *subject = json_member(item, "subject"), *field = json_member(item, "field");
		if (!action)
			return refuse_check(call, i, "action is a required field");
		if (subject && !json_object_is_type(subject, json_type_string))
			return refuse_check(call, i, "subject must be a `string` type");
		if (field && !json_object_is_type(field, json_type_string))
			return refuse_check(call, i, "field must be a `string` type");
		bool may =
		    access_admin_may_field(&call->admin, json_string(action), json_string(subject), json_string(field));
		buffer_text(body, i ? "," : "");
		buffer_text(body, may ? "true" : "false");
	}
	buffer_text(body, "]}");
	return true;
}
