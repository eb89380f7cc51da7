#include "input.h"
#include "content/content.h"
#include "text.h"

bool input_begin(struct input *input, struct arena *arena, struct json_object *json, struct error *error)
{
	*input = (struct input){.arena = arena, .object = json};
	if (!json || json_object_is_type(json, json_type_object))
		return true;
	input_refuse_type(input, "", "", "object", json);
	return input_end(input, error);
}

bool input_find(const struct input *input, const char *name, struct json_object **value)
{
	*value = NULL;
	return input->object && json_find(input->object, name, value);
}

bool input_has(const struct input *input, const char *name)
{
	struct json_object *value;
	return input_find(input, name, &value);
}

struct slice input_text(const struct input *input, const char *name)
{
	struct json_object *value;
	if (!input_find(input, name, &value) || !json_object_is_type(value, json_type_string))
		return (struct slice){NULL, 0};
	return (struct slice){json_object_get_string(value), (size_t)json_object_get_string_len(value)};
}

/* The first stage: when the type is wrong nothing else is looked at. */
static bool check_type(struct input *input, const char *name, unsigned rules)
{
	struct json_object *value;
	if (!input_find(input, name, &value) || json_object_is_type(value, json_type_string))
		return true;
	if (!value && rules & INPUT_NULLABLE)
		return false;
	input_refuse_type(input, input_quoted_path(input, name), input_shown_path(input, name), "string", value);
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

static void check_password(struct input *input, const char *name, struct slice text)
{
	enum { SHORTEST = 8 };
	size_t length = 0;
	for (size_t i = 0; i < text.len; i++)
		length += ((unsigned char)text.ptr[i] & 0xC0) != 0x80;
	if (length < SHORTEST)
		input_refuse_member(input, name, "must be at least 8 characters");
	if (!has_between(text, 'a', 'z'))
		input_refuse_member(input, name, "must contain at least one lowercase character");
	if (!has_between(text, 'A', 'Z'))
		input_refuse_member(input, name, "must contain at least one uppercase character");
	if (!has_between(text, '0', '9'))
		input_refuse_member(input, name, "must contain at least one number");
}

static void check_rules(struct input *input, const char *name, unsigned rules)
{
	struct slice text = input_text(input, name);
	bool sent = input_has(input, name);
	if (rules & INPUT_EMAIL && text.len && !is_email(text))
		input_refuse_member(input, name, "must be a valid email");
	if (rules & INPUT_LOWER_CASE && !slice_equals(text_lower_case(input->arena, text), text))
		input_refuse_member(input, name, "must be a lowercase string");
	if (rules & INPUT_TRIMMED && slice_trim(text).len != text.len)
		input_refuse_member(input, name, "must be a trimmed string");
	if (rules & INPUT_NOT_EMPTY && sent && !text.len)
		input_refuse_member(input, name, "must be at least 1 characters");
	if (rules & INPUT_ADMIN_PASSWORD && sent)
		check_password(input, name, text);
	if (rules & INPUT_REQUIRED && !text.len)
		input_refuse_member(input, name, "is a required field");
}

void input_check_text(struct input *input, const char *name, unsigned rules)
{
	if (check_type(input, name, rules))
		check_rules(input, name, rules);
}

bool input_enter(struct input *input, const char *name)
{
	struct json_object *value;
	if (!input_find(input, name, &value)) {
		input_refuse_member(input, name, "is a required field");
		return false;
	}
	if (!json_object_is_type(value, json_type_object)) {
		input_refuse_type(input, input_quoted_path(input, name), input_shown_path(input, name), "object",
		                  value);
		return false;
	}
	input->object = value;
	input->within = name;
	return true;
}

void input_check_flag(struct input *input, const char *name)
{
	struct json_object *value;
	if (input_find(input, name, &value) && !json_object_is_type(value, json_type_boolean))
		input_refuse_type(input, input_quoted_path(input, name), input_shown_path(input, name), "boolean",
		                  value);
}

/* Strapi checks all first stages before the second ones, and the confirmation first. */
void input_check_passwords(struct input *input, bool same)
{
	bool confirmation = check_type(input, "passwordConfirmation", 0);
	bool sent = input_has(input, "passwordConfirmation");
	if (same && sent && !slice_equals(input_text(input, "password"), input_text(input, "passwordConfirmation"))) {
		input_refuse(input, "\"passwordConfirmation\"", "Passwords do not match");
		confirmation = false;
	}
	bool password = check_type(input, "password", 0);
	if (confirmation)
		check_rules(input, "passwordConfirmation", INPUT_REQUIRED);
	if (password)
		check_rules(input, "password", INPUT_REQUIRED);
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
		input_refuse(input, input_quoted_path(input, ""), buffer_terminate(&unknown));
	buffer_free(&unknown);
}
