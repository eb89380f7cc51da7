/* Lines of an export, read. */
#include "line.h"

#include "value.h"

void transfer_reader_open(struct transfer_reader *reader, const struct transfer_tables *tables, bool strict)
{
	*reader = (struct transfer_reader){.tables = tables, .strict = strict};
}

/* One line being read. */
struct line_reading {
	const struct transfer_reader *reader;
	struct arena *arena;
	struct transfer_line *line;
	struct error *error;
};

static bool is_text(struct json_object *json)
{
	return json_object_is_type(json, json_type_string);
}

static bool read_id(struct json_object *json, int64_t *id)
{
	*id = json_object_get_int64(json);
	return json_object_is_type(json, json_type_int) && *id >= -(INT64_C(1) << 53) && *id <= INT64_C(1) << 53;
}

static bool wrong_value(struct line_reading *reading, const char *name, const char *expected)
{
	return error_validation(reading->error, "%s: expected %s", name, expected);
}

static bool start_row(struct line_reading *reading, struct transfer_table *table)
{
	reading->line->table = table;
	reading->line->values = arena_array(reading->arena, table->store.column_count, sizeof *reading->line->values);
	return true;
}

static bool read_any_entry(struct line_reading *reading, const struct transfer_column *column, struct json_object *json,
                           struct value *value)
{
	struct json_object *type = NULL, *id = NULL;
	int64_t number;
	if (!json)
		return true;
	bool right = json_object_is_type(json, json_type_object) && json_find(json, "type", &type) && is_text(type);
	if (right && json_find(json, "id", &id)) {
		right = read_id(id, &number);
		value[0] = value_integer(number);
	}
	if (!right || json_object_object_length(json) != 1 + (id != NULL))
		return wrong_value(reading, column->name, "{\"type\", \"id\"} of an entry");
	struct slice uid = {json_object_get_string(type), (size_t)json_object_get_string_len(type)};
	value[1] = value_text(arena_copy_slice(reading->arena, uid));
	return true;
}

static bool read_column(struct line_reading *reading, const struct transfer_column *column, struct json_object *json)
{
	const char *expected;
	struct value *value = &reading->line->values[column - reading->line->table->columns];
	int64_t id;
	switch (column->role) {
	case ROLE_ANY_ID:
		return read_any_entry(reading, column, json, value);
	case ROLE_REFERENCE:
	case ROLE_FROM:
	case ROLE_TO:
		if (!json)
			return true;
		if (!read_id(json, &id))
			return wrong_value(reading, column->name, "the id of an entry");
		*value = value_integer(id);
		return true;
	default:
		if (!transfer_read_value(reading->arena, column->attribute, json, reading->reader->strict, value,
		                         &expected))
			return wrong_value(reading, column->name, expected);
		return true;
	}
}

static bool read_member(struct line_reading *reading, const char *name, struct json_object *json)
{
	const struct transfer_table *table = reading->line->table;
	const struct transfer_column *column = map_get(&table->by_name, slice_of(name));
	if (column)
		return read_column(reading, column, json);
	if (table->kind == TRANSFER_ENTRY)
		return error_validation(reading->error, "%s has no attribute \"%s\" that a line may hold",
		                        table->type->uid, name);
	return error_validation(reading->error, "unexpected \"%s\"", name);
}

static bool check_required(struct line_reading *reading)
{
	const struct transfer_line *line = reading->line;
	for (size_t i = 0; i < line->table->store.column_count; i++)
		if (line->table->columns[i].required && line->values[i].kind == VALUE_NULL)
			return error_validation(reading->error, "expected \"%s\"", line->table->columns[i].name);
	return true;
}

static bool read_setting(struct line_reading *reading, struct json_object *json)
{
	start_row(reading, reading->reader->tables->items[0]);
	json_object_object_foreach(json, name, member) if (!read_member(reading, name, member)) return false;
	return check_required(reading);
}

