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

/* A member of one of them that has to be a text. */
static void check_text(struct input *input, size_t at, struct json_object *item, const char *name, bool required)
{
	struct json_object *value;
	const char *list = arena_format(input->arena, "\"permissions\",\"%zu\",\"%s\"", at, name);
	const char *path = arena_format(input->arena, "permissions[%zu].%s", at, name);
	const bool sent = json_find(item, name, &value);
	if (sent && (value || required) && !json_object_is_type(value, json_type_string))
		input_refuse_type(input, list, path, "string", value);
	else if (required && !json_string(value).len)
		input_refuse_text(input, list, path, "is a required field");
}

static void check_names(struct input *input, size_t at, struct json_object *item)
{
	static const char *const names[] = {"action", "subject", "field"};
	struct buffer unknown = {0};
	json_object_object_foreach(item, key, value)
	{
		size_t i = 0;
		(void)value;
		while (i < COUNT_OF(names) && strcmp(names[i], key) != 0)
			i++;
		if (i < COUNT_OF(names))
			continue;
		buffer_text(&unknown, unknown.len ? ", " : "field has unspecified keys: ");
		buffer_text(&unknown, key);
	}
	if (unknown.len)
		input_refuse_text(input, arena_format(input->arena, "\"permissions\",\"%zu\"", at),
		                  arena_format(input->arena, "permissions[%zu]", at), buffer_terminate(&unknown));
	buffer_free(&unknown);
}

static void check_items(struct input *input, struct json_object *list)
{
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (!json_object_is_type(item, json_type_object)) {
			input_refuse_type(input, arena_format(input->arena, "\"permissions\",\"%zu\"", i),
			                  arena_format(input->arena, "permissions[%zu]", i), "object", item);
			continue;
		}
		check_text(input, i, item, "action", true);
		check_text(input, i, item, "subject", false);
		check_text(input, i, item, "field", false);
		check_names(input, i, item);
	}
}

static bool check_asked(struct admin_call *call, struct json_object **list)
{
	struct input input;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	if (!input_find(&input, "permissions", list))
		input_refuse_member(&input, "permissions", "is a required field");
	else if (!json_object_is_type(*list, json_type_array))
		input_refuse_type(&input, "\"permissions\"", "permissions", "array", *list);
	else
		check_items(&input, *list);
	return input_end(&input, call->error);
}

/* {permissions: [{action, subject, field}]}: one answer for each. */
bool admin_check_permissions(struct admin_call *call)
{
	struct json_object *list;
	struct buffer *body = &call->response->body;
	if (!check_asked(call, &list))
		return false;
	buffer_text(body, "{\"data\":[");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		const struct slice action = json_string(json_member(item, "action"));
		const struct slice subject = json_string(json_member(item, "subject"));
		const struct slice field = json_string(json_member(item, "field"));
		/* What is granted without a type is granted for every type. */
		const bool may = access_admin_may_field(&call->admin, action, subject, field) ||
		                 access_admin_may_field(&call->admin, action, SLICE(""), field);
		buffer_text(body, i ? "," : "");
		buffer_text(body, may ? "true" : "false");
	}
	buffer_text(body, "]}");
	return true;
}
