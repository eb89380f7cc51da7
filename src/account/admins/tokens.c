/* API tokens and transfer tokens: two kinds of the same. */
#include "tokens.h"
#include "admin_row.h"

#include <openssl/rand.h>

enum { KEY_BYTES = 128, MOST_ACTIONS = 2000 };

static const int64_t lifespans[] = {604800000, 2592000000, 7776000000};

struct kind {
	const char *type, *permission_type; /* uids */
	const char *missing;
	bool typed; /* read-only, full-access or custom */
};
static const struct kind kinds[] = {
    [ACCOUNT_API_TOKEN] = {"admin::api-token", "admin::api-token-permission", "API Token not found", true},
    [ACCOUNT_TRANSFER_TOKEN] = {"admin::transfer-token", "admin::transfer-token-permission", "Transfer token not found",
                                false},
};

struct token_change {
	struct account_call *call;
	enum account_token_kind kind;
	int64_t id;
	struct json_object *data, *actions; /* actions: a list, or NULL: they are not sent */
	const char *key, *hash;
	struct json_object **answer;
};

/* ---- reading ---- */

static const struct content_type *type_of(const struct registry *registry, enum account_token_kind kind)
{
	return model_type(registry, slice_of(kinds[kind].type));
}

static const struct content_type *permission_type_of(const struct registry *registry, enum account_token_kind kind)
{
	return model_type(registry, slice_of(kinds[kind].permission_type));
}

static void set_fields(struct arena *arena, struct query *query, const char *const *names, size_t count)
{
	query->fields = arena_array(arena, count, sizeof *query->fields);
	for (size_t i = 0; i < count; i++) {
		const struct attribute *field = model_attribute(query->type, slice_of(names[i]));
		if (field)
			query->fields[query->field_count++] = field;
	}
}

static struct query *shown_token(struct arena *arena, const struct registry *registry, enum account_token_kind kind)
{
	static const char *const names[] = {"name",     "description", "lastUsedAt", "type",
	                                    "lifespan", "expiresAt",   "createdAt",  "updatedAt"};
	static const char *const of_permission[] = {"action", "createdAt", "updatedAt"};
	const struct content_type *type = type_of(registry, kind);
	struct query *query = query_create(arena, type),
		     *inner = query_create(arena, permission_type_of(registry, kind));
	set_fields(arena, query, names, COUNT_OF(names));
	set_fields(arena, inner, of_permission, COUNT_OF(of_permission));
	query->populates = arena_alloc(arena, sizeof *query->populates);
	query->populates[query->populate_count++] =
	    (struct populate){.attribute = model_attribute(type, SLICE("permissions")), .query = inner};
	query->sorts = arena_alloc(arena, sizeof *query->sorts);
	query->sorts->path = arena_array(arena, 1, sizeof *query->sorts->path);
	query->sorts->path[0] = model_attribute(type, SLICE("name"));
	query->sorts->path_length = 1;
	query->sort_count = 1;
	return query;
}

/* The permissions by their actions alone. */
static void flatten(struct json_object *token)
{
	struct json_object *rows = json_member(token, "permissions"), *actions = json_object_new_array();
	for (size_t i = 0; rows && i < json_object_array_length(rows); i++)
		json_object_array_add(actions,
		                      json_object_get(json_member(json_object_array_get_idx(rows, i), "action")));
	json_object_object_add(token, "permissions", actions);
}

static bool find_tokens(const struct content_call *content, const struct registry *registry,
                        enum account_token_kind kind, int64_t id, bool flat, struct json_object **list,
                        struct error *error)
{
	struct query_root root = {.query = shown_token(content->arena, registry, kind), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	*list = NULL;
	if (id)
		root.query->filter = query_compare(content->arena, &root.query->type->id, QUERY_EQ, value_integer(id));
	if (!content_find(content, &root, false, &result, &total, error))
		return false;
	*list = json_object_new_array();
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct json_object *token = content_entry_json(result, i);
		if (flat)
			flatten(token);
		json_object_array_add(*list, token);
	}
	content_free(result);
	return true;
}

bool account_find_tokens(const struct content_call *content, const struct registry *registry,
                         enum account_token_kind kind, int64_t id, struct json_object **list, struct error *error)
{
	return find_tokens(content, registry, kind, id, true, list, error);
}

