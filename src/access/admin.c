#include "access_state.h"

#include "ability.h"
#include "jwt.h"
#include "known_admins.h"
#include "token.h"

static bool refuse(struct error *error)
{
	return error_unauthorized(error, "Missing or invalid credentials");
}

bool access_has_admins(const struct access *access)
{
	return access->admin_secret.len && !slice_equals(access->admin_secret, access->jwt_secret);
}

const char *access_issue_admin_jwt(const struct access *access, struct arena *arena, int64_t admin_id,
                                   const struct store_admin_tokens *tokens)
{
	int64_t now = datetime_now() / 1000;
	if (now < tokens->ended_before)
		now = tokens->ended_before;
	return access_has_admins(access) && access->admin_lifetime != CONFIG_NO_LIFETIME
	           ? jwt_write(arena, access->admin_secret, NULL, admin_id, now, now + access->admin_lifetime)
	           : NULL;
}

/* Whether the token is an admin's that has not expired; it may be of one who is not there any more. */
static bool read_jwt(const struct access *access, struct slice token, struct jwt *jwt)
{
	return access_has_admins(access) && jwt_read(token, access->admin_secret, jwt) &&
	       jwt_is_current(jwt, datetime_now() / 1000);
}

static bool has_ended(const struct jwt *jwt, const struct store_admin_tokens *tokens)
{
	return jwt->issued_at < (double)tokens->ended_before &&
	       !(tokens->spared && jwt->issued_at >= (double)tokens->spared &&
	         jwt->issued_at < (double)tokens->spared + 1);
}

/* ---- reading ---- */

static struct query *query_fields(struct arena *arena, const struct content_type *type, const char *const *names,
                                  size_t count)
{
	struct query *query = query_create(arena, type);
	query->with_private = true;
	query->fields = arena_array(arena, count, sizeof *query->fields);
	for (size_t i = 0; i < count; i++) {
		const struct attribute *field = model_attribute(type, slice_of(names[i]));
		assert(field);
		query->fields[query->field_count++] = field;
	}
	return query;
}

static bool cell_is_true(const struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell((struct store_cursor *)(uintptr_t)cursor, field, &cell);
	return cell.kind == CELL_INTEGER && cell.integer != 0;
}

static bool find_active(const struct access *access, struct store_session *session, struct arena *arena, int64_t id,
                        bool *active, struct error *error)
{
	static const char *const names[] = {"isActive", "blocked"};
	const struct store_select select = {
	    .query = query_fields(arena, access->registry->admin_user, names, COUNT_OF(names)),
	    .parents = &id,
	    .parent_count = 1};
	struct store_cursor *cursor;
	bool row;
	if (!store_select(session, &select, &cursor, error))
		return false;
	bool done = store_next(cursor, &row, error);
	*active = done && row && cell_is_true(cursor, 0) && !cell_is_true(cursor, 1);
	store_close_cursor(cursor);
	return done;
}

