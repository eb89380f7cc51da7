/* lectern token: API tokens. */
#include "operator.h"

enum { SECRET_BYTES = 128, MOST_WORDS = 1000 };

static const char *const token_names[] = {"name", NULL};
static const char *const token_fields[] = {"name",      "description", "type",      "lastUsedAt",
                                           "expiresAt", "lifespan",    "createdAt", NULL};
static const char *const permission_fields[] = {"action", NULL};

static struct operator_read read_tokens(const struct operator* this)
{
	return (struct operator_read){.type = this->registry->api_token,
	                              .fields = token_fields,
	                              .populate = "permissions",
	                              .populate_fields = permission_fields};
}

/* "90d", "12h", "30m" */
static bool read_lifespan(struct operator* this, int64_t *milliseconds)
{
	static const int64_t day = 24 * 60 * 60 * 1000LL, longest_days = 100 * 366;
	struct slice text = slice_of(this->options.expires);
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
		return error_validation(this->error, "--expires: expected a time like 90d, 12h or 30m, got \"%.100s\"",
		                        this->options.expires);
	*milliseconds = number * unit;
	return true;
}

static bool set_expiry(struct operator* this, struct json_object *data)
{
	char text[DATETIME_ISO_SIZE];
	int64_t lifespan = 0;
	if (!this->options.expires)
		return true;
	if (!read_lifespan(this, &lifespan))
		return false;
	datetime_format_iso(datetime_now() + lifespan, text);
	json_object_object_add(data, "lifespan", json_object_new_int64(lifespan));
	json_object_object_add(data, "expiresAt", json_object_new_string(text));
	return true;
}

/* A token with permissions is a custom one; the others have none. */
static bool choose_type(struct operator* this, const char **type)
{
	const char *given = this->options.type;
	bool has_permissions = this->options.word_count > 1;
	*type = given ? given : has_permissions ? "custom" : "read-only";
	bool known =
	    strcmp(*type, "custom") == 0 || strcmp(*type, "read-only") == 0 || strcmp(*type, "full-access") == 0;
	if (!known)
		return error_validation(this->error,
		                        "--type: expected read-only, full-access or custom, got \"%.100s\"", given);
	if (strcmp(*type, "custom") == 0)
		return has_permissions || error_validation(this->error, "A custom token needs permissions: "
		                                                        "api::restaurant.restaurant find findOne");
	return !has_permissions ||
	       error_validation(this->error, "Only custom tokens have permissions; a %s one takes none", *type);
}

static bool check_name(struct operator* this)
{
	struct operator_read read = read_tokens(this);
	struct json_object *list;
	read.filter = operator_equals(this, read.type, "name", this->options.words[0]);
	if (!operator_find(this, &read, &list))
		return false;
	bool taken = json_object_array_length(list) > 0;
	json_object_put(list);
	return !taken || error_validation(this->error, "There is a token named %.200s already", this->options.words[0]);
}

