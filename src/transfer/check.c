#include "check.h"

#include "strapi/strapi.h"

enum { PAGE_ROWS = 10000, KEPT_BYTES = 1024 * 1024 };

/* What a new database has, in groups: each stays when the input has no line of it. */
enum group {
	GROUP_NONE,
	GROUP_ROLES,
	GROUP_LOCALES,
	GROUP_TOKENS,
	GROUP_ADMINS,
	GROUP_WEBHOOKS,
	GROUP_SETTINGS,
	GROUPS
};

struct type_state {
	enum group group;
	int64_t most_new;         /* entries that a new database has at most; 0 unless in a group */
	bool kept;                /* stays, whatever the input has */
	bool is_referenced;       /* over columns of other entries */
	struct id_set lines;      /* ids that lines have */
	struct id_set existing;   /* of a group: ids that are in the database */
	struct id_set written;    /* ids written so far, of referenced types */
	struct id_set unfinished; /* written without all of their references */
};

struct transfer_check {
	struct transfer_tables *tables;
	const struct transfer_import_options *options;
	struct type_state *types; /* by content_type.index */
	struct {
		bool has_lines, is_used; /* used: links of the input go to what is there */
	} groups[GROUPS];
};

static struct type_state *state_of(const struct transfer_check *check, const struct content_type *type)
{
	return &check->types[type->index];
}

static void put_in_group(struct transfer_check *check, const struct content_type *type, enum group group,
                         int64_t most_new)
{
	if (!type)
		return;
	state_of(check, type)->group = group;
	state_of(check, type)->most_new = most_new;
}

static void keep_types(struct transfer_check *check, const struct content_type *webhook)
{
	const struct registry *registry = check->tables->registry;
	for (size_t i = 0; i < registry->type_count; i++)
		check->types[i].kept =
		    check->options->keeps_content ||
		    (check->options->keeps_admins && strapi_leaves_out(slice_of(registry->types[i]->uid)));
	if (webhook)
		state_of(check, webhook)->kept = check->options->keeps_settings;
}

struct transfer_check *transfer_check_create(struct arena *arena, struct transfer_tables *tables,
                                             const struct transfer_import_options *options)
{
	const struct registry *registry = tables->registry;
	const struct content_type *webhook = model_internal(registry, SLICE("webhook"));
	struct transfer_check *check = arena_alloc(arena, sizeof *check);
	check->tables = tables;
	check->options = options;
	check->types = arena_array(arena, registry->type_count + registry->internal_count, sizeof *check->types);
	put_in_group(check, registry->role, GROUP_ROLES, 2);
	put_in_group(check, registry->permission, GROUP_ROLES, INT64_MAX);
	put_in_group(check, registry->i18n_locale, GROUP_LOCALES, 1);
	put_in_group(check, registry->api_token, GROUP_TOKENS, 1);
	put_in_group(check, registry->api_token_permission, GROUP_TOKENS, 0);
	put_in_group(check, registry->admin_role, GROUP_ADMINS, 3);
	put_in_group(check, registry->admin_permission, GROUP_ADMINS, INT64_MAX);
	put_in_group(check, webhook, GROUP_WEBHOOKS, INT64_MAX);
	keep_types(check, webhook);
	for (size_t i = 0; i < tables->count; i++)
		for (size_t j = 0; j < tables->items[i]->store.column_count; j++)
			if (tables->items[i]->columns[j].role == ROLE_REFERENCE)
				state_of(check, tables->items[i]->columns[j].target)->is_referenced = true;
	return check;
}

void transfer_check_destroy(struct transfer_check *check)
{
	const struct registry *registry = check->tables->registry;
	for (size_t i = 0; i < registry->type_count + registry->internal_count; i++) {
		id_set_free(&check->types[i].lines);
		id_set_free(&check->types[i].existing);
		id_set_free(&check->types[i].written);
		id_set_free(&check->types[i].unfinished);
	}
}

/* ---- what is there ---- */

