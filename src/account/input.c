#include "input.h"

#include "content/content.h"

#include <math.h>

/* A thing that is wrong. */
struct refusal {
	const char *path_json; /* "role","connect","0" */
	struct slice message;
};

static void refuse(struct input *input, const char *path_json, struct slice message)
{
	input->refusals = arena_grow(input->arena, input->refusals, input->refusal_count, &input->refusal_capacity,
	                             sizeof *input->refusals);
	input->refusals[input->refusal_count++] = (struct refusal){path_json, arena_copy_slice(input->arena, message)};
}

static const char *quoted(const struct input *input, const char *name)
{
	return *name ? arena_format(input->arena, "\"%s\"", name) : "";
}

static void refuse_text(struct input *input, const char *path_json, const char *path, const char *what)
{
	refuse(input, path_json, slice_of(arena_format(input->arena, "%s %s", path, what)));
}

static void refuse_type(struct input *input, const char *path_json, const char *path, const char *type,
                        struct json_object *value)
{
	struct buffer message = {0};
	buffer_format(&message, "%s must be a `%s` type, but the final value was: `", *path ? path : "this", type);
	content_print_value(&message, value);
	buffer_text(&message, "`.");
	refuse(input, path_json, buffer_as_slice(&message));
	buffer_free(&message);
}

bool input_begin(struct input *input, struct arena *arena, struct json_object *json, struct error *error)
{
	*input = (struct input){.arena = arena, .object = json};
	if (!json || json_object_is_type(json, json_type_object))
		return true;
	refuse_type(input, "", "", "object", json);
	return input_end(input, error);
}

static bool find(const struct input *input, const char *name, struct json_object **value)
{
	*value = NULL;
	return input->object && json_find(input->object, name, value);
}

bool input_has(const struct input *input, const char *name)
{
	struct json_object *value;
	return find(input, name, &value);
}

struct slice input_text(const struct input *input, const char *name)
{
	struct json_object *value;
	if (!find(input, name, &value) || !json_object_is_type(value, json_type_string))
		return (struct slice){NULL, 0};
	return (struct slice){json_object_get_string(value), (size_t)json_object_get_string_len(value)};
}

/* The first stage: when the type is wrong nothing else is looked at. */
static bool check_type(struct input *input, const char *name)
{
	struct json_object *value;
	if (!find(input, name, &value) || json_object_is_type(value, json_type_string))
		return true;
	refuse_type(input, quoted(input, name), name, "string", value);
	return false;
}

static bool has_control(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7F)
			return true;
	return false;
}

/* An address with a line end in it, which Strapi takes in quotes, would be more than an address in a mail. */
static bool is_email(struct slice text)
{
	return content_is_email(text) && !has_control(text);
}

static void check_rules(struct input *input, const char *name, unsigned rules)
{
	struct slice text = input_text(input, name);
	bool given = input_has(input, name);
	if (rules & INPUT_EMAIL && text.len && !is_email(text))
		refuse_text(input, quoted(input, name), name, "must be a valid email");
	if (rules & INPUT_NOT_EMPTY && given && !text.len)
		refuse_text(input, quoted(input, name), name, "must be at least 1 characters");
	if (rules & INPUT_REQUIRED && !text.len)
		refuse_text(input, quoted(input, name), name, "is a required field");
}

void input_check_text(struct input *input, const char *name, unsigned rules)
{
	if (check_type(input, name))
		check_rules(input, name, rules);
}

/* Strapi checks all first stages before the second ones, and the confirmation first. */
void input_check_passwords(struct input *input, bool same)
{
	bool confirmation = check_type(input, "passwordConfirmation");
	bool given = input_has(input, "passwordConfirmation");
	if (same && given && !slice_equals(input_text(input, "password"), input_text(input, "passwordConfirmation"))) {
		refuse(input, "\"passwordConfirmation\"", SLICE("Passwords do not match"));
		confirmation = false;
	}
	bool password = check_type(input, "password");
	if (confirmation)
		check_rules(input, "passwordConfirmation", INPUT_REQUIRED);
	if (password)
		check_rules(input, "password", INPUT_REQUIRED);
}

