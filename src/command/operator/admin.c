/* lectern admin: those who administrate the project. */
#include "operator.h"

#include "account/account.h"

static const char super_admin[] = "strapi-super-admin";

static const char *const fields[] = {"email", "firstname", "lastname", "isActive", "blocked", NULL};
static const char *const role_fields[] = {"code", "name", NULL};

static struct content_call content_of(struct operator_command *command)
{
	return (struct content_call){
	    .content = command->content,
	    .session = command->session,
	    .arena = command->arena,
	    .thread = store_thread(command->session),
	};
}

static const char *lower_case(struct operator_command *command, const char *text)
{
	char *lower = arena_copy(command->arena, slice_of(text));
	for (char *at = lower; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
	return lower;
}

/* ---- list ---- */

static const char *roles_of(struct operator_command *command, struct json_object *admin)
{
	struct json_object *roles = operator_member(admin, "roles");
	const char *text = "";
	for (size_t i = 0; roles && i < json_object_array_length(roles); i++)
		text = arena_format(command->arena, "%s%s%s", text, *text ? ", " : "",
		                    operator_text(json_object_array_get_idx(roles, i), "code"));
	return text;
}

static bool may_sign_in(struct json_object *admin)
{
	return json_object_get_boolean(operator_member(admin, "isActive")) &&
	       !json_object_get_boolean(operator_member(admin, "blocked"));
}

static bool list(struct operator_command *command)
{
	static const char *const heads[] = {"ID", "EMAIL", "NAME", "ROLES", "ACTIVE"};
	struct operator_table table = {.columns = COUNT_OF(heads)};
	const struct operator_read read = {.type = command->registry->admin_user,
	                                   .fields = fields,
	                                   .populate = "roles",
	                                   .populate_fields = role_fields};
	struct json_object *admins;
	if (!operator_find(command, &read, &admins))
		return false;
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		operator_add_cell(command, &table, heads[i]);
	for (size_t i = 0; i < json_object_array_length(admins); i++) {
		struct json_object *admin = json_object_array_get_idx(admins, i);
		operator_add_cell(command, &table, operator_text(admin, "id"));
		operator_add_cell(command, &table, operator_text(admin, "email"));
		operator_add_cell(command, &table,
		                  arena_format(command->arena, "%s %s", operator_text(admin, "firstname"),
		                               operator_text(admin, "lastname")));
		operator_add_cell(command, &table, roles_of(command, admin));
		operator_add_cell(command, &table, may_sign_in(admin) ? "yes" : "no");
		json_object_object_add(admin, "roles", operator_texts(operator_member(admin, "roles"), "code"));
	}
	if (command->options.json)
		operator_print_json(command, admins);
	else
		operator_print_table(command, &table);
	json_object_put(admins);
	return true;
}

/* ---- create, set-password ---- */

static bool find_admin(struct operator_command *command, const char *email, int64_t *id)
{
	const struct content_call content = content_of(command);
	struct query_root root = {.query = query_create(command->arena, command->registry->admin_user),
	                          .locale = LOCALE_ALL};
	root.query->filter = operator_equals(command, root.query->type, "email", email);
	return content_find_id(&content, &root, id, command->error);
}

static bool find_role(struct operator_command *command, const char *code, int64_t *id)
{
	const struct content_call content = content_of(command);
	struct query_root root = {.query = query_create(command->arena, command->registry->admin_role),
	                          .locale = LOCALE_ALL};
	root.query->filter = operator_equals(command, root.query->type, "code", code);
	if (!content_find_id(&content, &root, id, command->error))
		return false;
	return *id || error_validation(command->error,
	                               "There is no role %.200s of admins; strapi-super-admin, strapi-editor and "
	                               "strapi-author are those that Strapi makes",
	                               code);
}

/* What is made up is printed, the only time that it can be. */
static bool hash_password(struct operator_command *command, char hash[ACCOUNT_HASH_SIZE])
{
	/* Of each kind of characters that an admin's password needs. */
	if (command->options.generate)
		command->password = arena_format(command->arena, "Aa1%s", command->password);
	return account_hash_admin_password(command->arena, slice_of(command->password), hash, command->error);
}

static void tell(struct operator_command *command, const char *before, const char *email, const char *after)
{
	buffer_text(&command->printed, before);
	operator_print(command, email);
	buffer_text(&command->printed, after);
	buffer_byte(&command->printed, '\n');
	if (command->options.generate)
		buffer_format(&command->printed, "%s\n", command->password);
}

static bool create(struct operator_command *command)
{
	const struct content_call content = content_of(command);
	const struct operator_options *options = &command->options;
	const char *email = lower_case(command, options->words[0]);
	char hash[ACCOUNT_HASH_SIZE];
	int64_t other, role, id;
	if (!content_is_email(slice_of(email)))
		return error_validation(command->error, "%.200s is no e-mail address", email);
	if (!find_admin(command, email, &other))
		return false;
	if (other)
		return error_validation(command->error, "There is an admin with the address %.200s already", email);
	if (!account_prepare_admins_in(&content, command->registry, command->error))
		return false;
	if (!find_role(command, options->role ? options->role : super_admin, &role) || !hash_password(command, hash))
		return false;
	struct json_object *data = json_keep(command->arena, json_object_new_object());
	struct json_object *roles = json_object_new_array();
	json_object_array_add(roles, json_object_new_int64(role));
	json_object_object_add(data, "email", json_object_new_string(email));
	json_object_object_add(data, "firstname", json_object_new_string(options->words[1]));
	json_object_object_add(data, "lastname",
	                       json_object_new_string(options->word_count > 2 ? options->words[2] : ""));
	json_object_object_add(data, "password", json_object_new_string(hash));
	json_object_object_add(data, "isActive", json_object_new_boolean(true));
	json_object_object_add(data, "roles", roles);
	if (!content_insert(&content, command->registry->admin_user, data, &id, command->error))
		return false;
	tell(command, "Made the admin ", email, "");
	return true;
}

static bool set_password(struct operator_command *command)
{
	const struct content_call content = content_of(command);
	const char *email = lower_case(command, command->options.words[0]);
	char hash[ACCOUNT_HASH_SIZE];
	int64_t id;
	if (!find_admin(command, email, &id))
		return false;
	if (!id)
		return error_validation(command->error, "There is no admin %.200s; lectern admin list shows them",
		                        email);
	if (!hash_password(command, hash))
		return false;
	struct json_object *data = json_keep(command->arena, json_object_new_object());
	json_object_object_add(data, "password", json_object_new_string(hash));
	json_object_object_add(data, "resetPasswordToken", NULL);
	if (!content_change_entry(&content, command->registry->admin_user, data, id, command->error))
		return false;
	tell(command, "", email, " has a new password");
	return true;
}

int command_admin(int count, char **arguments)
{
	static const struct operator_verb verbs[] = {
	    {"list", " [--json]", 0, 0, TAKES_JSON, false, list, false},
	    {"create", " EMAIL FIRSTNAME [LASTNAME] [--role ROLE] [--generate-password]", 2, 3,
	     TAKES_ROLE | TAKES_PASSWORD, true, create, false},
	    {"set-password", " EMAIL [--generate-password]", 1, 1, TAKES_PASSWORD, true, set_password, false},
	};
	return operator_run(count, arguments, verbs, COUNT_OF(verbs));
}
