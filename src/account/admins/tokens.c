#include "tokens.h"
#include "token_check.h"
#include "token_rows.h"

#include <openssl/rand.h>

enum { KEY_BYTES = 128 };

struct token_change {
	struct account_call *call;
	enum account_token_kind kind;
	int64_t id;
	struct json_object *data, *actions; /* actions: a list, or NULL: they are not sent */
	const char *key, *hash;
	struct json_object **answer;
};

bool account_find_tokens(const struct content_call *content, const struct registry *registry,
                         enum account_token_kind kind, int64_t id, struct json_object **list, struct error *error)
{
	return tokens_find(content, registry, kind, id, true, list, error);
}

static bool check_name(const struct content_call *content, const struct registry *registry,
                       const struct token_change *change, struct error *error)
{
	const struct content_type *type = token_type(registry, change->kind);
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

static bool store_new(void *context, struct store_session *session, struct error *error)
{
	struct token_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	if (!check_name(&content, registry, change, error) ||
	    !token_check_actions(change->call, change->kind, json_string(json_member(change->data, "type")),
	                         change->actions, error) ||
	    !content_insert(&content, token_type(registry, change->kind), change->data, &change->id, error) ||
	    !token_set_actions(&content, registry, change->kind, change->id, change->actions, NULL, error) ||
	    !token_find(&content, registry, change->kind, change->id, true, change->answer, error))
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
	if (!token_check(call->arena, kind, json, true, error) || !make_key(&change, error))
		return false;
	change.actions = json_member(json, "permissions");
	change.data = json_keep(call->arena, json_object_new_object());
	for (size_t i = 0; i < COUNT_OF(copied); i++)
		if (i < 2 || token_kind_of(kind)->typed)
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
	if (!token_find(&content, registry, change->kind, change->id, false, &old, error))
		return false;
	if (!old)
		return error_set(error, 404, "NotFoundError", "%s", token_kind_of(change->kind)->missing);
	json_keep(content.arena, old);
	const bool was_custom = slice_is(json_string(json_member(old, "type")), "custom");
	struct json_object *type = json_member(change->data, "type");
	const struct slice now = json_string(type ? type : json_member(old, "type"));
	const bool becomes_custom = slice_is(now, "custom") && !was_custom;
	if (!check_name(&content, registry, change, error) ||
	    ((change->actions || becomes_custom) &&
	     !token_check_actions(change->call, change->kind, now, change->actions, error)) ||
	    !content_change_entry(&content, token_type(registry, change->kind), change->data, change->id, error))
		return false;
	const bool ends = token_kind_of(change->kind)->typed && !slice_is(now, "custom");
	if (ends)
		change->actions = NULL;
	return ((!change->actions && !ends) ||
	        token_set_actions(&content, registry, change->kind, change->id, change->actions,
	                          json_member(old, "permissions"), error)) &&
	       token_find(&content, registry, change->kind, change->id, true, change->answer, error);
}

bool account_change_token(struct account_call *call, enum account_token_kind kind, int64_t id, struct json_object *json,
                          struct json_object **token, struct error *error)
{
	static const char *const copied[] = {"name", "description", "type"};
	struct token_change change = {.call = call, .kind = kind, .id = id, .answer = token};
	struct json_object *value;
	*token = NULL;
	if (!token_check(call->arena, kind, json, false, error))
		return false;
	change.actions = json_member(json, "permissions");
	change.data = json_keep(call->arena, json_object_new_object());
	for (size_t i = 0; i < COUNT_OF(copied); i++)
		if ((i < 2 || token_kind_of(kind)->typed) && json_find(json, copied[i], &value))
			json_object_object_add(change.data, copied[i], json_object_get(value));
	return account_write(call, store_changed, &change, error);
}

static bool store_regenerated(void *context, struct store_session *session, struct error *error)
{
	struct token_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	const struct content_call content = admin_row_content(change->call, session);
	struct json_object *old;
	if (!token_find(&content, registry, change->kind, change->id, true, &old, error))
		return false;
	if (!old)
		return error_set(error, 404, "NotFoundError", "%s", token_kind_of(change->kind)->missing);
	json_object_put(old);
	return content_change_entry(&content, token_type(registry, change->kind), change->data, change->id, error);
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
	return token_find(&content, registry, change->kind, change->id, false, change->answer, error) &&
	       (!*change->answer || (token_set_actions(&content, registry, change->kind, change->id, change->actions,
	                                               json_member(*change->answer, "permissions"), error) &&
	                             content_remove(&content, token_type(registry, change->kind), change->id, error)));
}

bool account_delete_token(struct account_call *call, enum account_token_kind kind, int64_t id,
                          struct json_object **token, struct error *error)
{
	struct token_change change = {.call = call, .kind = kind, .id = id, .answer = token};
	*token = NULL;
	return account_write(call, store_deletion, &change, error);
}