/* ---- roles of users ---- */

/* Any text, or a whole number that is not negative. */
static bool is_id(struct json_object *value)
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
			refuse_type(input, json, path, "object", item);
		else if (!json_find(item, "id", &id))
			refuse_text(input, id_json, id_path, "is a required field");
		else if (!is_id(id))
			refuse_type(input, id_json, id_path, "strapiID", id);
	}
}

static bool check_list(struct input *input, struct json_object *role, const char *name, struct json_object **list)
{
	const char *json = arena_format(input->arena, "\"role\",\"%s\"", name);
	const char *path = arena_format(input->arena, "role.%s", name);
	*list = NULL;
	if (!json_find(role, name, list))
		refuse_text(input, json, path, "is a required field");
	else if (!json_object_is_type(*list, json_type_array))
		refuse_type(input, json, path, "array", *list);
	return json_object_is_type(*list, json_type_array);
}

static void check_links(struct input *input, struct json_object *role, bool creation)
{
	struct json_object *connect, *disconnect;
	bool connects = check_list(input, role, "connect", &connect);
	if (connects)
		check_connected(input, connect);
	if (creation && connects && !json_object_array_length(connect))
		refuse(input, "\"role\",\"connect\"", SLICE("Users must have a role"));
	if (!creation && check_list(input, role, "disconnect", &disconnect) && connects &&
	    !json_object_array_length(connect) && json_object_array_length(disconnect))
		refuse(input, "\"role\",\"disconnect\"", SLICE("Cannot remove role"));
}

void input_check_role(struct input *input, bool creation)
{
	struct json_object *role;
	bool given = find(input, "role", &role);
	if (!given && creation)
		refuse_text(input, "\"role\"", "role", "is a required field");
	else if (given && json_object_is_type(role, json_type_object))
		check_links(input, role, creation);
	else if (given && (!role || json_object_is_type(role, json_type_array)))
		refuse_type(input, "\"role\"", "role", "object", role);
	else if (given && !is_id(role))
		refuse_type(input, "\"role\"", "role", "strapiID", role);
}

void input_check_names(struct input *input, const char *const *names)
{
	struct buffer unknown = {0};
	if (!input->object)
		return;
	json_object_object_foreach(input->object, key, value)
	{
		(void)value;
		size_t i = 0;
		while (names[i] && strcmp(names[i], key) != 0)
			i++;
		if (names[i])
			continue;
		buffer_text(&unknown, unknown.len ? ", " : "this field has unspecified keys: ");
		buffer_text(&unknown, key);
	}
	if (unknown.len)
		refuse(input, "", buffer_as_slice(&unknown));
	buffer_free(&unknown);
}

bool input_end(struct input *input, struct error *error)
{
	struct buffer details = {0};
	if (!input->refusal_count)
		return true;
	for (size_t i = 0; i < input->refusal_count; i++) {
		const struct refusal *refusal = &input->refusals[i];
		buffer_text(&details, i ? "," : "{\"errors\":[");
		buffer_format(&details, "{\"path\":[%s],\"message\":", refusal->path_json);
		json_write_string(&details, refusal->message);
		buffer_text(&details, ",\"name\":\"ValidationError\"}");
	}
	buffer_text(&details, "]}");
	struct slice message = input->refusals[0].message;
	if (input->refusal_count > 1)
		error_validation(error, "%zu errors occurred", input->refusal_count);
	else
		error_validation(error, "%.*s", (int)message.len, message.ptr);
	error->details = arena_copy(input->arena, buffer_as_slice(&details));
	buffer_free(&details);
	return false;
}

bool input_is_truthy(struct json_object *value)
{
	switch (json_object_get_type(value)) {
	case json_type_null:
		return false;
	case json_type_boolean:
		return json_object_get_boolean(value);
	case json_type_int:
		return json_object_get_int64(value) != 0;
	case json_type_double:
		return json_object_get_double(value) != 0;
	case json_type_string:
		return json_object_get_string_len(value) > 0;
	default:
		return true;
	}
}