static bool add_permissions(struct operator* this, int64_t token)
{
	const struct slice *actions;
	size_t count;
	if (!operator_read_actions(this, this->options.words + 1, this->options.word_count - 1, NULL, &actions, &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct json_object *data = json_object_new_object();
		json_object_object_add(data, "action", json_object_new_string_len(actions[i].ptr, (int)actions[i].len));
		json_object_object_add(data, "token", json_object_new_int64(token));
		if (!operator_create(this, this->registry->api_token_permission, data, NULL))
			return false;
	}
	return true;
}

/* The entry as it is told: permissions by their actions alone. */
static void simplify(struct json_object *token)
{
	json_object_object_add(token, "permissions", operator_texts(operator_member(token, "permissions"), "action"));
}

static bool print_new(struct operator* this, int64_t id, const char *secret)
{
	struct operator_read read = read_tokens(this);
	struct json_object *list;
	if (!this->options.json) {
		operator_print(this, secret);
		buffer_byte(&this->printed, '\n');
		return true;
	}
	read.filter = query_compare(this->arena, &read.type->id, QUERY_EQ, value_integer(id));
	if (!operator_find(this, &read, &list))
		return false;
	struct json_object *token = json_object_array_get_idx(list, 0);
	simplify(token);
	json_object_object_add(token, "accessKey", json_object_new_string(secret));
	operator_print_json(this, token);
	json_object_put(list);
	return true;
}

/* Strapi writes it past its own model, which wants one character at least. */
static bool set_description(struct operator* this, int64_t id)
{
	const struct content_type *type = this->registry->api_token;
	const struct attribute *description = model_attribute(type, SLICE("description"));
	const char *text = this->options.description ? this->options.description : "";
	const struct store_field field = {description->column, description, value_text(slice_of(text))};
	const struct store_where where = {.column = "id", .id = id};
	return store_update(this->session, type->table, &where, &field, 1, this->error);
}

/* The database has the hash alone: this is the only time that the secret is told. */
static bool create(struct operator* this)
{
	const char *secret = operator_random(this, SECRET_BYTES), *type;
	char hash[129];
	int64_t id;
	access_hash_token(this->access, slice_of(secret), hash);
	if (!choose_type(this, &type) || !check_name(this))
		return false;
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "name", json_object_new_string(this->options.words[0]));
	json_object_object_add(data, "description", NULL);
	json_object_object_add(data, "type", json_object_new_string(type));
	json_object_object_add(data, "accessKey", json_object_new_string(hash));
	if (!set_expiry(this, data)) {
		json_object_put(data);
		return false;
	}
	return operator_create(this, this->registry->api_token, data, &id) && set_description(this, id) &&
	       add_permissions(this, id) && print_new(this, id, secret);
}

static void print_row(struct operator* this, struct operator_table *table, struct json_object *token)
{
	int64_t expiry;
	const char *expires = operator_text(token, "expiresAt");
	bool expired = *expires && datetime_parse_iso(slice_of(expires), &expiry) && expiry < datetime_now();
	const char *used = operator_text(token, "lastUsedAt");
	operator_add_cell(this, table, operator_text(token, "id"));
	operator_add_cell(this, table, operator_text(token, "name"));
	operator_add_cell(this, table, operator_text(token, "type"));
	operator_add_cell(this, table,
	                  !*expires ? "never"
	                  : expired ? arena_format(this->arena, "%s (over)", expires)
	                            : expires);
	operator_add_cell(this, table, *used ? used : "never");
	operator_add_cell(
	    this, table,
	    arena_format(this->arena, "%zu", json_object_array_length(operator_member(token, "permissions"))));
}

static bool list(struct operator* this)
{
	static const char *const heads[] = {"ID", "NAME", "TYPE", "EXPIRES", "LAST USED", "PERMISSIONS"};
	struct operator_table table = {.columns = COUNT_OF(heads)};
	struct operator_read read = read_tokens(this);
	struct json_object *tokens;
	if (!operator_find(this, &read, &tokens))
		return false;
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		operator_add_cell(this, &table, heads[i]);
	for (size_t i = 0; i < json_object_array_length(tokens); i++) {
		simplify(json_object_array_get_idx(tokens, i));
		print_row(this, &table, json_object_array_get_idx(tokens, i));
	}
	if (this->options.json)
		operator_print_json(this, tokens);
	else
		operator_print_table(this, &table);
	json_object_put(tokens);
	return true;
}

static bool delete_token(struct operator* this, struct json_object *token)
{
	struct json_object *permissions = operator_member(token, "permissions");
	for (size_t i = 0; permissions && i < json_object_array_length(permissions); i++)
		if (!operator_delete(this, this->registry->api_token_permission,
		                     operator_id(json_object_array_get_idx(permissions, i))))
			return false;
	return operator_delete(this, this->registry->api_token, operator_id(token));
}

static bool revoke(struct operator* this)
{
	struct operator_read read = read_tokens(this);
	const char *word = this->options.words[0];
	struct json_object *list;
	if (!operator_find_named(this, &read, token_names, word, &list))
		return false;
	struct json_object *token = json_object_array_get_idx(list, 0);
	bool done =
	    token ? delete_token(this, token)
		  : error_validation(this->error, "There is no token %.200s; lectern token list shows them", word);
	if (done) {
		buffer_text(&this->printed, "Revoked the token ");
		operator_print(this, operator_text(token, "name"));
		buffer_byte(&this->printed, '\n');
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
