#include "input.h"

#include <math.h>

bool input_is_id(struct json_object *value)
{
	if (json_object_is_type(value, json_type_double)) {
		double number = json_object_get_double(value);
		return number >= 0 && number == floor(number);
	}
	return json_object_is_type(value, json_type_string) ||
	       (json_object_is_type(value, json_type_int) && json_object_get_int64(value) >= 0);
}

static void check_connected(struct input *input, struct json_object *list)
{
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i), *id;
		const char *json = arena_format(input->arena, "\"role\",\"connect\",\"%zu\"", i);
		const char *path = arena_format(input->arena, "role.connect[%zu]", i);
		const char *id_json = arena_format(input->arena, "%s,\"id\"", json);
		const char *id_path = arena_format(input->arena, "%s.id", path);
		if (!json_object_is_type(item, json_type_object))
			input_refuse_type(input, json, path, "object", item);
		else if (!json_find(item, "id", &id))
			input_refuse_text(input, id_json, id_path, "is a required field");
		else if (!input_is_id(id))
			input_refuse_type(input, id_json, id_path, "strapiID", id);
	}
}

static bool check_list(struct input *input, struct json_object *role, const char *name, struct json_object **list)
{
	const char *json = arena_format(input->arena, "\"role\",\"%s\"", name);
	const char *path = arena_format(input->arena, "role.%s", name);
	*list = NULL;
	if (!json_find(role, name, list))
		input_refuse_text(input, json, path, "is a required field");
	else if (!json_object_is_type(*list, json_type_array))
		input_refuse_type(input, json, path, "array", *list);
	return json_object_is_type(*list, json_type_array);
}

static void check_links(struct input *input, struct json_object *role, bool creation)
{
	struct json_object *connect, *disconnect;
	bool connects = check_list(input, role, "connect", &connect);
	if (connects)
		check_connected(input, connect);
	if (creation && connects && !json_object_array_length(connect))
		input_refuse(input, "\"role\",\"connect\"", "Users must have a role");
	if (!creation && check_list(input, role, "disconnect", &disconnect) && connects &&
	    !json_object_array_length(connect) && json_object_array_length(disconnect))
		input_refuse(input, "\"role\",\"disconnect\"", "Cannot remove role");
}

bool input_check_id_list(struct input *input, const char *name)
{
	struct json_object *list;
	if (!input_find(input, name, &list))
		return false;
	if (!json_object_is_type(list, json_type_array)) {
		input_refuse_type(input, input_quoted_path(input, name), input_shown_path(input, name), "array", list);
		return false;
	}
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (!input_is_id(item))
			input_refuse_type(
			    input, arena_format(input->arena, "%s,\"%zu\"", input_quoted_path(input, name), i),
			    arena_format(input->arena, "%s[%zu]", input_shown_path(input, name), i), "strapiID", item);
	}
	return true;
}

void input_check_ids(struct input *input, const char *name, bool required)
{
	struct json_object *list;
	if (input_check_id_list(input, name)) {
		input_find(input, name, &list);
		if (!json_object_array_length(list))
			input_refuse_member(input, name, "field must have at least 1 items");
	} else if (required && !input_has(input, name)) {
		input_refuse_member(input, name, "is a required field");
	}
}

void input_check_role(struct input *input, bool creation)
{
	struct json_object *role;
	bool sent = input_find(input, "role", &role);
	if (!sent && creation)
		input_refuse_text(input, "\"role\"", "role", "is a required field");
	else if (sent && json_object_is_type(role, json_type_object))
		check_links(input, role, creation);
	else if (sent && (!role || json_object_is_type(role, json_type_array)))
		input_refuse_type(input, "\"role\"", "role", "object", role);
	else if (sent && !input_is_id(role))
		input_refuse_type(input, "\"role\"", "role", "strapiID", role);
}
