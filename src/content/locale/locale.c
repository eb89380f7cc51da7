/* The language versions of an entry: each names all others. */
#include "locale.h"

#include "content/write/lifecycle.h"

#include <json-c/json.h>

static bool refuse(struct write *write, const char *message)
{
	return error_set(write->error, 400, "ApplicationError", "%s", message);
}

static bool locale_exists(struct write *write, struct slice code, bool *exists)
{
	const struct content_type *type = write->registry->i18n_locale;
	struct arena *arena = write->call->arena;
	struct query *query = query_create(arena, type);
	int64_t count;
	query_add_condition(arena, query,
	                    query_compare(arena, model_attribute(type, SLICE("code")), QUERY_EQ, value_text(code)));
	if (!store_count(write->call->session, query, &count, write->error))
		return false;
	*exists = count > 0;
	return true;
}

/* The locale sent, or the default one; it must be one of the project's. */
bool locale_check(struct write *write, const struct content_type *type, struct json_object *data)
{
	struct json_object *sent;
	struct slice code;
	bool exists;
	if (!type->localized)
		return true;
	if (!json_find(data, "locale", &sent) || !sent) {
		if (!content_default_locale(write->call, &code, write->error))
			return false;
		json_object_object_add(data, "locale", json_object_new_string_len(code.ptr, (int)code.len));
		return true;
	}
	/* What is no text is refused as such by the validation. */
	if (json_object_is_type(sent, json_type_object) || json_object_is_type(sent, json_type_array))
		return true;
	if (!locale_exists(write, json_text(write->call->arena, sent), &exists))
		return false;
	return exists || refuse(write, "This locale doesn't exist");
}

bool locale_read_versions(struct write *write, const struct content_type *type, int64_t entry_id, int64_t **entry_ids,
                          size_t *count)
{
	struct store_link_row *rows;
	size_t row_count;
	if (!store_read_links(write->call->session, type, type->localizations, false, &entry_id, 1, &rows, &row_count,
	                      write->error))
		return false;
	*entry_ids = arena_array(write->call->arena, row_count + 1, sizeof **entry_ids);
	*count = 0;
	(*entry_ids)[(*count)++] = entry_id;
	for (size_t i = 0; i < row_count; i++)
		(*entry_ids)[(*count)++] = rows[i].target_id;
	return true;
}

static bool is_used(struct write *write, const struct content_type *type, const int64_t *entry_ids, size_t count,
                    struct slice code, bool *used)
{
	struct query *query = query_create(write->call->arena, type);
	const struct store_select select = {.query = query, .parents = entry_ids, .parent_count = count};
	struct store_cursor *cursor;
	struct cell cell;
	bool row, done;
	*used = false;
	query->fields = arena_array(write->call->arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = type->locale;
	if (!store_select(write->call->session, &select, &cursor, write->error))
		return false;
	while ((done = store_next(cursor, &row, write->error)) && row) {
		store_cell(cursor, 0, &cell);
		*used = *used || (cell.kind == CELL_TEXT && slice_equals(cell.text, code));
	}
	store_close_cursor(cursor);
	return done;
}

bool locale_check_free(struct write *write, const struct content_type *type, const int64_t *entry_ids, size_t count,
                       struct json_object *data)
{
	struct json_object *sent;
	bool exists, used;
	if (!json_find(data, "locale", &sent) || !sent)
		return refuse(write, "locale is missing");
	struct slice code = json_text(write->call->arena, sent);
	if (!locale_exists(write, code, &exists))
		return false;
	if (!exists)
		return refuse(write, "locale is invalid");
	return is_used(write, type, entry_ids, count, code, &used) &&
	       (!used || refuse(write, "locale is already used"));
}

/* strapi.query(uid).update of one of the others: it names the new one first, then the rest. */
static bool name_versions(struct write *write, const struct content_type *type, int64_t entry_id,
                          struct json_object *localizations)
{
	const struct content_call *call = write->call;
	const struct query *own_fields = query_create(call->arena, type);
	struct json_object *data = json_keep(call->arena, json_object_new_object());
	struct content_result *result = NULL;
	struct lifecycle lifecycle;
	json_object_object_add(data, "localizations", localizations);
	bool done = lifecycle_begin_write(write, &lifecycle, LIFECYCLE_BEFORE_UPDATE, own_fields, entry_id, &data) &&
	            write_update(write, type, &entry_id, 1, data) &&
	            (!lifecycle_follows_write(write, &lifecycle, own_fields) ||
	             lifecycle_finish_write(write, &lifecycle, own_fields, entry_id, &result));
	lifecycle_end(&lifecycle);
	if (result)
		content_free(result);
	return done;
}

bool locale_link_versions(struct write *write, const struct content_type *type, int64_t entry_id)
{
	struct content_call call = *write->call;
	struct write inner = *write;
	int64_t *entry_ids;
	size_t count;
	bool done = locale_read_versions(write, type, entry_id, &entry_ids, &count);
	call.id_is_text = false;
	inner.call = &call;
	inner.linked = false;
	for (size_t i = 1; done && i < count; i++) {
		struct json_object *others = json_object_new_array();
		for (size_t j = 0; j < count; j++)
			if (j != i)
				json_object_array_add(others, json_object_new_int64(entry_ids[j]));
		done = name_versions(&inner, type, entry_ids[i], others);
	}
	return done;
}
