#include "token_check.h"

enum { MOST_ACTIONS = 2000 };

static const int64_t lifespans[] = {604800000, 2592000000, 7776000000};

static bool is_lifespan(struct json_object *lifespan)
{
	for (size_t i = 0; i < COUNT_OF(lifespans); i++)
		if (json_object_is_type(lifespan, json_type_int) && json_object_get_int64(lifespan) == lifespans[i])
			return true;
	return !lifespan;
}

static void check_lifespan(struct input *input)
{
	struct json_object *lifespan = json_member(input->object, "lifespan");
	const bool number =
	    json_object_is_type(lifespan, json_type_int) || json_object_is_type(lifespan, json_type_double);
	if (lifespan && !number)
		input_refuse_type(input, "\"lifespan\"", "lifespan", "number", lifespan);
	if (!is_lifespan(lifespan))
		input_refuse(input, "\"lifespan\"",
		             "lifespan must be one of the following values: , 604800000, 2592000000, 7776000000");
}

static bool is_transfer(struct slice action)
{
	return slice_is(action, "push") || slice_is(action, "pull");
}

/* `transfer`: it is one of two. */
static void check_action(struct input *input, struct json_object *action, size_t at, bool transfer)
{
	const char *list = arena_format(input->arena, "\"permissions\",\"%zu\"", at);
	const char *path = arena_format(input->arena, "permissions[%zu]", at);
	if (!json_object_is_type(action, json_type_string))
		input_refuse_type(input, list, path, "string", action);
	if (transfer && !is_transfer(json_string(action)))
		input_refuse_text(input, list, path, "must be one of the following values: push, pull");
}

static void check_actions(struct input *input, bool transfer, bool creation)
{
	struct json_object *list;
	const bool present = json_find(input->object, "permissions", &list);
	if (transfer && creation && !present)
		input_refuse_member(input, "permissions", "is a required field");
	if (!present || (!transfer && !list))
		return;
	if (!json_object_is_type(list, json_type_array)) {
		input_refuse_type(input, "\"permissions\"", "permissions", "array", list);
		return;
	}
	if (json_object_array_length(list) > MOST_ACTIONS) {
		input_refuse(input, "\"permissions\"", "permissions has too many items");
		return;
	}
	if (transfer && !json_object_array_length(list))
		input_refuse_member(input, "permissions", "field must have at least 1 items");
	for (size_t i = 0; i < json_object_array_length(list); i++)
		check_action(input, json_object_array_get_idx(list, i), i, transfer);
}

static void check_type(struct input *input)
{
	struct json_object *value;
	const bool sent = input_find(input, "type", &value);
	const struct slice type = json_string(value);
	if (sent && !slice_is(type, "read-only") && !slice_is(type, "full-access") && !slice_is(type, "custom"))
		input_refuse(input, "\"type\"",
		             "type must be one of the following values: read-only, full-access, custom");
}

static struct json_object *as_text(struct arena *arena, struct json_object *value)
{
	const struct slice text = json_stringify(arena, value);
	return json_object_new_string_len(text.ptr, (int)text.len);
}

/* As Strapi trims them before it looks: null becomes an empty text, and a number or flag a text. */
static void trim(struct arena *arena, struct json_object *json, const char *name)
{
	struct json_object *value;
	if (!json_object_is_type(json, json_type_object))
		return;
	if (json_find(json, name, &value) && !value)
		json_object_object_add(json, name, json_object_new_string(""));
	if (json_object_is_type(value, json_type_int) || json_object_is_type(value, json_type_double) ||
	    json_object_is_type(value, json_type_boolean))
		json_object_object_add(json, name, as_text(arena, value));
	value = json_member_of_type(json, name, json_type_string);
	const struct slice text = value ? slice_trim(json_string(value)) : (struct slice){NULL, 0};
	if (value && text.len != json_string(value).len)
		json_object_object_add(json, name, json_object_new_string_len(text.ptr, (int)text.len));
}

bool token_check(struct arena *arena, enum account_token_kind kind, struct json_object *json, bool creation,
                 struct error *error)
{
	static const char *const names[] = {"name", "description", "permissions", NULL};
	static const char *const typed_names[] = {"name", "description", "type", "permissions", NULL};
	const bool typed = token_kind_of(kind)->typed;
	struct input input;
	trim(arena, json, "name");
	trim(arena, json, "description");
	if (!input_begin(&input, arena, json, error))
		return false;
	/* Strapi takes what is missing for an empty text, too. */
	if (creation && !input_has(&input, "name"))
		input_refuse_member(&input, "name", "must be at least 1 characters");
	input_check_text(&input, "name", INPUT_NOT_EMPTY | (creation ? INPUT_REQUIRED : 0));
	input_check_text(&input, "description", INPUT_NULLABLE);
	if (typed) {
		input_check_text(&input, "type", creation && !input_has(&input, "type") ? INPUT_REQUIRED : 0);
		check_type(&input);
	}
	check_actions(&input, !typed, creation);
	if (!creation)
		input_check_names(&input, typed ? typed_names : names);
	else
		check_lifespan(&input);
	return input_end(&input, error);
}

static bool is_action(enum account_token_kind kind, const struct action_list *known, struct slice action)
{
	return token_kind_of(kind)->typed ? actions_find(known, action) != NULL : is_transfer(action);
}

static bool check_known(const struct account_call *call, enum account_token_kind kind, struct json_object *actions,
                        struct error *error)
{
	struct action_list known;
	struct buffer unknown = {0};
	actions_list(&known, call->arena, call->accounts->registry);
	for (size_t i = 0; actions && i < json_object_array_length(actions); i++) {
		const struct slice action = json_string(json_object_array_get_idx(actions, i));
		if (is_action(kind, &known, action))
			continue;
		buffer_text(&unknown, unknown.len ? ", " : "");
		buffer_slice(&unknown, action);
	}
	if (unknown.len)
		error_validation(error, "Unknown permissions provided: %.*s",
		                 slice_shown_length(buffer_as_slice(&unknown), 500), unknown.data);
	bool right = !unknown.len;
	buffer_free(&unknown);
	return right;
}

/* Permissions are for custom tokens, which must have them. */
bool token_check_actions(const struct account_call *call, enum account_token_kind kind, struct slice type,
                         struct json_object *actions, struct error *error)
{
	const bool custom = slice_is(type, "custom");
	if (!token_kind_of(kind)->typed)
		return check_known(call, kind, actions, error);
	if (!custom && actions && json_object_array_length(actions))
		return error_validation(error, "Non-custom tokens should not reference permissions");
	if (custom && !actions)
		return error_validation(error, "Missing permissions attribute for custom token");
	return !custom || check_known(call, kind, actions, error);
}
