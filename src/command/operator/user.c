/* lectern user: the users of the content API. */
#include "operator.h"

static const char *const user_names[] = {"username", "email", NULL};
static const char *const user_fields[] = {"username", "email", "provider", "confirmed", "blocked", "createdAt", NULL};
static const char *const role_fields[] = {"name", "type", NULL};

static struct operator_read read_users(const struct operator_command *command)
{
	return (struct operator_read){
	    .type = command->registry->user, .fields = user_fields, .populate = "role", .populate_fields = role_fields};
}

static const char *role_of(struct json_object *user)
{
	struct json_object *role = operator_member(user, "role");
	return role ? operator_text(role, "type") : "";
}

static bool is_true(struct json_object *user, const char *member)
{
	return json_object_get_boolean(operator_member(user, member));
}

static void print_row(struct operator_command *command, struct operator_table *table, struct json_object *user)
{
	operator_add_cell(command, table, operator_text(user, "id"));
	operator_add_cell(command, table, operator_text(user, "username"));
	operator_add_cell(command, table, operator_text(user, "email"));
	operator_add_cell(command, table, role_of(user));
	operator_add_cell(command, table, is_true(user, "confirmed") ? "yes" : "no");
	operator_add_cell(command, table, is_true(user, "blocked") ? "yes" : "no");
}

static bool list(struct operator_command *command)
{
	static const char *const heads[] = {"ID", "USERNAME", "EMAIL", "ROLE", "CONFIRMED", "BLOCKED"};
	struct operator_table table = {.columns = COUNT_OF(heads)};
	struct operator_read read = read_users(command);
	struct json_object *users;
	if (!operator_find(command, &read, &users))
		return false;
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		operator_add_cell(command, &table, heads[i]);
	for (size_t i = 0; i < json_object_array_length(users); i++) {
		struct json_object *user = json_object_array_get_idx(users, i);
		print_row(command, &table, user);
		json_object_object_add(user, "role", json_object_new_string(role_of(user)));
	}
	if (command->options.json)
		operator_print_json(command, users);
	else
		operator_print_table(command, &table);
	json_object_put(users);
	return true;
}

/* The type of the role that new users get. */
static bool default_role(struct operator_command *command, const char **type)
{
	struct slice json;
	struct json_object *settings, *role = NULL;
	if (!store_setting(command->session, "plugin_users-permissions_advanced", &json, command->error))
		return false;
	settings = json_parse_stored(json);
	json_find(settings, "default_role", &role);
	*type = role ? arena_copy(command->arena, slice_of(json_object_get_string(role))) : "authenticated";
	json_object_put(settings);
	return true;
}

static bool check_free(struct operator_command *command, const char *attribute, const char *text)
{
	struct operator_read read = read_users(command);
	struct json_object *list;
	read.filter = operator_equals(command, read.type, attribute, text);
	if (!operator_find(command, &read, &list))
		return false;
	bool taken = json_object_array_length(list) > 0;
	json_object_put(list);
	return !taken ||
	       error_validation(command->error, "There is a user with the %s %.200s already", attribute, text);
}

static const char *lower_case(struct operator_command *command, const char *text)
{
	char *lower = arena_copy(command->arena, slice_of(text));
	for (char *at = lower; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
	return lower;
}

/* A password that was made up is printed, the only time that it can be. */
static void tell(struct operator_command *command, const char *before, const char *name, const char *after)
{
	buffer_text(&command->printed, before);
	operator_print(command, name);
	buffer_text(&command->printed, after);
	buffer_byte(&command->printed, '\n');
	if (command->options.generate)
		buffer_format(&command->printed, "%s\n", command->password);
}

static bool create(struct operator_command *command)
{
	const char *username = command->options.words[0], *email = lower_case(command, command->options.words[1]);
	const char *type = command->options.role;
	struct json_object *role;
	if (!check_free(command, "username", username) || !check_free(command, "email", email) ||
	    (!type && !default_role(command, &type)) || !operator_find_role(command, type, &role))
		return false;
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "username", json_object_new_string(username));
	json_object_object_add(data, "email", json_object_new_string(email));
	json_object_object_add(data, "provider", json_object_new_string("local"));
	json_object_object_add(data, "password", json_object_new_string(command->password));
	json_object_object_add(data, "confirmed", json_object_new_boolean(!command->options.unconfirmed));
	json_object_object_add(data, "blocked", json_object_new_boolean(false));
	json_object_object_add(data, "role", json_object_new_int64(operator_id(role)));
	json_object_put(role);
	if (!operator_create(command, command->registry->user, data, NULL))
		return false;
	tell(command, "Made the user ", username, "");
	return true;
}

/* One address may have several accounts, one for each provider. */
static bool find_user(struct operator_command *command, struct json_object **user)
{
	struct operator_read read = read_users(command);
	const char *word = command->options.words[0];
	struct json_object *list;
	*user = NULL;
	if (!operator_find_named(command, &read, user_names, word, &list))
		return false;
	size_t count = json_object_array_length(list);
	if (count == 1)
		*user = json_object_get(json_object_array_get_idx(list, 0));
	json_object_put(list);
	if (count > 1)
		return error_validation(command->error,
		                        "%zu users are named %.200s: name one by its id, which lectern user list shows",
		                        count, word);
	return *user || error_validation(command->error, "There is no user %.200s; lectern user list shows them", word);
}

/* Sets one field of the user that the first word names. Releases `value`. */
static bool change_user(struct operator_command *command, const char *field, struct json_object *value,
                        const char *after)
{
	struct json_object *user, *data = json_object_new_object();
	json_object_object_add(data, field, value);
	if (!find_user(command, &user)) {
		json_object_put(data);
		return false;
	}
	bool done = operator_update(command, command->registry->user, operator_id(user), data);
	if (done)
		tell(command, "", operator_text(user, "username"), after);
	json_object_put(user);
	return done;
}

static bool set_role(struct operator_command *command)
{
	struct json_object *role;
	if (!operator_find_role(command, command->options.words[1], &role))
		return false;
	const char *after = arena_format(command->arena, " has the role %s", operator_text(role, "type"));
	struct json_object *id = json_object_new_int64(operator_id(role));
	json_object_put(role);
	return change_user(command, "role", id, after);
}

static bool block(struct operator_command *command)
{
	return change_user(command, "blocked", json_object_new_boolean(true), " is blocked");
}

static bool unblock(struct operator_command *command)
{
	return change_user(command, "blocked", json_object_new_boolean(false), " is not blocked");
}

static bool set_password(struct operator_command *command)
{
	return change_user(command, "password", json_object_new_string(command->password), " has a new password");
}

int command_user(int count, char **arguments)
{
	static const struct operator_verb verbs[] = {
	    {"list", " [--json]", 0, 0, TAKES_JSON, false, list, false},
	    {"create", " USERNAME EMAIL [--role ROLE] [--unconfirmed] [--generate-password]", 2, 2,
	     TAKES_ROLE | TAKES_UNCONFIRMED | TAKES_PASSWORD, true, create, false},
	    {"set-role", " USER ROLE", 2, 2, 0, true, set_role, false},
	    {"block", " USER", 1, 1, 0, true, block, false},
	    {"unblock", " USER", 1, 1, 0, true, unblock, false},
	    {"set-password", " USER [--generate-password]", 1, 1, TAKES_PASSWORD, true, set_password, false},
	};
	return operator_run(count, arguments, verbs, COUNT_OF(verbs));
}
