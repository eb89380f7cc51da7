/* lectern role: roles and what they may do. */
#include "operator.h"

enum { MOST_WORDS = 1000 };

static const char *const role_names[] = {"type", "name", NULL};
static const char *const role_fields[] = {"name", "description", "type", NULL};
static const char *const permission_fields[] = {"action", NULL};

static struct operator_read read_roles(const struct operator_command *command, bool with_users)
{
	return (struct operator_read){.type = command->registry->role,
	                              .fields = role_fields,
	                              .populate = "permissions",
	                              .populate_fields = permission_fields,
	                              .count = with_users ? "users" : NULL};
}

static bool refuse_role(struct operator_command *command, const char *word)
{
	struct operator_read read = {.type = command->registry->role, .fields = role_fields};
	struct buffer names = {0};
	struct json_object *roles;
	if (!operator_find(command, &read, &roles))
		return false;
	for (size_t i = 0; i < json_object_array_length(roles); i++) {
		buffer_text(&names, i ? ", " : "");
		buffer_text(&names, operator_text(json_object_array_get_idx(roles, i), "type"));
	}
	json_object_put(roles);
	error_validation(command->error, "There is no role %.100s; there are: %s", word, buffer_terminate(&names));
	buffer_free(&names);
	return false;
}

static bool find_role(struct operator_command *command, const struct operator_read *read, const char *word,
                      struct json_object **role)
{
	struct json_object *list;
	*role = NULL;
	if (!operator_find_named(command, read, role_names, word, &list))
		return false;
	if (json_object_array_length(list))
		*role = json_object_get(json_object_array_get_idx(list, 0));
	json_object_put(list);
	return *role || refuse_role(command, word);
}

bool operator_find_role(struct operator_command *command, const char *word, struct json_object **role)
{
	struct operator_read read = {.type = command->registry->role, .fields = role_fields};
	return find_role(command, &read, word, role);
}

/* As it is told: permissions by their actions alone, users by their number. */
static void simplify(struct json_object *role)
{
	struct json_object *users = operator_member(role, "users");
	json_object_object_add(role, "permissions", operator_texts(operator_member(role, "permissions"), "action"));
	if (users)
		json_object_object_add(role, "users", json_object_get(operator_member(users, "count")));
}

static bool list(struct operator_command *command)
{
	static const char *const heads[] = {"ID", "TYPE", "NAME", "USERS", "PERMISSIONS"};
	struct operator_table table = {.columns = COUNT_OF(heads)};
	struct operator_read read = read_roles(command, true);
	struct json_object *roles;
	if (!operator_find(command, &read, &roles))
		return false;
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		operator_add_cell(command, &table, heads[i]);
	for (size_t i = 0; i < json_object_array_length(roles); i++) {
		struct json_object *role = json_object_array_get_idx(roles, i);
		simplify(role);
		operator_add_cell(command, &table, operator_text(role, "id"));
		operator_add_cell(command, &table, operator_text(role, "type"));
		operator_add_cell(command, &table, operator_text(role, "name"));
		operator_add_cell(command, &table, operator_text(role, "users"));
		operator_add_cell(command, &table,
		                  arena_format(command->arena, "%zu",
		                               json_object_array_length(operator_member(role, "permissions"))));
	}
	if (command->options.json)
		operator_print_json(command, roles);
	else
		operator_print_table(command, &table);
	json_object_put(roles);
	return true;
}

static void print_role(struct operator_command *command, struct json_object *role)
{
	struct json_object *actions = operator_member(role, "permissions");
	operator_print(command, operator_text(role, "type"));
	buffer_text(&command->printed, " (");
	operator_print(command, operator_text(role, "name"));
	buffer_format(&command->printed, "), %s users, may:\n", operator_text(role, "users"));
	for (size_t i = 0; i < json_object_array_length(actions); i++) {
		buffer_text(&command->printed, "  ");
		operator_print(command, json_object_get_string(json_object_array_get_idx(actions, i)));
		buffer_byte(&command->printed, '\n');
	}
}

static bool show(struct operator_command *command)
{
	struct operator_read read = read_roles(command, true);
	struct json_object *role;
	if (!find_role(command, &read, command->options.words[0], &role))
		return false;
	simplify(role);
	if (command->options.json)
		operator_print_json(command, role);
	else
		print_role(command, role);
	json_object_put(role);
	return true;
}

