/* The language versions of an entry: each names all others. */
#include "content/write/save.h"

#include <json-c/json.h>

static bool application_error(struct save *save, const char *message)
{
	return error_set(save->error, 400, "ApplicationError", "%s", message);
}

static bool locale_exists(struct save *save, struct slice code, bool *exists)
{
	const struct content_type *type = save->registry->i18n_locale;
	struct arena *arena = save->call->arena;
	struct query *query = query_create(arena, type);
	int64_t count;
	query_add_condition(arena, query,
	                    query_compare(arena, model_attribute(type, SLICE("code")), QUERY_EQ, value_text(code)));
	if (!store_count(save->call->session, query, &count, save->error))
		return false;
	*exists = count > 0;
	return true;
}

/* The locale sent, or the default one; it must be one of the project's. */
bool locales_check(struct save *save, const struct content_type *type, struct json_object *data)
{
	struct json_object *given;
	struct slice code;
	bool exists;
	if (!type->localized)
		return true;
	if (!json_object_object_get_ex(data, "locale", &given) || !given) {
		if (!content_default_locale(save->call, &code, save->error))
			return false;
		json_object_object_add(data, "locale", json_object_new_string_len(code.ptr, (int)code.len));
		return true;
	}
	/* What is no text is refused as such by the validation. */
	if (json_object_is_type(given, json_type_object) || json_object_is_type(given, json_type_array))
		return true;
	if (!locale_exists(save, json_text(given), &exists))
		return false;
	return exists || application_error(save, "This locale doesn't exist");
}

/* The entry itself, then its other versions in stored order. */
bool locales_ids(struct save *save, const struct content_type *type, int64_t id, int64_t **ids, size_t *count)
{
	struct store_link_row *rows;
	size_t row_count;
	if (!store_read_links(save->call->session, type, type->localizations, false, &id, 1, &rows, &row_count,
	                      save->error))
		return false;
	*ids = arena_array(save->call->arena, row_count + 1, sizeof **ids);
	*count = 0;
	(*ids)[(*count)++] = id;
	for (size_t i = 0; i < row_count; i++)
		(*ids)[(*count)++] = rows[i].target;
	return true;
}

static bool is_used(struct save *save, const struct content_type *type, const int64_t *ids, size_t count,
                    struct slice code, bool *used)
{
	struct query *query = query_create(save->call->arena, type);
	const struct store_select select = {.query = query, .parents = ids, .parent_count = count};
	struct store_cursor *cursor;
	struct cell cell;
	bool row, done;
	*used = false;
	query->fields = arena_array(save->call->arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = type->locale;
	if (!store_select(save->call->session, &select, &cursor, save->error))
		return false;
	while ((done = store_next(cursor, &row, save->error)) && row) {
		store_cell(cursor, 0, &cell);
		*used = *used || (cell.kind == CELL_TEXT && slice_equals(cell.text, code));
	}
	store_close_cursor(cursor);
	return done;
}

bool locales_check_free(struct save *save, const struct content_type *type, const int64_t *ids, size_t count,
                        struct json_object *data)
{
	struct json_object *given;
	bool exists, used;
	if (!json_object_object_get_ex(data, "locale", &given) || !given)
		return application_error(save, "locale is missing");
	struct slice code = json_text(given);
	if (!locale_exists(save, code, &exists))
		return false;
	if (!exists)
		return application_error(save, "locale is invalid");
	return is_used(save, type, ids, count, code, &used) &&
	       (!used || application_error(save, "locale is already used"));
}

static bool set_localizations(struct save *save, const struct content_type *type, int64_t id, const int64_t *ids,
                              size_t count)
{
	struct json_object *data = json_object_new_object(), *list = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		if (ids[i] != id)
			json_object_array_add(list, json_object_new_int64(ids[i]));
	json_object_object_add(data, type->localizations->name, list);
	bool done = relations_save(save, type, id, data, false);
	json_object_put(data);
	return done;
}

/* The new version names all others, and each of them the new one first. */
bool locales_join(struct save *save, const struct content_type *type, int64_t id, const int64_t *others, size_t count)
{
	int64_t *all = arena_array(save->call->arena, count + 1, sizeof *all);
	all[0] = id;
	memcpy(all + 1, others, count * sizeof *all);
	if (!set_localizations(save, type, id, others, count))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!set_localizations(save, type, others[i], all, count + 1))
			return false;
	return true;
}
