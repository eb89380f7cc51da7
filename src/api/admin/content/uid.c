/* Values of uid fields: made of a name, and whether one is free. */
#include "content.h"
#include "slug.h"

#include "api/admin/call.h"

enum { LONGEST = 1000, MOST_ALIKE = 100000 };

struct uid_call {
	const struct content_type *type;
	const struct attribute *attribute;
};

/* The text of a member; what is wrong with it is noted. */
static struct slice need_text(struct input *input, const char *name)
{
	const struct slice text = input_text(input, name);
	input_check_text(input, name, INPUT_REQUIRED);
	if (text.len > LONGEST)
		input_refuse_member(input, name, "is too long");
	return text;
}

static bool find_field(struct admin_call *call, struct slice type, struct slice field, struct uid_call *uid)
{
	uid->type = model_type(call->shared->registry, type);
	if (!uid->type || uid->type->component)
		return error_validation(call->error, "ContentType not found");
	uid->attribute = model_attribute(uid->type, field);
	return (uid->attribute && uid->attribute->type == ATTRIBUTE_UID) ||
	       error_validation(call->error, "%.*s must be a valid `uid` attribute", slice_shown_length(field, 100),
	                        field.ptr);
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

static bool is_part_of_address(struct slice value)
{
	for (size_t i = 0; i < value.len; i++) {
		const char c = value.ptr[i];
		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		      memchr("-_.~", c, 4)))
			return false;
	}
	return true;
}

bool admin_uid_available(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct input input;
	struct uid_call uid;
	int64_t count;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	const struct slice type = need_text(&input, "contentTypeUID"), field = need_text(&input, "field");
	const struct slice value = need_text(&input, "value");
	if (!is_part_of_address(value))
		input_refuse_member(&input, "value", "must match the following: \"/^[A-Za-z0-9-_.~]*$/\"");
	if (!input_end(&input, call->error) || !find_field(call, type, field, &uid))
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

bool admin_generate_uid(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct input input;
	struct uid_call uid;
	struct json_object *data;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	const struct slice type = need_text(&input, "contentTypeUID"), field = need_text(&input, "field");
	if (!input_find(&input, "data", &data))
		input_refuse_member(&input, "data", "is a required field");
	else if (!json_object_is_type(data, json_type_object))
		input_refuse_type(&input, "\"data\"", "data", "object", data);
	if (!input_end(&input, call->error) || !find_field(call, type, field, &uid))
		return false;
	const char *target = uid.attribute->target_field;
	struct slice value = target ? json_string(json_member(data, target)) : SLICE("");
	if (!value.len && uid.attribute->default_json)
		value = json_unquote(call->http->arena, slice_of(uid.attribute->default_json));
	if (!value.len)
		value = slice_of(uid.type->model_name);
	if (value.len > LONGEST)
		value.len = LONGEST;
	buffer_text(body, "{\"data\":");
	if (!write_free(call, &uid, slug_of(call->http->arena, value)))
		return false;
	buffer_byte(body, '}');
	return true;
}
