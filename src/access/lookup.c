#include "lookup.h"

#include <assert.h>
#include <json-c/json.h>

static bool need_attribute(const struct content_type *type, const char *name, const struct attribute **attribute,
                           struct error *error)
{
	*attribute = model_attribute(type, slice_of(name));
	return *attribute || error_internal(error, "the type %s has no attribute %s", type->uid, name);
}

static struct query *query_type(const struct lookup *lookup, const struct content_type *type)
{
	struct query *query = query_create(lookup->arena, type);
	query->with_private = true;
	return query;
}

static void add_field(const struct lookup *lookup, struct query *query, const struct attribute *field)
{
	enum { MOST = 4 };
	if (!query->fields)
		query->fields = arena_array(lookup->arena, MOST, sizeof(struct attribute *));
	assert(query->field_count < MOST);
	query->fields[query->field_count++] = field;
}

static struct condition *compare_id(const struct lookup *lookup, const struct content_type *type, int64_t id)
{
	return query_compare(lookup->arena, &type->id, QUERY_EQ, value_integer(id));
}

static struct condition *compare_text(const struct lookup *lookup, const struct attribute *attribute, const char *text)
{
	return query_compare(lookup->arena, attribute, QUERY_EQ, value_text(slice_of(text)));
}

static struct condition *related(const struct lookup *lookup, const struct attribute *attribute,
                                 struct condition *child)
{
	struct condition *condition = arena_alloc(lookup->arena, sizeof *condition);
	*condition = (struct condition){.kind = CONDITION_RELATED, .attribute = attribute, .children = child};
	return condition;
}

/* An action that no route runs is not granted by what is stored: its routes are gone, and with them all that the
 * permission allowed, such as finding the type behind relations. */
static bool add_actions(const struct lookup *lookup, struct store_cursor *cursor, struct grants *grants,
                        struct error *error)
{
	for (bool row;;) {
		if (!store_next(cursor, &row, error))
			return false;
		if (!row)
			return true;
		struct cell action;
		store_cell(cursor, 0, &action);
		if (action.kind == CELL_TEXT && (!lookup->actions || map_get(lookup->actions, action.text)))
			grants_add(grants, action.text);
	}
}

/* The actions of the entries of `type`, a type of permissions, that match `filter`. */
static bool select_grants(const struct lookup *lookup, const struct content_type *type, struct condition *filter,
                          const struct grants **grants, struct error *error)
{
	const struct attribute *action;
	if (!need_attribute(type, "action", &action, error))
		return false;
	struct query *query = query_type(lookup, type);
	add_field(lookup, query, action);
	query->filter = filter;
	struct store_cursor *cursor;
	if (!store_select(lookup->session, &(struct store_select){.query = query}, &cursor, error))
		return false;
	struct grants *found = grants_create(lookup->keep);
	bool ok = add_actions(lookup, cursor, found, error);
	store_close_cursor(cursor);
	if (!ok)
		return false;
	grants_finish(found, lookup->find_actions, lookup->registry->type_count);
	*grants = found;
	return true;
}

bool lookup_public(const struct lookup *lookup, const struct grants **grants, struct error *error)
{
	const struct registry *registry = lookup->registry;
	const struct attribute *role, *type;
	return need_attribute(registry->permission, "role", &role, error) &&
	       need_attribute(registry->role, "type", &type, error) &&
	       select_grants(lookup, registry->permission, related(lookup, role, compare_text(lookup, type, "public")),
	                     grants, error);
}

bool lookup_role(const struct lookup *lookup, int64_t id, const struct grants **grants, struct error *error)
{
	const struct registry *registry = lookup->registry;
	const struct attribute *role;
	return need_attribute(registry->permission, "role", &role, error) &&
	       select_grants(lookup, registry->permission,
	                     related(lookup, role, compare_id(lookup, registry->role, id)), grants, error);
}

/* As in Strapi, a token of an unknown type may do nothing: a custom one without permissions. */
static enum token_type token_type_of(const struct cell *cell)
{
	if (cell->kind == CELL_TEXT && slice_is(cell->text, "full-access"))
		return TOKEN_FULL_ACCESS;
	if (cell->kind == CELL_TEXT && slice_is(cell->text, "read-only"))
		return TOKEN_READ_ONLY;
	return TOKEN_CUSTOM;
}

