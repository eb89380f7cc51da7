/* What Strapi does at its start: permissions for actions that are no more go, and where there are none at all the
 * default ones are granted. */
#include "account/account_state.h"

struct permission_sync {
	const struct accounts *accounts;
	struct arena *arena;
	account_action_exists *exists;
	void *context;
	bool looks;         /* it finds out only whether there is something to change */
	bool differs;       /* there is */
	struct map missing; /* actions of which one permission was removed */
};

static struct content_call content_of(const struct permission_sync *sync, struct store_session *session)
{
	return (struct content_call){
	    .content = sync->accounts->content,
	    .session = session,
	    .arena = sync->arena,
	    .thread = store_thread(session),
	};
}

/* ---- the default ones ---- */

static bool grant(const struct content_call *content, const struct content_type *type, int64_t role, const char *action,
                  struct error *error)
{
	struct json_object *data = json_object_new_object();
	int64_t id;
	json_object_object_add(data, "action", json_object_new_string(action));
	json_object_object_add(data, "role", json_object_new_int64(role));
	bool done = content_insert(content, type, data, &id, error);
	json_object_put(data);
	return done;
}

static bool grant_defaults(const struct permission_sync *sync, const struct content_call *content, int64_t role,
                           struct slice type, struct error *error)
{
	static const struct {
		const char *role, *action;
	} usual[] = {
	    {"public", "plugin::users-permissions.auth.callback"},
	    {"public", "plugin::users-permissions.auth.connect"},
	    {"public", "plugin::users-permissions.auth.forgotPassword"},
	    {"public", "plugin::users-permissions.auth.resetPassword"},
	    {"public", "plugin::users-permissions.auth.register"},
	    {"public", "plugin::users-permissions.auth.emailConfirmation"},
	    {"public", "plugin::users-permissions.auth.sendEmailConfirmation"},
	    {"authenticated", "plugin::users-permissions.user.me"},
	    {"authenticated", "plugin::users-permissions.auth.changePassword"},
	};
	for (size_t i = 0; i < COUNT_OF(usual); i++)
		if (slice_is(type, usual[i].role) &&
		    !grant(content, sync->accounts->registry->permission, role, usual[i].action, error))
			return false;
	return true;
}

/* ---- */

/* The entries of a type with one of their fields: ids and texts, by id. */
struct rows {
	int64_t *ids;
	struct slice *texts;
	size_t count, capacity, text_capacity;
};

static bool read_rows(const struct permission_sync *sync, struct store_session *session,
                      const struct content_type *type, struct slice field, struct rows *rows, struct error *error)
{
	struct query *query = query_create(sync->arena, type);
	const struct store_select select = {.query = query};
	struct store_cursor *cursor;
	struct cell cell;
	bool row, done;
	*rows = (struct rows){0};
	query->fields = arena_array(sync->arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = model_attribute(type, field);
	if (!store_select(session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		store_cell(cursor, 0, &cell);
		rows->ids = arena_grow(sync->arena, rows->ids, rows->count, &rows->capacity, sizeof *rows->ids);
		rows->texts =
		    arena_grow(sync->arena, rows->texts, rows->count, &rows->text_capacity, sizeof *rows->texts);
		rows->ids[rows->count] = store_id(cursor);
		rows->texts[rows->count++] =
		    cell.kind == CELL_TEXT ? arena_copy_slice(sync->arena, cell.text) : SLICE("");
	}
	store_close_cursor(cursor);
	return done;
}

/* Of each action one permission, as Strapi does: a second one goes at the next start. */
static bool remove_unknown(struct permission_sync *sync, const struct content_call *content, const struct rows *granted,
                           struct error *error)
{
	for (size_t i = 0; i < granted->count; i++) {
		const struct slice action = granted->texts[i];
		if (sync->exists(sync->context, action) || map_set(&sync->missing, action, sync))
			continue;
		sync->differs = true;
		if (!sync->looks &&
		    !content_remove(content, sync->accounts->registry->permission, granted->ids[i], error))
			return false;
	}
	return true;
}

static bool run(void *context, struct store_session *session, struct error *error)
{
	struct permission_sync *sync = context;
	const struct registry *registry = sync->accounts->registry;
	const struct content_call content = content_of(sync, session);
	struct rows granted, roles;
	map_init(&sync->missing, sync->arena);
	if (!read_rows(sync, session, registry->permission, SLICE("action"), &granted, error))
		return false;
	if (granted.count)
		return remove_unknown(sync, &content, &granted, error);
	if (!read_rows(sync, session, registry->role, SLICE("type"), &roles, error))
		return false;
	sync->differs = roles.count > 0;
	for (size_t i = 0; i < roles.count && !sync->looks; i++)
		if (!grant_defaults(sync, &content, roles.ids[i], roles.texts[i], error))
			return false;
	return true;
}

static bool look(struct permission_sync *sync, struct error *error)
{
	struct store_session *session;
	if (!store_begin_primary(sync->accounts->store, 0, sync->arena, &session, error))
		return false;
	sync->looks = true;
	const bool done = store_is_read_only(session) || run(sync, session, error);
	sync->looks = false;
	store_end(session);
	return done;
}

/* Most starts change nothing, and open no connection that writes. */
bool accounts_sync_permissions(struct accounts *accounts, account_action_exists *exists, void *context,
                               struct error *error)
{
	struct permission_sync sync = {
	    .accounts = accounts, .exists = exists, .context = context, .arena = arena_create()};
	const struct store_job job = {.run = run, .context = &sync, .arena = sync.arena};
	const bool done = look(&sync, error) && (!sync.differs || store_change(accounts->store, &job, error));
	arena_destroy(sync.arena);
	return done;
}
