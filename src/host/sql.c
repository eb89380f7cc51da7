#include "sql.h"

#include <json-c/json.h>

/* {"@":"bigint","value":…}: the only integers of JavaScript. */
static bool read_bigint(struct json_object *json, struct value *value)
{
	value->kind = VALUE_INTEGER;
	return slice_is(json_string(json_member(json, "@")), "bigint") &&
	       slice_to_int64(json_string(json_member(json, "value")), &value->integer);
}

/* Texts, numbers, booleans and null; the runtime has made them of all else. better-sqlite3 binds numbers and booleans
 * as REAL, and so `7 / ?` is no division of integers; to PostgreSQL the runtime sends texts. */
static bool read_value(struct arena *arena, struct json_object *json, struct value *value, struct error *error)
{
	switch (json_object_get_type(json)) {
	case json_type_null:
		*value = (struct value){.kind = VALUE_NULL};
		return true;
	case json_type_boolean:
	case json_type_int:
	case json_type_double:
		*value = (struct value){.kind = VALUE_NUMBER, .number = json_object_get_double(json)};
		return true;
	case json_type_string:
		*value = (struct value){.kind = VALUE_TEXT, .text = json_string(json)};
		return true;
	default:
		if (read_bigint(json, value))
			return true;
		return error_set(error, 501, "NotImplementedError", "lectern does not take the value %.100s for SQL",
		                 json_text(arena, json).ptr);
	}
}

bool sql_read_statement(struct arena *arena, struct json_object *arguments, struct sql_statement *statement,
                        struct error *error)
{
	struct json_object *list = json_item(arguments, 1);
	const size_t count = json_object_is_type(list, json_type_array) ? json_count(list) : 0;
	*statement = (struct sql_statement){
	    .text = json_string(json_item(arguments, 0)),
	    .values = arena_array(arena, count, sizeof *statement->values),
	    .count = count,
	};
	for (size_t i = 0; i < count; i++)
		if (!read_value(arena, json_item(list, i), &statement->values[i], error))
			return false;
	return true;
}

void sql_write_description(struct buffer *json, const struct config *config)
{
	buffer_format(json, "{\"client\":\"%s\"", config->client == DATABASE_POSTGRES ? "postgres" : "sqlite");
	if (config->client != DATABASE_SQLITE && config->postgres_schema) {
		buffer_text(json, ",\"schema\":");
		json_write_string(json, slice_of(config->postgres_schema));
	}
	buffer_byte(json, '}');
}

static bool run(struct service_call *call, struct error *error)
{
	struct sql_statement statement;
	return sql_read_statement(call->content.arena, call->arguments, &statement, error) &&
	       store_run_raw(call->content.session, statement.text, statement.values, statement.count, &call->value,
	                     error);
}

static bool describe(struct service_call *call, struct error *error)
{
	(void)error;
	sql_write_description(&call->value, call->config);
	return true;
}

const struct service sql_services[] = {
    {"sql.read", false, run},
    {"sql.write", true, run},
    {"sql.describe", false, describe},
};
const size_t sql_service_count = COUNT_OF(sql_services);
