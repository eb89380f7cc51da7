#include "fields.h"

#include "passwords.h"

static bool refuse(struct write *write, const struct attribute *attribute, const char *expected)
{
	return error_validation(write->error, "Invalid value for %s. Expected %s", attribute->name, expected);
}

static bool read_biginteger(struct write *write, const struct attribute *attribute, struct json_object *json,
                            struct value *value)
{
	if (json_object_is_type(json, json_type_int)) {
		*value = value_integer(json_object_get_int64(json));
		return true;
	}
	struct slice text = query_text_engine(write->call->arena, json);
	value->kind = VALUE_INTEGER;
	if (slice_to_int64(text, &value->integer))
		return true;
	/* SQLite keeps in such a column what no integer is, and clients of Strapi may have relied on it. */
	if (store_has_strict_ids(write->call->session))
		return refuse(write, attribute, "an integer of at most 64 bits");
	*value = value_text(arena_copy_slice(write->call->arena, text));
	return true;
}

static bool read_number(struct write *write, const struct attribute *attribute, struct json_object *json,
                        struct value *value)
{
	if (json_object_is_type(json, json_type_int))
		*value = value_integer(json_object_get_int64(json));
	else if (json_object_is_type(json, json_type_double))
		*value = (struct value){.kind = VALUE_NUMBER, .number = json_object_get_double(json)};
	else
		return query_cast(write->call->arena, attribute, json_text(write->call->arena, json), value,
		                  write->error);
	return true;
}

/* Values that code leaves come to the query engine as they are. */
static bool cast_as_engine(struct write *write, const struct attribute *attribute, struct json_object *json,
                           struct value *value)
{
	if (query_cast_engine(write->call->arena, attribute, json, value, write->error))
		return true;
	if (!write->plain)
		query_tell_validation(write->error);
	return false;
}

static bool read_value(struct write *write, const struct attribute *attribute, struct json_object *json,
                       struct value *value)
{
	struct arena *arena = write->call->arena;
	*value = (struct value){.kind = VALUE_NULL};
	if (!json)
		return true;
	if (attribute->type != ATTRIBUTE_BIGINTEGER &&
	    (write->plain || (write->by_code && attribute->type != ATTRIBUTE_PASSWORD)))
		return cast_as_engine(write, attribute, json, value);
	switch (attribute->type) {
	case ATTRIBUTE_PASSWORD:
		return passwords_find_hash(write, json_text(arena, json), value);
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		*value = value_text(json_stringify(arena, json));
		return true;
	case ATTRIBUTE_BIGINTEGER:
		return read_biginteger(write, attribute, json, value);
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return read_number(write, attribute, json, value);
	case ATTRIBUTE_BOOLEAN:
		*value = (struct value){.kind = VALUE_BOOLEAN, .integer = json_object_get_boolean(json)};
		return true;
	case ATTRIBUTE_DATE:
		if (!json_object_is_type(json, json_type_string))
			return error_validation(write->error, "Invalid format, expected yyyy-MM-dd");
		return query_cast(arena, attribute, json_text(arena, json), value, write->error);
	case ATTRIBUTE_TIME:
		if (!json_object_is_type(json, json_type_string))
			return error_validation(write->error, "Expected a string, got a %s", json_typeof(json));
		return query_cast(arena, attribute, json_text(arena, json), value, write->error);
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return query_cast(arena, attribute, json_text(arena, json), value, write->error);
	default:
		*value = value_text(arena_copy_slice(arena, json_text(arena, json)));
		return true;
	}
}

/* createdAt and updatedAt are the server's own, but for what code sends. */
static bool is_time_of_change(const struct write *write, const struct write_entry *entry,
                              const struct attribute *attribute)
{
	const struct content_type *type = entry->type;
	bool creation = entry->kind == WRITE_KIND_CREATE;
	if (write->by_code && (creation || write->many || write->plain || write->heard) &&
	    json_find(entry->data, attribute->name, NULL))
		return false;
	return (attribute == type->updated_at && !write->many) || (attribute == type->created_at && creation);
}

static bool decide_scalar(struct write *write, const struct write_entry *entry, const struct attribute *attribute,
                          struct store_field *fields, size_t *count)
{
	bool creation = entry->kind == WRITE_KIND_CREATE;
	struct json_object *json = NULL, *made = NULL;
	struct store_field *field = &fields[*count];
	*field = (struct store_field){.column = attribute->column, .attribute = attribute};
	if (is_time_of_change(write, entry, attribute)) {
		field->value = (struct value){.kind = VALUE_DATETIME, .integer = write->now};
		(*count)++;
		return true;
	}
	if (attribute == entry->type->created_at && !write->by_code)
		return true;
	if (!json_find(entry->data, attribute->name, &json)) {
		if (!creation || !attribute->default_json)
			return true;
		json = made = json_parse_stored(slice_of(attribute->default_json));
	}
	bool done = read_value(write, attribute, json, &field->value);
	json_object_put(made);
	(*count)++;
	return done;
}

/* morphToOne: id and type in two columns. A type that is not known is kept as it was sent. */
static void decide_morph(struct arena *arena, const struct write_field *field, struct store_field *fields,
                         size_t *count)
{
	const struct link_storage *link = &field->attribute->link;
	const struct relation_input *input = &field->input;
	struct store_field *id = &fields[(*count)++], *type = &fields[(*count)++];
	struct json_object *name;
	*id = (struct store_field){.column = link->target_column};
	*type = (struct store_field){.column = link->type_column};
	if (!input->item_count)
		return;
	id->value = value_integer(input->items[0].target_id);
	if (json_find(field->json, "__type", &name))
		type->value = value_text(arena_copy_slice(arena, json_text(arena, name)));
}

static void decide_join_column(const struct write_field *field, struct store_field *fields, size_t *count)
{
	const struct relation_input *input = &field->input;
	if (!input->clear && !input->set && !input->item_count && !input->disconnect_count)
		return;
	struct store_field *column = &fields[(*count)++];
	*column = (struct store_field){.column = field->attribute->link.target_column};
	if (input->item_count)
		column->value = value_integer(input->items[input->item_count - 1].target_id);
}

/* Whether the data says an id that the row does not have. */
static bool has_new_id(const struct write *write, const struct write_entry *entry)
{
	struct json_object *json = entry->keeps_id ? json_member(entry->data, "id") : NULL;
	int64_t id;
	return json && !(entry->kind == WRITE_KIND_UPDATE && slice_to_int64(json_text(write->call->arena, json), &id) &&
	                 id == entry->id);
}

bool fields_decide(struct write *write, const struct write_entry *entry, struct store_field **fields, size_t *count)
{
	const struct content_type *type = entry->type;
	struct arena *arena = write->call->arena;
	*fields = arena_array(arena, type->attribute_count * 2 + 2, sizeof **fields);
	*count = 0;
	if (has_new_id(write, entry) && !decide_scalar(write, entry, &type->id, *fields, count))
		return false;
	for (size_t i = 0; i < type->attribute_count; i++)
		if (attribute_is_scalar(&type->attributes[i]) &&
		    !decide_scalar(write, entry, &type->attributes[i], *fields, count))
			return false;
	for (size_t i = 0; i < entry->field_count; i++) {
		const struct write_field *field = &entry->fields[i];
		if (field->attribute->link.kind == LINK_COLUMN_OWNER)
			decide_morph(arena, field, *fields, count);
		else if (field->attribute->link.kind == LINK_JOIN_COLUMN)
			decide_join_column(field, *fields, count);
	}
	return true;
}