/* Strapi makes the type of a new role of its name. */
static const char *make_type(struct operator_command *command)
{
	char *lower = arena_copy(command->arena, slice_of(command->options.words[0]));
	for (char *at = lower; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
	return command->options.type ? command->options.type : model_snake_case(command->arena, lower);
}

static bool check_type(struct operator_command *command, const char *type)
{
	struct operator_read read = {.type = command->registry->role, .fields = role_fields};
	struct json_object *list;
	if (!*type || type[strspn(type, "abcdefghijklmnopqrstuvwxyz0123456789_-")])
		return error_validation(command->error,
		                        "Expected a --type of the letters a to z, digits and _, got \"%.100s\"", type);
	read.filter = operator_equals(command, read.type, "type", type);
	if (!operator_find(command, &read, &list))
		return false;
	bool taken = json_object_array_length(list) > 0;
	json_object_put(list);
	return !taken || error_validation(command->error, "There is a role %.100s already", type);
}

static bool create(struct operator_command *command)
{
	const char *description = command->options.description ? command->options.description : "";
	const char *type = make_type(command);
	if (!check_type(command, type))
		return false;
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "name", json_object_new_string(command->options.words[0]));
	json_object_object_add(data, "description", json_object_new_string(description));
	json_object_object_add(data, "type", json_object_new_string(type));
	if (!operator_create(command, command->registry->role, data, NULL))
		return false;
	buffer_text(&command->printed, "Made the role ");
	operator_print(command, type);
	buffer_byte(&command->printed, '\n');
	return true;
}

static bool has_text(struct json_object *list, struct slice text)
{
	for (size_t i = 0; i < json_object_array_length(list); i++)
		if (slice_is(text, operator_text(json_object_array_get_idx(list, i), "action")))
			return true;
	return false;
}

static void tell(struct operator_command *command, const char *type, const char *noun, size_t changed, size_t named)
{
	operator_print(command, type);
	buffer_format(&command->printed, ": %zu %s", changed, noun);
	if (changed < named)
		buffer_format(&command->printed, ", %zu were so before", named - changed);
	buffer_byte(&command->printed, '\n');
}

static bool add_permissions(struct operator_command *command, struct json_object *role)
{
	struct json_object *granted = operator_member(role, "permissions");
	const struct slice *actions;
	size_t count, added = 0;
	if (!operator_read_actions(command, command->options.words + 1, command->options.word_count - 1, NULL, &actions,
	                           &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (has_text(granted, actions[i]))
			continue;
		struct json_object *data = json_object_new_object();
		json_object_object_add(data, "action", json_object_new_string_len(actions[i].ptr, (int)actions[i].len));
		json_object_object_add(data, "role", json_object_new_int64(operator_id(role)));
		if (!operator_create(command, command->registry->permission, data, NULL))
			return false;
		added++;
	}
	tell(command, operator_text(role, "type"), "granted", added, count);
	return true;
}

static bool is_named(const struct slice *actions, size_t count, struct slice action)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(actions[i], action))
			return true;
	return false;
}

/* What the role was granted may be revoked, known or not. */
static bool take_permissions(struct operator_command *command, struct json_object *role)
{
	struct json_object *granted = operator_member(role, "permissions");
	struct json_object *texts = operator_texts(granted, "action");
	const struct slice *actions;
	size_t count, taken = 0;
	bool done = operator_read_actions(command, command->options.words + 1, command->options.word_count - 1, texts,
	                                  &actions, &count);
	for (size_t i = 0; done && i < json_object_array_length(granted); i++) {
		struct json_object *permission = json_object_array_get_idx(granted, i);
		if (!is_named(actions, count, slice_of(operator_text(permission, "action"))))
			continue;
		done = operator_delete(command, command->registry->permission, operator_id(permission));
		taken++;
	}
	if (done)
		tell(command, operator_text(role, "type"), "revoked", taken, count);
	json_object_put(texts);
	return done;
}

static bool change(struct operator_command *command,
                   bool (*work)(struct operator_command *command, struct json_object *role))
{
	struct operator_read read = read_roles(command, false);
	struct json_object *role;
	if (!find_role(command, &read, command->options.words[0], &role))
		return false;
	bool done = work(command, role);
	json_object_put(role);
	return done;
}

static bool grant(struct operator_command *command)
{
	return change(command, add_permissions);
}

static bool revoke(struct operator_command *command)
{
	return change(command, take_permissions);
}

int command_role(int count, char **arguments)
{
	static const struct operator_verb verbs[] = {
	    {"list", " [--json]", 0, 0, TAKES_JSON, false, list, false},
	    {"show", " ROLE [--json]", 1, 1, TAKES_JSON, false, show, false},
	    {"create", " NAME [--type TYPE] [--description TEXT]", 1, 1, TAKES_TYPE | TAKES_DESCRIPTION, true, create,
	     false},
	    {"grant", " ROLE CONTENT-TYPE ACTION... (api::restaurant.restaurant find findOne)", 2, MOST_WORDS, 0, true,
	     grant, false},
	    {"revoke", " ROLE CONTENT-TYPE ACTION...", 2, MOST_WORDS, 0, true, revoke, false},
	};
	return operator_run(count, arguments, verbs, COUNT_OF(verbs));
}