bool transfer_check_empty(struct transfer_check *check, struct store_session *session, struct arena *scratch,
                          struct error *error)
{
	for (size_t i = 0; i < check->tables->count; i++) {
		const struct transfer_table *table = check->tables->items[i];
		int64_t count;
		if (table->kind != TRANSFER_ENTRY)
			continue;
		arena_reset(scratch, KEPT_BYTES);
		if (!store_count_rows(session, &table->store, true, &count, error))
			return false;
		if (count > state_of(check, table->type)->most_new && !state_of(check, table->type)->kept)
			return error_validation(error,
			                        "The project has content already: %lld of %s. Expected a new one; "
			                        "--replace takes away what is there",
			                        (long long)count, table->type->uid);
	}
	return true;
}

static bool note_page(struct transfer_check *check, struct store_session *session, const struct transfer_table *table,
                      int64_t *last, size_t *count, struct error *error)
{
	struct store_table ids = {.name = table->store.name};
	struct store_cursor *cursor;
	bool row, done;
	*count = 0;
	if (!store_select_rows(session, &ids, *last, PAGE_ROWS, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		*last = store_id(cursor);
		(*count)++;
		id_set_add(&state_of(check, table->type)->existing, *last);
	}
	store_close_cursor(cursor);
	return done;
}

bool transfer_check_note_existing(struct transfer_check *check, struct store_session *session, struct arena *scratch,
                                  struct error *error)
{
	for (size_t i = 0; i < check->tables->count; i++) {
		const struct transfer_table *table = check->tables->items[i];
		int64_t last = INT64_MIN;
		size_t count;
		if (table->kind != TRANSFER_ENTRY ||
		    (!state_of(check, table->type)->group && !state_of(check, table->type)->kept))
			continue;
		do {
			arena_reset(scratch, KEPT_BYTES);
			if (!note_page(check, session, table, &last, &count, error))
				return false;
		} while (count == PAGE_ROWS);
	}
	return true;
}

/* ---- the first pass ---- */

static bool stays(const struct transfer_check *check, const struct content_type *type)
{
	enum group group = state_of(check, type)->group;
	return state_of(check, type)->kept || (group && !check->groups[group].has_lines);
}

static bool is_there(struct transfer_check *check, const struct content_type *type, int64_t id)
{
	struct type_state *state = state_of(check, type);
	if (id_set_has(&state->lines, id))
		return true;
	if (!stays(check, type) || !id_set_has(&state->existing, id))
		return false;
	check->groups[state->group].is_used = true;
	return true;
}

static bool check_entry(struct transfer_check *check, const struct transfer_line *line, struct error *error)
{
	const struct content_type *type = line->table->type;
	struct type_state *state = state_of(check, type);
	if (check->groups[state->group].is_used)
		return error_validation(error, "lines of %s stand behind links to it; expected them before", type->uid);
	if (state->group)
		check->groups[state->group].has_lines = true;
	return id_set_add(&state->lines, line->id) ||
	       error_validation(error, "id: %s %lld stands in a line before; expected each entry once", type->uid,
	                        (long long)line->id);
}

static bool check_end(struct transfer_check *check, const char *name, const struct content_type *type, int64_t id,
                      struct error *error)
{
	return is_there(check, type, id) ||
	       error_validation(error, "%s: there is no %s %lld; expected the id of an entry in a line before", name,
	                        type->uid, (long long)id);
}

static const struct content_type *target_of(const struct transfer_check *check, const struct transfer_line *line)
{
	const struct value *uid = transfer_value_of(line, ROLE_TYPE);
	if (uid)
		return model_type(check->tables->registry, uid->text);
	for (size_t i = 0; i < line->table->store.column_count; i++)
		if (line->table->columns[i].role == ROLE_TO)
			return line->table->columns[i].target;
	return NULL;
}

static bool check_link(struct transfer_check *check, const struct transfer_line *line, struct error *error)
{
	const struct content_type *target = target_of(check, line);
	/* Components hang in a table of which the column "field" tells the field. */
	bool component = !line->table->field;
	if (!target || (component && !target->component))
		return error_validation(error, "toType: expected a %s of the project's models",
		                        component ? "component" : "type");
	return check_end(check, "from", line->table->type, transfer_value_of(line, ROLE_FROM)->integer, error) &&
	       check_end(check, "to", target, transfer_value_of(line, ROLE_TO)->integer, error);
}

bool transfer_check_line(struct transfer_check *check, const struct transfer_line *line, struct error *error)
{
	switch (line->table->kind) {
	case TRANSFER_ENTRY:
		return check_entry(check, line, error);
	case TRANSFER_LINK:
		return check_link(check, line, error);
	default:
		check->groups[GROUP_SETTINGS].has_lines = true;
		return true;
	}
}

/* ---- the second pass ---- */

static bool table_stays(const struct transfer_check *check, const struct transfer_table *table)
{
	if (table->kind == TRANSFER_SETTING)
		return check->options->keeps_settings || !check->groups[GROUP_SETTINGS].has_lines;
	if (table->kind == TRANSFER_LINK && check->options->keeps_content)
		return true;
	if (!stays(check, table->type) || table->kind == TRANSFER_ENTRY)
		return stays(check, table->type);
	for (size_t i = 0; i < table->store.column_count; i++)
		if (table->columns[i].role == ROLE_TO)
			return table->columns[i].target && stays(check, table->columns[i].target);
	return false;
}

/* From the last table to the first: no row goes before those that need it. */
bool transfer_check_clear(struct transfer_check *check, struct store_session *session, struct arena *scratch,
                          struct error *error)
{
	for (size_t i = check->tables->count; i-- > 0;) {
		const struct transfer_table *table = check->tables->items[i];
		arena_reset(scratch, KEPT_BYTES);
		if (!table_stays(check, table) && !store_empty_table(session, &table->store, error))
			return false;
	}
	return true;
}

static bool resolve(struct transfer_check *check, const struct transfer_line *line, size_t column, struct error *error)
{
	const struct transfer_column *reference = &line->table->columns[column];
	struct value *value = &line->values[column];
	const struct type_state *state = state_of(check, reference->target);
	if (value->kind == VALUE_NULL || id_set_has(&state->written, value->integer) ||
	    (stays(check, reference->target) && id_set_has(&state->existing, value->integer)))
		return true;
	if (!id_set_has(&state->lines, value->integer))
		return error_validation(error,
		                        "%s: there is no %s %lld; expected the id of an entry in one of the lines",
		                        reference->name, reference->target->uid, (long long)value->integer);
	value->kind = VALUE_NULL;
	id_set_add(&state_of(check, line->table->type)->unfinished, line->id);
	return true;
}

bool transfer_resolve_line(struct transfer_check *check, struct transfer_line *line, struct error *error)
{
	if (line->table->kind != TRANSFER_ENTRY)
		return true;
	struct type_state *state = state_of(check, line->table->type);
	for (size_t i = 0; i < line->table->store.column_count; i++)
		if (line->table->columns[i].role == ROLE_REFERENCE && !resolve(check, line, i, error))
			return false;
	if (state->is_referenced)
		id_set_add(&state->written, line->id);
	return true;
}

/* ---- the third ---- */

bool transfer_check_is_incomplete(const struct transfer_check *check)
{
	for (size_t i = 0; i < check->tables->registry->type_count; i++)
		if (check->types[i].unfinished.count)
			return true;
	return false;
}

bool transfer_complete_line(const struct transfer_check *check, struct store_session *session,
                            const struct transfer_line *line, struct error *error)
{
	const struct store_where where = {.column = "id", .id = line->id};
	const struct transfer_table *table = line->table;
	if (!table || table->kind != TRANSFER_ENTRY || !id_set_has(&state_of(check, table->type)->unfinished, line->id))
		return true;
	for (size_t i = 0; i < table->store.column_count; i++) {
		const struct store_field field = {.column = table->store.columns[i].column,
		                                  .attribute = table->columns[i].attribute,
		                                  .value = line->values[i]};
		if (table->columns[i].role == ROLE_REFERENCE &&
		    !store_update(session, table->store.name, &where, &field, 1, error))
			return false;
	}
	return true;
}
