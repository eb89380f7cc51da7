/* Values of uid fields: made of a name, and whether one is free. */
#include "content.h"

#include "api/admin/call.h"

enum { LONGEST = 1000, MOST_ALIKE = 100000 };

struct uid_call {
	const struct content_type *type;
	const struct attribute *attribute;
};

static bool need_text(struct admin_call *call, const char *name, struct slice *text)
{
	struct json_object *value;
	if (!json_find(call->body, name, &value))
		return error_validation(call->error, "%s is a required field", name);
	*text = json_string(value);
	if (!json_object_is_type(value, json_type_string))
		return error_validation(call->error, "%s must be a `string` type", name);
	if (!text->len)
		return error_validation(call->error, "%s is a required field", name);
	return text->len <= LONGEST || error_validation(call->error, "%s is too long", name);
}

static bool read_field(struct admin_call *call, struct uid_call *uid)
{
	struct slice type, field;
	if (!need_text(call, "contentTypeUID", &type) || !need_text(call, "field", &field))
		return false;
	uid->type = model_type(call->all->registry, type);
	uid->attribute = uid->type && !uid->type->component ? model_attribute(uid->type, field) : NULL;
	if (!uid->type || uid->type->component)
		return error_validation(call->error, "ContentType not found");
	return (uid->attribute && uid->attribute->type == ATTRIBUTE_UID) ||
	       error_validation(call->error, "%.*s must be a valid `uid` attribute", (int)field.len, field.ptr);
}

/* The value, or the first of value-1, value-2, … that no entry has, when any entry contains it. */
static bool write_free(struct admin_call *call, const struct uid_call *uid, struct slice value)
{
	struct arena *arena = call->http->arena;
	struct query *query = query_create(arena, uid->type);
	const struct store_select select = {.query = query};
	struct store_cursor *cursor;
	struct map taken;
	bool row, done;
	map_init(&taken, arena);
	query->filter = query_compare(arena, uid->attribute, QUERY_CONTAINS, value_text(value));
	query->with_private = true;
	query->limit = MOST_ALIKE;
	query->fields = arena_array(arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = uid->attribute;
	if (!store_select(call->request->session, &select, &cursor, call->error))
		return false;
	while ((done = store_next(cursor, &row, call->error)) && row) {
		struct cell cell;
		store_cell(cursor, 0, &cell);
		if (cell.kind == CELL_TEXT)
			map_set(&taken, arena_copy_slice(arena, cell.text), &taken);
	}
	store_close_cursor(cursor);
	struct slice tried = value;
	for (int i = 1; taken.count && (i == 1 || map_get(&taken, tried)); i++)
		tried = slice_of(arena_format(arena, "%.*s-%d", (int)value.len, value.ptr, i));
	json_write_string(&call->response->body, tried);
	return done;
}

bool admin_uid_available(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct uid_call uid;
	struct slice value;
	int64_t count;
	if (!need_text(call, "value", &value))
		return false;
	for (size_t i = 0; i < value.len; i++) {
		const char c = value.ptr[i];
		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		      memchr("-_.~", c, 4)))
			return error_validation(call->error,
			                        "value must match the following: \"/^[A-Za-z0-9-_.~]*$/\"");
	}
	if (!read_field(call, &uid))
		return false;
	struct query *query = query_create(call->http->arena, uid.type);
	query->filter = query_compare(call->http->arena, uid.attribute, QUERY_EQ, value_text(value));
	if (!store_count(call->request->session, query, &count, call->error))
		return false;
	buffer_text(body,
	            count ? "{\"isAvailable\":false,\"suggestion\":" : "{\"isAvailable\":true,\"suggestion\":null");
	if (count && !write_free(call, &uid, value))
		return false;
	buffer_byte(body, '}');
	return true;
}