/* *token is NULL when there is none. */
static bool find_one(const struct content_call *content, const struct registry *registry, enum account_token_kind kind,
                     int64_t id, bool flat, struct json_object **token, struct error *error)
{
	struct json_object *list;
	*token = NULL;
	if (!find_tokens(content, registry, kind, id, flat, &list, error))
		return false;
	if (json_object_array_length(list))
		*token = json_object_get(json_object_array_get_idx(list, 0));
	json_object_put(list);
	return true;
}

/* ---- what is sent ---- */

static bool is_lifespan(struct json_object *lifespan)
{
	for (size_t i = 0; i < COUNT_OF(lifespans); i++)
		if (json_object_is_type(lifespan, json_type_int) && json_object_get_int64(lifespan) == lifespans[i])
			return true;
	return !lifespan;
}

static void check_actions(struct input *input, bool required)
{
	struct json_object *list = json_member(input->object, "permissions");
	if (!list) {
		if (required)
			input_refuse(input, "\"permissions\"", "permissions is a required field");
		return;
	}
	bool right = json_object_is_type(list, json_type_array) && json_object_array_length(list) <= MOST_ACTIONS;
	for (size_t i = 0; right && i < json_object_array_length(list); i++)
		right = json_object_is_type(json_object_array_get_idx(list, i), json_type_string);
	if (!right)
		input_refuse(input, "\"permissions\"", "permissions must be a list of texts");
}

static void check_type(struct input *input)
{
	const struct slice type = json_string(json_member(input->object, "type"));
	if (type.len && !slice_is(type, "read-only") && !slice_is(type, "full-access") && !slice_is(type, "custom"))
		input_refuse(input, "\"type\"",
		             "type must be one of the following values: read-only, full-access, custom");
}

/* As Strapi trims them before it looks. */
static void trim(struct json_object *json, const char *name)
{
	struct json_object *value = json_member_of_type(json, name, json_type_string);
	const struct slice text = value ? slice_trim(json_string(value)) : (struct slice){NULL, 0};
	if (value && text.len != json_string(value).len)
		json_object_object_add(json, name, json_object_new_string_len(text.ptr, (int)text.len));
}

static bool check_sent(struct token_change *change, struct json_object *json, bool creation, struct error *error)
{
	const bool typed = kinds[change->kind].typed;
	struct input input;
	trim(json, "name");
	trim(json, "description");
	if (!input_begin(&input, change->call->arena, json, error))
		return false;
	input_check_text(&input, "name", INPUT_NOT_EMPTY | (creation ? INPUT_REQUIRED : 0));
	input_check_text(&input, "description", INPUT_NULLABLE);
	if (typed) {
		input_check_text(&input, "type", creation ? INPUT_REQUIRED : 0);
		check_type(&input);
	}
	check_actions(&input, creation && !typed);
	if (creation && !is_lifespan(json_member(json, "lifespan")))
		input_refuse(&input, "\"lifespan\"",
		             "lifespan must be one of the following values: , 604800000, 2592000000, 7776000000");
	return input_end(&input, error);
}

static bool is_action(const struct token_change *change, const struct action_list *known, struct slice action)
{
	return kinds[change->kind].typed ? actions_find(known, action) != NULL
	                                 : slice_is(action, "push") || slice_is(action, "pull");
}