/* Reads the first row. */
static bool select_token(const struct lookup *lookup, const struct query *query, struct api_token *token,
                         struct error *error)
{
	struct store_cursor *cursor;
	if (!store_select(lookup->session, &(struct store_select){.query = query}, &cursor, error))
		return false;
	bool ok = store_next(cursor, &token->exists, error);
	if (ok && token->exists) {
		struct cell type, expiry;
		token->id = store_id(cursor);
		store_cell(cursor, 0, &type);
		store_cell(cursor, 1, &expiry);
		token->type = token_type_of(&type);
		token->expiry = expiry.kind == CELL_INTEGER ? expiry.integer : INT64_MAX;
	}
	store_close_cursor(cursor);
	return ok;
}

bool lookup_token(const struct lookup *lookup, const char *hash, struct api_token *token, struct error *error)
{
	const struct registry *registry = lookup->registry;
	const struct attribute *key, *type, *expiry, *owner;
	*token = (struct api_token){.exists = false};
	if (!need_attribute(registry->api_token, "accessKey", &key, error) ||
	    !need_attribute(registry->api_token, "type", &type, error) ||
	    !need_attribute(registry->api_token, "expiresAt", &expiry, error) ||
	    !need_attribute(registry->api_token_permission, "token", &owner, error))
		return false;
	struct query *query = query_type(lookup, registry->api_token);
	add_field(lookup, query, type);
	add_field(lookup, query, expiry);
	query->filter = compare_text(lookup, key, hash);
	if (!select_token(lookup, query, token, error))
		return false;
	if (!token->exists || token->type != TOKEN_CUSTOM)
		return true;
	return select_grants(lookup, registry->api_token_permission,
	                     related(lookup, owner, compare_id(lookup, registry->api_token, token->id)), &token->grants,
	                     error);
}

static bool lookup_user_role(const struct lookup *lookup, int64_t id, struct user_state *user, struct error *error)
{
	const struct registry *registry = lookup->registry;
	const struct attribute *role, *type;
	if (!need_attribute(registry->user, "role", &role, error) ||
	    !need_attribute(registry->role, "type", &type, error))
		return false;
	struct query *query = query_type(lookup, registry->role);
	add_field(lookup, query, type);
	struct store_select select = {
	    .query = query, .via = role, .owner = registry->user, .parents = &id, .parent_count = 1};
	struct store_cursor *cursor;
	if (!store_select(lookup->session, &select, &cursor, error))
		return false;
	bool ok = store_next(cursor, &user->has_role, error);
	if (ok && user->has_role)
		user->role = store_id(cursor);
	store_close_cursor(cursor);
	return ok;
}

/* False where the user type is without the attribute, as a project's own type may be. */
static bool user_has(const struct query *query, struct store_cursor *cursor, const struct attribute *attribute)
{
	struct cell cell = {.kind = CELL_NULL};
	for (size_t i = 0; i < query->field_count; i++)
		if (query->fields[i] == attribute)
			store_cell(cursor, i, &cell);
	return cell.kind == CELL_INTEGER && cell.integer != 0;
}

bool lookup_user(const struct lookup *lookup, int64_t id, struct user_state *user, struct error *error)
{
	const struct content_type *type = lookup->registry->user;
	const struct attribute *blocked = model_attribute(type, SLICE("blocked"));
	const struct attribute *confirmed = model_attribute(type, SLICE("confirmed"));
	*user = (struct user_state){.exists = false};
	struct query *query = query_type(lookup, type);
	if (blocked)
		add_field(lookup, query, blocked);
	if (confirmed)
		add_field(lookup, query, confirmed);
	query->filter = compare_id(lookup, type, id);
	struct store_cursor *cursor;
	if (!store_select(lookup->session, &(struct store_select){.query = query}, &cursor, error))
		return false;
	bool ok = store_next(cursor, &user->exists, error);
	if (ok && user->exists) {
		user->blocked = user_has(query, cursor, blocked);
		user->confirmed = user_has(query, cursor, confirmed);
	}
	store_close_cursor(cursor);
	return ok && (!user->exists || (lookup_user_role(lookup, id, user, error) &&
	                                store_tokens_ended_before(lookup->session, id, &user->tokens_from, error)));
}

bool lookup_confirmation_in(struct slice settings)
{
	struct json_object *object = json_parse_stored(settings);
	bool is = json_object_get_boolean(json_member(object, "email_confirmation"));
	json_object_put(object);
	return is;
}

bool lookup_confirmation_needed(const struct lookup *lookup, bool *needed, struct error *error)
{
	struct slice settings;
	if (!store_setting(lookup->session, "plugin_users-permissions_advanced", &settings, error))
		return false;
	*needed = lookup_confirmation_in(settings);
	return true;
}
