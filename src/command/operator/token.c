/* lectern token: API tokens. */
#include "operator.h"

enum { SECRET_BYTES = 128, MOST_WORDS = 1000 };

static const char *const token_names[] = {"name", NULL};
static const char *const token_fields[] = {"name",      "description", "type",      "lastUsedAt",
                                           "expiresAt", "lifespan",    "createdAt", NULL};
static const char *const permission_fields[] = {"action", NULL};

static struct operator_read read_tokens(const struct operator_command *command)
{
	return (struct operator_read){.type = command->registry->api_token,
	                              .fields = token_fields,
	                              .populate = "permissions",
	                              .populate_fields = permission_fields};
}

/* "90d", "12h", "30m" */
static bool read_lifespan(struct operator_command *command, int64_t *milliseconds)
{
	static const int64_t day = 24 * 60 * 60 * 1000LL, longest_days = 100 * 366;
	struct slice text = slice_of(command->options.expires);
	int64_t number, unit = 0;
	char last = text.len ? text.ptr[text.len - 1] : '\0';
	if (last == 'd')
		unit = day;
	else if (last == 'h')
		unit = day / 24;
	else if (last == 'm')
		unit = day / 24 / 60;
	bool read = unit && slice_to_int64((struct slice){text.ptr, text.len - 1}, &number) && number > 0 &&
	            number <= longest_days * day / unit;
	if (!read)
		return error_validation(command->error,
		                        "--expires: expected a time like 90d, 12h or 30m, got \"%.100s\"",
		                        command->options.expires);
	*milliseconds = number * unit;
	return true;
}

static bool set_expiry(struct operator_command *command, struct json_object *data)
{
	char text[DATETIME_ISO_SIZE];
	int64_t lifespan = 0;
	if (!command->options.expires)
		return true;
	if (!read_lifespan(command, &lifespan))
		return false;
	datetime_format_iso(datetime_now() + lifespan, text);
	json_object_object_add(data, "lifespan", json_object_new_int64(lifespan));
	json_object_object_add(data, "expiresAt", json_object_new_string(text));
	return true;
}

/* A token with permissions is a custom one; the others have none. */
static bool choose_type(struct operator_command *command, const char **type)
{
	const char *input = command->options.type;
	bool has_permissions = command->options.word_count > 1;
	*type = input ? input : has_permissions ? "custom" : "read-only";
	bool known =
	    strcmp(*type, "custom") == 0 || strcmp(*type, "read-only") == 0 || strcmp(*type, "full-access") == 0;
	if (!known)
		return error_validation(command->error,
		                        "--type: expected read-only, full-access or custom, got \"%.100s\"", input);
	if (strcmp(*type, "custom") == 0)
		return has_permissions || error_validation(command->error, "A custom token needs permissions: "
		                                                           "api::restaurant.restaurant find findOne");
	return !has_permissions ||
	       error_validation(command->error, "Only custom tokens have permissions; a %s one takes none", *type);
}

static bool check_name(struct operator_command *command)
{
	struct operator_read read = read_tokens(command);
	struct json_object *list;
	read.filter = operator_equals(command, read.type, "name", command->options.words[0]);
	if (!operator_find(command, &read, &list))
		return false;
	bool taken = json_object_array_length(list) > 0;
	json_object_put(list);
	return !taken ||
	       error_validation(command->error, "There is a token named %.200s already", command->options.words[0]);
}

static bool add_permissions(struct operator_command *command, int64_t token)
{
	const struct slice *actions;
	size_t count;
	if (!operator_read_actions(command, command->options.words + 1, command->options.word_count - 1, NULL, &actions,
	                           &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct json_object *data = json_object_new_object();
		json_object_object_add(data, "action", json_object_new_string_len(actions[i].ptr, (int)actions[i].len));
		json_object_object_add(data, "token", json_object_new_int64(token));
		if (!operator_create(command, command->registry->api_token_permission, data, NULL))
			return false;
	}
	return true;
}

/* The entry as it is told: permissions by their actions alone. */
static void simplify(struct json_object *token)
{
	json_object_object_add(token, "permissions", operator_texts(operator_member(token, "permissions"), "action"));
}

static bool print_new(struct operator_command *command, int64_t id, const char *secret)
{
	struct operator_read read = read_tokens(command);
	struct json_object *list;
	if (!command->options.json) {
		operator_print(command, secret);
		buffer_byte(&command->printed, '\n');
		return true;
	}
	read.filter = query_compare(command->arena, &read.type->id, QUERY_EQ, value_integer(id));
	if (!operator_find(command, &read, &list))
		return false;
	struct json_object *token = json_object_array_get_idx(list, 0);
	simplify(token);
	json_object_object_add(token, "accessKey", json_object_new_string(secret));
	operator_print_json(command, token);
	json_object_put(list);
	return true;
}

/* Strapi writes it past its own model, which wants one character at least. */
static bool set_description(struct operator_command *command, int64_t id)
{
	const struct content_type *type = command->registry->api_token;
	const struct attribute *description = model_attribute(type, SLICE("description"));
	const char *text = command->options.description ? command->options.description : "";
	const struct store_field field = {description->column, description, value_text(slice_of(text))};
	const struct store_where where = {.column = "id", .id = id};
	return store_update(command->session, type->table, &where, &field, 1, command->error);
}

/* The database has the hash alone: this is the only time that the secret is told. */
static bool create(struct operator_command *command)
{
	const char *secret = operator_random(command, SECRET_BYTES), *type;
	char hash[129];
	int64_t id;
	access_hash_token(command->access, slice_of(secret), hash);
	if (!choose_type(command, &type) || !check_name(command))
		return false;
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "name", json_object_new_string(command->options.words[0]));
	json_object_object_add(data, "description", NULL);
	json_object_object_add(data, "type", json_object_new_string(type));
	json_object_object_add(data, "accessKey", json_object_new_string(hash));
	if (!set_expiry(command, data)) {
		json_object_put(data);
		return false;
	}
	return operator_create(command, command->registry->api_token, data, &id) && set_description(command, id) &&
	       add_permissions(command, id) && print_new(command, id, secret);
}

