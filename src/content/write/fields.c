#include "save.h"

/* JSON as JSON.stringify would write it. */
static struct slice compact_text(struct arena *arena, struct json_object *value)
{
	struct buffer text = {0};
	const char *plain =
	    json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
	if (!json_write_compact(&text, slice_of(plain)))
		buffer_text(&text, plain);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static bool wrong(struct save *save, const struct attribute *attribute, const char *expected)
{
	return error_validation(save->error, "Invalid value for %s. Expected %s", attribute->name, expected);
}

static bool read_biginteger(struct save *save, const struct attribute *attribute, struct json_object *json,
                            struct value *value)
{
	struct slice text = json_text(json);
	value->kind = VALUE_INTEGER;
	if (slice_to_int64(text, &value->integer))
		return true;
	/* SQLite keeps in such a column what no integer is, and clients of the reference may have relied on it. */
	if (store_has_strict_ids(save->call->session))
		return wrong(save, attribute, "an integer of at most 64 bits");
	*value = value_text(arena_copy_slice(save->call->arena, text));
	return true;
}

static bool read_number(struct save *save, const struct attribute *attribute, struct json_object *json,
                        struct value *value)
{
	if (json_object_is_type(json, json_type_int))
		*value = value_integer(json_object_get_int64(json));
	else if (json_object_is_type(json, json_type_double))
		*value = (struct value){.kind = VALUE_NUMBER, .number = json_object_get_double(json)};
	else
		return query_cast(save->call->arena, attribute, json_text(json), value, save->error);
	return true;
}

static bool read_value(struct save *save, const struct attribute *attribute, struct json_object *json,
                       struct value *value)
{
	struct arena *arena = save->call->arena;
	*value = (struct value){.kind = VALUE_NULL};
	if (!json)
		return true;
	switch (attribute->type) {
	case ATTRIBUTE_PASSWORD:
		return passwords_hash(save, json_text(json), value);
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		*value = value_text(compact_text(arena, json));
		return true;
	case ATTRIBUTE_BIGINTEGER:
		return read_biginteger(save, attribute, json, value);
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return read_number(save, attribute, json, value);
	case ATTRIBUTE_BOOLEAN:
		*value = (struct value){.kind = VALUE_BOOLEAN, .integer = json_object_get_boolean(json)};
		return true;
	case ATTRIBUTE_DATE:
		if (!json_object_is_type(json, json_type_string))
			return error_validation(save->error, "Invalid format, expected yyyy-MM-dd");
		return query_cast(arena, attribute, json_text(json), value, save->error);
	case ATTRIBUTE_TIME:
		if (!json_object_is_type(json, json_type_string))
			return error_validation(save->error, "Expected a string, got a %s",
			                        json_object_is_type(json, json_type_boolean) ? "boolean" : "number");
		return query_cast(arena, attribute, json_text(json), value, save->error);
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return query_cast(arena, attribute, json_text(json), value, save->error);
	default:
		*value = value_text(arena_copy_slice(arena, json_text(json)));
		return true;
	}
}

/* createdAt and updatedAt are the server's own. */
static bool is_time_of_change(const struct content_type *type, const struct attribute *attribute, bool creation)
{
	return attribute == type->updated_at || (attribute == type->created_at && creation);
}

static bool collect_scalar(struct save *save, const struct content_type *type, const struct attribute *attribute,
                           struct json_object *data, bool creation, struct store_field *fields, size_t *count)
{
	struct json_object *json = NULL, *made = NULL;
	struct store_field *field = &fields[*count];
	*field = (struct store_field){.column = attribute->column, .attribute = attribute};
	if (is_time_of_change(type, attribute, creation)) {
		field->value = (struct value){.kind = VALUE_DATETIME, .integer = save->now};
		(*count)++;
		return true;
	}
	if (attribute == type->created_at)
		return true;
	if (!json_object_object_get_ex(data, attribute->name, &json)) {
		if (!creation || !attribute->default_json)
			return true;
		json = made = json_tokener_parse(attribute->default_json);
	}
	bool done = read_value(save, attribute, json, &field->value);
	json_object_put(made);
	(*count)++;
	return done;
}

/* morphToOne: id and type in two columns. A type that is not known is kept as it was sent. */
static bool collect_morph(struct save *save, const struct attribute *attribute, struct json_object *json,
                          struct store_field *fields, size_t *count)
{
	const struct link *link = &attribute->link;
	struct store_field *id = &fields[(*count)++], *type = &fields[(*count)++];
	struct json_object *part;
	struct relation_input input;
	*id = (struct store_field){.column = link->target_column};
	*type = (struct store_field){.column = link->type_column};
	if (!json)
		return true;
	if (!relation_read(save->call->arena, save->registry, attribute, json, attribute->name, &input, save->error))
		return false;
	if (!input.item_count)
		return true;
	id->value = value_integer(input.items[0].id);
	if (json_object_object_get_ex(json, "__type", &part))
		type->value = value_text(arena_copy_slice(save->call->arena, json_text(part)));
	return true;
}

static bool collect_join_column(struct save *save, const struct attribute *attribute, struct json_object *json,
                                struct store_field *fields, size_t *count)
{
	struct relation_input input;
	if (!relation_read(save->call->arena, save->registry, attribute, json, attribute->name, &input, save->error))
		return false;
	if (!input.clear && !input.set && !input.item_count && !input.disconnect_count)
		return true;
	struct store_field *field = &fields[(*count)++];
	*field = (struct store_field){.column = attribute->link.target_column};
	if (input.item_count)
		field->value = value_integer(input.items[input.item_count - 1].id);
	return true;
}

bool fields_collect(struct save *save, const struct content_type *type, struct json_object *data, bool creation,
                    struct store_field **fields, size_t *count)
{
	*fields = arena_array(save->call->arena, type->attribute_count * 2 + 1, sizeof **fields);
	*count = 0;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *json;
		bool done = true;
		if (attribute_is_scalar(attribute))
			done = collect_scalar(save, type, attribute, data, creation, *fields, count);
		else if (!json_object_object_get_ex(data, attribute->name, &json))
			continue;
		else if (attribute->link.kind == LINK_COLUMN_OWNER)
			done = collect_morph(save, attribute, json, *fields, count);
		else if (attribute->link.kind == LINK_JOIN_COLUMN)
			done = collect_join_column(save, attribute, json, *fields, count);
		if (!done)
			return false;
	}
	return true;
}