static bool read_entry(struct line_reading *reading, struct json_object *json, struct json_object *type)
{
	struct json_object *id = NULL, *fields = NULL;
	const char *uid = is_text(type) ? json_object_get_string(type) : "";
	struct transfer_table *table = map_get(&reading->reader->tables->entries, slice_of(uid));
	if (!table)
		return error_validation(reading->error, "type: expected a type of the project's models, got \"%s\"",
		                        uid);
	start_row(reading, table);
	if (!json_find(json, "id", &id) || !read_id(id, &reading->line->id))
		return error_validation(reading->error, "id: expected a whole number");
	if (!json_find(json, "fields", &fields) || !json_object_is_type(fields, json_type_object))
		return error_validation(reading->error, "fields: expected an object");
	if (json_object_object_length(json) != 3)
		return error_validation(reading->error, "expected only \"type\", \"id\" and \"fields\"");
	json_object_object_foreach(fields, name, member) if (!read_member(reading, name, member)) return false;
	return true;
}

static bool read_link(struct line_reading *reading, struct json_object *json, struct json_object *type)
{
	struct json_object *field = NULL;
	const char *uid = is_text(type) ? json_object_get_string(type) : "";
	json_find(json, "field", &field);
	if (!is_text(field))
		return error_validation(reading->error, "field: expected the name of an attribute");
	const char *name = arena_format(reading->arena, "%s %s", uid, json_object_get_string(field));
	struct transfer_table *table = map_get(&reading->reader->tables->links, slice_of(name));
	if (!table)
		return error_validation(
		    reading->error,
		    "link: expected a type and the name of an attribute that holds links of it, got \"%s\" and \"%s\"",
		    uid, json_object_get_string(field));
	start_row(reading, table);
	json_object_object_foreach(json, key, member)
	{
		bool known = strcmp(key, "link") == 0 || (strcmp(key, "field") == 0 && table->field);
		if (!known && !read_member(reading, key, member))
			return false;
	}
	return check_required(reading);
}

static bool read_counts(struct line_reading *reading, struct json_object *counts)
{
	reading->line->counted = true;
	for (size_t i = 0; i < TRANSFER_KINDS; i++) {
		struct json_object *count = NULL;
		if (!json_find(counts, transfer_kind_names[i], &count) || !json_object_is_type(count, json_type_int))
			return error_validation(reading->error, "counts: expected the number of %s",
			                        transfer_kind_names[i]);
		reading->line->counts[i] = json_object_get_int64(count);
	}
	return true;
}

static bool read_header(struct line_reading *reading, struct json_object *json, struct json_object *format)
{
	struct json_object *version = NULL, *counts = NULL;
	if (!is_text(format) || strcmp(json_object_get_string(format), TRANSFER_FORMAT) != 0)
		return error_validation(reading->error, "format: expected \"" TRANSFER_FORMAT "\"");
	if (!json_find(json, "version", &version) || !json_object_is_type(version, json_type_int) ||
	    json_object_get_int64(version) != TRANSFER_VERSION)
		return error_validation(reading->error, "version: expected %d", TRANSFER_VERSION);
	if (!json_find(json, "counts", &counts))
		return true;
	if (!json_object_is_type(counts, json_type_object))
		return error_validation(reading->error, "counts: expected an object");
	return read_counts(reading, counts);
}

static bool read_object(struct line_reading *reading, struct json_object *json)
{
	struct json_object *first = NULL;
	if (!json_object_is_type(json, json_type_object))
		return error_validation(reading->error, "expected a JSON object");
	if (json_find(json, "link", &first))
		return read_link(reading, json, first);
	/* A setting may have a type, too. */
	if (json_find(json, "setting", &first))
		return read_setting(reading, json);
	if (json_find(json, "type", &first))
		return read_entry(reading, json, first);
	if (json_find(json, "format", &first))
		return read_header(reading, json, first);
	return error_validation(reading->error, "expected an object with \"type\", \"link\" or \"setting\"");
}

bool transfer_read_line(const struct transfer_reader *reader, struct slice text, struct arena *arena,
                        struct transfer_line *line, struct error *error)
{
	struct line_reading reading = {reader, arena, line, error};
	*line = (struct transfer_line){.table = NULL};
	struct json_object *json;
	struct error wrong;
	if (!json_parse(NULL, text, TRANSFER_DEEPEST, &json, &wrong))
		return error_validation(error, "expected one JSON object: %s", wrong.message);
	bool done = read_object(&reading, json);
	json_object_put(json);
	return done;
}

const struct value *transfer_value_of(const struct transfer_line *line, enum transfer_role role)
{
	for (size_t i = 0; i < line->table->store.column_count; i++)
		if (line->table->columns[i].role == role)
			return &line->values[i];
	return NULL;
}
