/* Whether a value is free: one statement for each unique attribute that is sent. */
#include "unique.h"

#include "scalar.h"

/* The value as the database compares it; false when it cannot be stored anyway, which the writing refuses. */
static bool to_compare(struct arena *arena, const struct attribute *attribute, struct json_object *json,
                       struct value *value)
{
	struct buffer text = {0};
	struct error error;
	enum json_type type = json_object_get_type(json);
	if (type == json_type_object || type == json_type_array)
		return false;
	scalar_write_text(&text, json);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return query_cast(arena, attribute, copy, value, &error);
}

/* An entry keeps its own value, even when others have the same. */
static bool is_free(struct store_cursor *cursor, int64_t entry_id, bool *unique, struct error *error)
{
	bool row;
	*unique = true;
	while (store_next(cursor, &row, error)) {
		if (!row)
			return true;
		if (store_id(cursor) == entry_id) {
			*unique = true;
			return true;
		}
		*unique = false;
	}
	return false;
}

bool unique_check(struct validation *validation, const struct rules *rules, struct json_object *json, bool *unique)
{
	static const struct attribute *no_fields[1];
	struct arena *arena = validation->call->arena;
	struct store_session *session = validation->call->session;
	struct store_cursor *cursor;
	struct value value;
	*unique = true;
	if (!to_compare(arena, rules->attribute, json, &value))
		return true;
	struct query *query = query_create(arena, rules->type);
	query->fields = no_fields;
	query->filter = query_compare(arena, rules->attribute, QUERY_EQ, value);
	query->limit = rules->entry_id ? -1 : 1;
	if (!store_select(session, &(struct store_select){.query = query}, &cursor, validation->error))
		return false;
	bool done = is_free(cursor, rules->entry_id, unique, validation->error);
	store_close_cursor(cursor);
	return done;
}