static bool check_known(const struct token_change *change, struct error *error)
{
	struct action_list known;
	struct buffer unknown = {0};
	actions_list(&known, change->call->arena, change->call->accounts->registry);
	for (size_t i = 0; change->actions && i < json_object_array_length(change->actions); i++) {
		const struct slice action = json_string(json_object_array_get_idx(change->actions, i));
		if (is_action(change, &known, action))
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
static bool check_custom(const struct token_change *change, struct slice type, struct error *error)
{
	const bool custom = slice_is(type, "custom");
	if (!kinds[change->kind].typed)
		return check_known(change, error);
	if (!custom && change->actions && json_object_array_length(change->actions))
		return error_validation(error, "Non-custom tokens should not reference permissions");
	if (custom && !change->actions)
		return error_validation(error, "Missing permissions attribute for custom token");
	return !custom || check_known(change, error);
}

static bool check_name(const struct content_call *content, const struct registry *registry,
                       const struct token_change *change, struct error *error)
{
	const struct content_type *type = type_of(registry, change->kind);
	struct query_root root = {.query = query_create(content->arena, type), .locale = LOCALE_ALL};
	const struct slice name = json_string(json_member(change->data, "name"));
	int64_t other;
	if (!name.len)
		return true;
	root.query->filter =
	    query_compare(content->arena, model_attribute(type, SLICE("name")), QUERY_EQ, value_text(name));
	return content_find_id(content, &root, &other, error) &&
	       (!other || other == change->id || account_refuse(error, "Name already taken"));
}

static bool make_key(struct token_change *change, struct error *error)
{
	const struct accounts *accounts = change->call->accounts;
	unsigned char bytes[KEY_BYTES];
	char *hex = arena_alloc(change->call->arena, 2 * KEY_BYTES + 1);
	char *hash = arena_alloc(change->call->arena, 129);
	if (RAND_bytes(bytes, KEY_BYTES) != 1)
		return error_internal(error, "there is no randomness for a token");
	for (size_t i = 0; i < KEY_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	if (change->kind == ACCOUNT_API_TOKEN)
		access_hash_token(accounts->access, slice_of(hex), hash);
	else if (!access_hash_transfer_token(accounts->config, slice_of(hex), hash))
		return error_set(error, 404, "NotFoundError", "Not Found");
	if (!*hash)
		return error_set(error, 503, "ServiceUnavailableError",
		                 "There is no salt for API tokens: set API_TOKEN_SALT");
	change->key = hex;
	change->hash = hash;
	return true;
}

/* ---- writing ---- */

static bool add_action(const struct content_call *content, const struct registry *registry,
                       const struct token_change *change, struct slice action, struct error *error)
{
	struct json_object *data = json_keep(content->arena, json_object_new_object());
	int64_t id;
	json_object_object_add(data, "action", json_object_new_string_len(action.ptr, (int)action.len));
	json_object_object_add(data, "token", json_object_new_int64(change->id));
	return content_insert(content, permission_type_of(registry, change->kind), data, &id, error);
}

static bool has_action(struct json_object *list, const char *member, struct slice action, size_t until)
{
	for (size_t i = 0; list && i < json_object_array_length(list) && i < until; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (slice_equals(json_string(member ? json_member(item, member) : item), action))
			return true;
	}
	return false;
}

/* `rows`: what the token has. Those that are not wanted go, then what it lacks comes. */
static bool set_actions(const struct content_call *content, const struct registry *registry,
                        const struct token_change *change, struct json_object *rows, struct error *error)
{
	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		if (!has_action(change->actions, NULL, json_string(json_member(row, "action")), SIZE_MAX) &&
		    !content_remove(content, permission_type_of(registry, change->kind),
		                    json_object_get_int64(json_member(row, "id")), error))
			return false;
	}
	for (size_t i = 0; change->actions && i < json_object_array_length(change->actions); i++) {
		const struct slice action = json_string(json_object_array_get_idx(change->actions, i));
		if (!has_action(change->actions, NULL, action, i) && !has_action(rows, "action", action, SIZE_MAX) &&
		    !add_action(content, registry, change, action, error))
			return false;
	}
	return true;
}

static bool store_new(void *context, struct store_session *session, struct error *error)
{
	struct token_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	if (!check_name(&content, registry, change, error) ||
	    !check_custom(change, json_string(json_member(change->data, "type")), error) ||
	    !content_insert(&content, type_of(registry, change->kind), change->data, &change->id, error) ||
	    !set_actions(&content, registry, change, NULL, error) ||
	    !find_one(&content, registry, change->kind, change->id, true, change->answer, error))
		return false;
	json_object_object_add(*change->answer, "accessKey", json_object_new_string(change->key));
	return true;
}

bool account_create_token(struct account_call *call, enum account_token_kind kind, struct json_object *json,
                          struct json_object **token, struct error *error)
{
	static const char *const copied[] = {"name", "description", "type"};
	struct token_change change = {.call = call, .kind = kind, .answer = token};
	char expiry[DATETIME_ISO_SIZE];
	*token = NULL;
	if (!json)
		json = json_keep(call->arena, json_object_new_object());
	if (!check_sent(&change, json, true, error) || !make_key(&change, error))
		return false;
	change.actions = json_member(json, "permissions");
	change.data = json_keep(call->arena, json_object_new_object());
	for (size_t i = 0; i < COUNT_OF(copied); i++)
		if (i < 2 || kinds[kind].typed)
			json_object_object_add(change.data, copied[i], json_object_get(json_member(json, copied[i])));
	if (!json_member(change.data, "description"))
		json_object_object_add(change.data, "description", json_object_new_string(""));
	json_object_object_add(change.data, "accessKey", json_object_new_string(change.hash));
	struct json_object *lifespan = json_member(json, "lifespan");
	if (lifespan) {
		datetime_format_iso(datetime_now() + json_object_get_int64(lifespan), expiry);
		json_object_object_add(change.data, "lifespan", json_object_get(lifespan));
		json_object_object_add(change.data, "expiresAt", json_object_new_string(expiry));
	}
	return account_write(call, store_new, &change, error);
}

/* Strapi takes one of the permissions of a token that is custom no more, and shows the others in this one answer. Here
 * all go, at once: none of them counts. */
static bool store_changed(void *context, struct store_session *session, struct error *error)
{
	struct token_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	struct json_object *old;
	if (!find_one(&content, registry, change->kind, change->id, false, &old, error))
		return false;
	if (!old)
		return error_set(error, 404, "NotFoundError", "%s", kinds[change->kind].missing);
	json_keep(content.arena, old);
	const bool was_custom = slice_is(json_string(json_member(old, "type")), "custom");
	struct json_object *type = json_member(change->data, "type");
	const struct slice now = json_string(type ? type : json_member(old, "type"));
	const bool becomes_custom = slice_is(now, "custom") && !was_custom;
	if (!check_name(&content, registry, change, error) ||
	    ((change->actions || becomes_custom) && !check_custom(change, now, error)) ||
	    !content_change_entry(&content, type_of(registry, change->kind), change->data, change->id, error))
		return false;
	const bool ends = kinds[change->kind].typed && !slice_is(now, "custom");
	if (ends)
		change->actions = NULL;
	return ((!change->actions && !ends) ||
	        set_actions(&content, registry, change, json_member(old, "permissions"), error)) &&
	       find_one(&content, registry, change->kind, change->id, true, change->answer, error);
}

bool account_change_token(struct account_call *call, enum account_token_kind kind, int64_t id, struct json_object *json,
                          struct json_object **token, struct error *error)
{
	static const char *const copied[] = {"name", "description", "type"};
	struct token_change change = {.call = call, .kind = kind, .id = id, .answer = token};
	struct json_object *value;
	*token = NULL;
	if (!check_sent(&change, json, false, error))
		return false;
	change.actions = json_member(json, "permissions");
	change.data = json_keep(call->arena, json_object_new_object());
	for (size_t i = 0; i < COUNT_OF(copied); i++)
		if ((i < 2 || kinds[kind].typed) && json_find(json, copied[i], &value))
			json_object_object_add(change.data, copied[i], json_object_get(value));
	return account_write(call, store_changed, &change, error);
}

static bool store_regenerated(void *context, struct store_session *session, struct error *error)
{
	struct token_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	struct json_object *old;
	if (!find_one(&content, registry, change->kind, change->id, true, &old, error))
		return false;
	if (!old)
		return error_set(error, 404, "NotFoundError", "%s", kinds[change->kind].missing);
	json_object_put(old);
	return content_change_entry(&content, type_of(registry, change->kind), change->data, change->id, error);
}

bool account_regenerate_token(struct account_call *call, enum account_token_kind kind, int64_t id,
                              struct json_object **token, struct error *error)
{
	struct token_change change = {.call = call, .kind = kind, .id = id};
	*token = NULL;
	if (!make_key(&change, error))
		return false;
	change.data = json_keep(call->arena, json_object_new_object());
	json_object_object_add(change.data, "accessKey", json_object_new_string(change.hash));
	if (!account_write(call, store_regenerated, &change, error))
		return false;
	*token = json_object_new_object();
	json_object_object_add(*token, "id", json_object_new_int64(id));
	json_object_object_add(*token, "accessKey", json_object_new_string(change.key));
	return true;
}

static bool store_deletion(void *context, struct store_session *session, struct error *error)
{
	struct token_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	return find_one(&content, registry, change->kind, change->id, false, change->answer, error) &&
	       (!*change->answer ||
	        (set_actions(&content, registry, change, json_member(*change->answer, "permissions"), error) &&
	         content_remove(&content, type_of(registry, change->kind), change->id, error)));
}

bool account_delete_token(struct account_call *call, enum account_token_kind kind, int64_t id,
                          struct json_object **token, struct error *error)
{
	struct token_change change = {.call = call, .kind = kind, .id = id, .answer = token};
	*token = NULL;
	return account_write(call, store_deletion, &change, error);
}