static bool find_roles(const struct access *access, struct store_session *session, struct arena *arena,
                       struct admin *admin, struct error *error)
{
	static const char *const names[] = {"code"};
	const struct registry *registry = access->registry;
	const struct store_select select = {
	    .query = query_fields(arena, registry->admin_role, names, COUNT_OF(names)),
	    .via = model_attribute(registry->admin_user, SLICE("roles")),
	    .owner = registry->admin_user,
	    .parents = &admin->id,
	    .parent_count = 1,
	};
	struct store_cursor *cursor;
	int64_t *roles = NULL;
	size_t capacity = 0;
	bool row, done;
	if (!store_select(session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		struct cell code;
		store_cell(cursor, 0, &code);
		admin->is_super |= code.kind == CELL_TEXT && slice_is(code.text, "strapi-super-admin");
		roles = arena_grow(arena, roles, admin->role_count, &capacity, sizeof *roles);
		roles[admin->role_count++] = store_id(cursor);
	}
	admin->roles = roles;
	store_close_cursor(cursor);
	return done;
}

static struct slice text_of(struct arena *arena, struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell(cursor, field, &cell);
	return cell.kind == CELL_TEXT ? arena_copy_slice(arena, cell.text) : (struct slice){NULL, 0};
}

static int compare_permissions(const void *a, const void *b)
{
	const struct admin_permission *first = a, *second = b;
	return (first->id > second->id) - (first->id < second->id);
}

bool access_read_admin_permissions(const struct access *access, struct store_session *session, struct arena *arena,
                                   const int64_t *roles, size_t role_count, const struct admin_permission **permissions,
                                   size_t *count, struct error *error)
{
	static const char *const names[] = {"action", "subject", "actionParameters", "properties", "conditions"};
	const struct registry *registry = access->registry;
	const struct store_select select = {
	    .query = query_fields(arena, registry->admin_permission, names, COUNT_OF(names)),
	    .via = model_attribute(registry->admin_role, SLICE("permissions")),
	    .owner = registry->admin_role,
	    .parents = roles,
	    .parent_count = role_count,
	};
	struct admin_permission *items = NULL;
	struct store_cursor *cursor;
	size_t capacity = 0;
	bool row, done;
	*permissions = NULL;
	*count = 0;
	if (!role_count)
		return true;
	if (!store_select(session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		items = arena_grow(arena, items, *count, &capacity, sizeof *items);
		items[(*count)++] = (struct admin_permission){
		    .id = store_id(cursor),
		    .role = store_parent(cursor),
		    .action = text_of(arena, cursor, 0),
		    .subject = text_of(arena, cursor, 1),
		    .parameters = text_of(arena, cursor, 2),
		    .properties = text_of(arena, cursor, 3),
		    .conditions = text_of(arena, cursor, 4),
		};
	}
	store_close_cursor(cursor);
	if (*count)
		qsort(items, *count, sizeof *items, compare_permissions);
	*permissions = items;
	return done;
}

static bool read_admin(const struct access *access, struct store_session *session, struct arena *arena,
                       struct admin *admin, struct error *error)
{
	if (!store_admin_tokens(session, admin->id, &admin->tokens, error) ||
	    !find_roles(access, session, arena, admin, error) ||
	    !access_read_admin_permissions(access, session, arena, admin->roles, admin->role_count, &admin->permissions,
	                                   &admin->permission_count, error))
		return false;
	for (size_t i = 0; i < admin->permission_count; i++)
		admin->asks = admin->asks || access_permission_asks(&admin->permissions[i]);
	admin->rules = access_read_rules(arena, admin->permissions, admin->permission_count, &admin->rule_count);
	return true;
}

/* What is known of the admin, who is there; NULL with an error. */
static struct known_admin *find_known(const struct access *access, struct store_session *session, struct arena *arena,
                                      int64_t id, struct error *error)
{
	struct known_admins *all = access->admins[store_thread(session)];
	bool elsewhere = store_is_elsewhere(session), active;
	struct known_admin *known;
	/* Elsewhere it takes a statement to know whether anything changed: this one has to be asked anyway. */
	if (elsewhere && !find_active(access, session, arena, id, &active, error))
		return NULL;
	if (elsewhere && !active) {
		refuse(error);
		return NULL;
	}
	known_admins_begin(all, elsewhere ? store_version_seen(session) : store_version(session));
	if ((known = known_admins_find(all, id)))
		return known;
	known = known_admin_create(id);
	bool done = elsewhere || find_active(access, session, known->arena, id, &active, error);
	if (done && !active)
		done = refuse(error);
	if (!done || !read_admin(access, session, known->arena, &known->admin, error)) {
		known_admin_release(known);
		return NULL;
	}
	known_admins_add(all, known);
	return known;
}

bool access_identify_admin_token(const struct access *access, struct store_session *session, struct slice token,
                                 struct arena *arena, struct admin *admin, struct error *error)
{
	struct known_admin *known;
	struct jwt jwt;
	*admin = (struct admin){0};
	if (!read_jwt(access, token, &jwt))
		return refuse(error);
	if (!(known = find_known(access, session, arena, jwt.user_id, error)))
		return false;
	known_admin_keep(known, arena);
	if (has_ended(&jwt, &known->admin.tokens))
		return refuse(error);
	*admin = known->admin;
	admin->issued_at = jwt.issued_at > 0 && jwt.issued_at < 1e15 ? (int64_t)jwt.issued_at : 0;
	return true;
}

bool access_identify_admin(const struct access *access, struct store_session *session, struct slice authorization,
                           struct arena *arena, struct admin *admin, struct error *error)
{
	struct slice token;
	*admin = (struct admin){0};
	return token_from_header(authorization, &token)
	           ? access_identify_admin_token(access, session, token, arena, admin, error)
	           : refuse(error);
}

/* ---- what they may do ---- */

/* Whether the rule is for that field; empty: for any at all. */
static bool is_for_field(const struct admin_rule *rule, struct slice field)
{
	bool is = rule->all_fields || !field.len;
	for (size_t i = 0; !is && i < rule->field_count; i++)
		is = slice_equals(rule->fields[i], field);
	return is;
}

bool access_admin_may_field(const struct admin *admin, struct slice action, struct slice subject, struct slice field)
{
	for (size_t i = 0; i < admin->rule_count; i++) {
		const struct admin_permission *permission = admin->rules[i].permission;
		if (slice_equals(permission->action, action) && slice_equals(permission->subject, subject) &&
		    is_for_field(&admin->rules[i], field))
			return true;
	}
	return false;
}

bool access_admin_may(const struct admin *admin, struct slice action, struct slice subject)
{
	return access_admin_may_field(admin, action, subject, SLICE(""));
}
