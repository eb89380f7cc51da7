/* Roles and what they may do, as they are sent. */
#include "account/text.h"
#include "role_write.h"

static bool check_body(struct json_object *input, struct error *error)
{
	bool empty = json_object_is_type(input, json_type_object) ? json_object_object_length(input) == 0 : true;
	return !empty || error_validation(error, "Request body cannot be empty");
}

/* Without a type it gets one made of its name. */
static void add_type(const struct role_write *write)
{
	struct json_object *type, *name = NULL;
	struct slice text = {NULL, 0};
	if (json_find(write->data, "type", &type) && json_is_truthy(type))
		return;
	if (json_find(write->data, "name", &name) && name)
		text = slice_of(json_object_get_string(name));
	const char *made = text_role_type(write->call->arena, text);
	json_object_object_add(write->data, "type", json_object_new_string(made));
}

static struct json_object *copy_but(struct json_object *input, const char *const *left_out)
{
	struct json_object *copy = json_object_new_object();
	json_object_object_foreach(input, key, value)
	{
		size_t i = 0;
		while (left_out[i] && strcmp(left_out[i], key) != 0)
			i++;
		if (!left_out[i])
			json_object_object_add(copy, key, json_object_get(value));
	}
	return copy;
}

static struct json_object *copy_only(struct json_object *input, const char *const *names)
{
	struct json_object *copy = json_object_new_object(), *value;
	for (size_t i = 0; names[i]; i++)
		if (json_find(input, names[i], &value))
			json_object_object_add(copy, names[i], json_object_get(value));
	return copy;
}

bool account_create_role(struct account_call *call, struct json_object *input, struct error *error)
{
	static const char *const left_out[] = {"users", "permissions", NULL};
	struct role_write write = {.call = call, .permissions = {.arena = call->arena}};
	if (!check_body(input, error) || !permission_input_read(&write.permissions, input, error))
		return false;
	write.data = copy_but(input, left_out);
	add_type(&write);
	bool done = account_write(call, role_create, &write, error);
	json_object_put(write.data);
	return done;
}

bool account_update_role(struct account_call *call, int64_t id, struct json_object *input, struct error *error)
{
	static const char *const names[] = {"name", "description", NULL};
	struct role_write write = {.call = call, .id = id, .permissions = {.arena = call->arena}};
	if (!check_body(input, error) || !permission_input_read(&write.permissions, input, error))
		return false;
	write.data = copy_only(input, names);
	bool done = account_write(call, role_update, &write, error);
	json_object_put(write.data);
	return done;
}

bool account_delete_role(struct account_call *call, int64_t id, struct error *error)
{
	struct role_write write = {.call = call, .id = id};
	return account_write(call, role_delete, &write, error);
}
