#include "input.h"

#include "content/content.h"
#include "text.h"

#include <math.h>

/* A thing that is wrong. */
struct input_refusal {
	const char *path_json; /* "role","connect","0" */
	struct slice message;
};

static void refuse(struct input *input, const char *path_json, struct slice message)
{
	input->refusals = arena_grow(input->arena, input->refusals, input->refusal_count, &input->refusal_capacity,
	                             sizeof *input->refusals);
	input->refusals[input->refusal_count++] =
	    (struct input_refusal){path_json, arena_copy_slice(input->arena, message)};
}

void input_refuse(struct input *input, const char *path_json, const char *message)
{
	refuse(input, path_json, slice_of(message));
}

static const char *quoted(const struct input *input, const char *name)
{
	const char *within = input->within;
	if (!*name)
		return within ? arena_format(input->arena, "\"%s\"", within) : "";
	return within ? arena_format(input->arena, "\"%s\",\"%s\"", within, name)
	              : arena_format(input->arena, "\"%s\"", name);
}

/* A member as messages name it. */
static const char *shown(const struct input *input, const char *name)
{
	if (!input->within)
		return name;
	return *name ? arena_format(input->arena, "%s.%s", input->within, name) : input->within;
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
static bool check_type(struct input *input, const char *name, unsigned rules)
{
	struct json_object *value;
	if (!find(input, name, &value) || json_object_is_type(value, json_type_string))
		return true;
	if (!value && rules & INPUT_NULLABLE)
		return false;
	refuse_type(input, quoted(input, name), shown(input, name), "string", value);
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

static bool has_between(struct slice text, char low, char high)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] >= low && text.ptr[i] <= high)
			return true;
	return false;
}

static void refuse_member(struct input *input, const char *name, const char *what)
{
	refuse_text(input, quoted(input, name), shown(input, name), what);
}

static void check_password(struct input *input, const char *name, struct slice text)
{
	enum { SHORTEST = 8 };
	size_t length = 0;
	for (size_t i = 0; i < text.len; i++)
		length += ((unsigned char)text.ptr[i] & 0xC0) != 0x80;
	if (length < SHORTEST)
		refuse_member(input, name, "must be at least 8 characters");
	if (!has_between(text, 'a', 'z'))
		refuse_member(input, name, "must contain at least one lowercase character");
	if (!has_between(text, 'A', 'Z'))
		refuse_member(input, name, "must contain at least one uppercase character");
	if (!has_between(text, '0', '9'))
		refuse_member(input, name, "must contain at least one number");
}

static void check_rules(struct input *input, const char *name, unsigned rules)
{
	struct slice text = input_text(input, name);
	bool given = input_has(input, name);
	if (rules & INPUT_EMAIL && text.len && !is_email(text))
		refuse_member(input, name, "must be a valid email");
	if (rules & INPUT_LOWER_CASE && !slice_equals(text_lower_case(input->arena, text), text))
		refuse_member(input, name, "must be a lowercase string");
	if (rules & INPUT_TRIMMED && slice_trim(text).len != text.len)
		refuse_member(input, name, "must be a trimmed string");
	if (rules & INPUT_NOT_EMPTY && given && !text.len)
		refuse_member(input, name, "must be at least 1 characters");
	if (rules & INPUT_ADMIN_PASSWORD && given)
		check_password(input, name, text);
	if (rules & INPUT_REQUIRED && !text.len)
		refuse_member(input, name, "is a required field");
}

void input_check_text(struct input *input, const char *name, unsigned rules)
{
	if (check_type(input, name, rules))
		check_rules(input, name, rules);
}

bool input_enter(struct input *input, const char *name)
{
	struct json_object *value;
	if (!find(input, name, &value)) {
		refuse_member(input, name, "is a required field");
		return false;
	}
	if (!json_object_is_type(value, json_type_object)) {
		refuse_type(input, quoted(input, name), shown(input, name), "object", value);
		return false;
	}
	input->object = value;
	input->within = name;
	return true;
}

void input_check_flag(struct input *input, const char *name)
{
	struct json_object *value;
	if (find(input, name, &value) && !json_object_is_type(value, json_type_boolean))
		refuse_type(input, quoted(input, name), shown(input, name), "boolean", value);
}

/* Strapi checks all first stages before the second ones, and the confirmation first. */
void input_check_passwords(struct input *input, bool same)
{
	bool confirmation = check_type(input, "passwordConfirmation", 0);
	bool given = input_has(input, "passwordConfirmation");
	if (same && given && !slice_equals(input_text(input, "password"), input_text(input, "passwordConfirmation"))) {
		refuse(input, "\"passwordConfirmation\"", SLICE("Passwords do not match"));
		confirmation = false;
	}
	bool password = check_type(input, "password", 0);
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

void input_check_ids(struct input *input, const char *name, bool required)
{
	struct json_object *list;
	bool given = find(input, name, &list);
	if (!given && required)
		refuse_member(input, name, "is a required field");
	if (!given)
		return;
	if (!json_object_is_type(list, json_type_array)) {
		refuse_type(input, quoted(input, name), shown(input, name), "array", list);
		return;
	}
	if (!json_object_array_length(list))
		refuse_member(input, name, "field must have at least 1 items");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (!is_id(item))
			refuse_type(input, arena_format(input->arena, "%s,\"%zu\"", quoted(input, name), i),
			            arena_format(input->arena, "%s[%zu]", shown(input, name), i), "strapiID", item);
	}
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
		if (unknown.len)
			buffer_text(&unknown, ", ");
		else
			buffer_format(&unknown,
			              "%s field has unspecified keys: ", input->within ? input->within : "this");
		buffer_text(&unknown, key);
	}
	if (unknown.len)
		refuse(input, quoted(input, ""), buffer_as_slice(&unknown));
	buffer_free(&unknown);
}

bool input_end(struct input *input, struct error *error)
{
	struct buffer details = {0};
	if (!input->refusal_count)
		return true;
	for (size_t i = 0; i < input->refusal_count; i++) {
		const struct input_refusal *refusal = &input->refusals[i];
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