static void print_row(struct operator_command *command, struct operator_table *table, struct json_object *token)
{
	int64_t expiry;
	const char *expires = operator_text(token, "expiresAt");
	bool expired = *expires && datetime_parse_iso(slice_of(expires), &expiry) && expiry < datetime_now();
	const char *used = operator_text(token, "lastUsedAt");
	operator_add_cell(command, table, operator_text(token, "id"));
	operator_add_cell(command, table, operator_text(token, "name"));
	operator_add_cell(command, table, operator_text(token, "type"));
	operator_add_cell(command, table,
	                  !*expires ? "never"
	                  : expired ? arena_format(command->arena, "%s (over)", expires)
	                            : expires);
	operator_add_cell(command, table, *used ? used : "never");
	operator_add_cell(
	    command, table,
	    arena_format(command->arena, "%zu", json_object_array_length(operator_member(token, "permissions"))));
}

static bool list(struct operator_command *command)
{
	static const char *const heads[] = {"ID", "NAME", "TYPE", "EXPIRES", "LAST USED", "PERMISSIONS"};
	struct operator_table table = {.columns = COUNT_OF(heads)};
	struct operator_read read = read_tokens(command);
	struct json_object *tokens;
	if (!operator_find(command, &read, &tokens))
		return false;
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		operator_add_cell(command, &table, heads[i]);
	for (size_t i = 0; i < json_object_array_length(tokens); i++) {
		simplify(json_object_array_get_idx(tokens, i));
		print_row(command, &table, json_object_array_get_idx(tokens, i));
	}
	if (command->options.json)
		operator_print_json(command, tokens);
	else
		operator_print_table(command, &table);
	json_object_put(tokens);
	return true;
}

static bool delete_token(struct operator_command *command, struct json_object *token)
{
	struct json_object *permissions = operator_member(token, "permissions");
	for (size_t i = 0; permissions && i < json_object_array_length(permissions); i++)
		if (!operator_delete(command, command->registry->api_token_permission,
		                     operator_id(json_object_array_get_idx(permissions, i))))
			return false;
	return operator_delete(command, command->registry->api_token, operator_id(token));
}

static bool revoke(struct operator_command *command)
{
	struct operator_read read = read_tokens(command);
	const char *word = command->options.words[0];
	struct json_object *list;
	if (!operator_find_named(command, &read, token_names, word, &list))
		return false;
	struct json_object *token = json_object_array_get_idx(list, 0);
	bool done =
	    token ? delete_token(command, token)
		  : error_validation(command->error, "There is no token %.200s; lectern token list shows them", word);
	if (done) {
		buffer_text(&command->printed, "Revoked the token ");
		operator_print(command, operator_text(token, "name"));
		buffer_byte(&command->printed, '\n');
	}
	json_object_put(list);
	return done;
}

int command_token(int count, char **arguments)
{
	static const struct operator_verb verbs[] = {
	    {"create", " NAME [PERMISSIONS] [--type TYPE] [--expires TIME] [--description TEXT] [--json]", 1,
	     MOST_WORDS, TAKES_TYPE | TAKES_EXPIRES | TAKES_DESCRIPTION | TAKES_JSON, true, create, true},
	    {"list", " [--json]", 0, 0, TAKES_JSON, false, list, false},
	    {"revoke", " NAME", 1, 1, 0, true, revoke, false},
	};
	return operator_run(count, arguments, verbs, COUNT_OF(verbs));
}
