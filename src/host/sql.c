#include "sql.h"

#include <json-c/json.h>

/* Texts, numbers, booleans and null; the runtime has made them of all else. */
static bool read_value(const struct service_call *call, struct json_object *json, struct value *value,
                       struct error *error)
{
	switch (json_object_get_type(json)) {
	case json_type_null:
		*value = (struct value){.kind = VALUE_NULL};
		return true;
	case json_type_boolean:
		*value = (struct value){.kind = VALUE_BOOLEAN, .integer = json_object_get_boolean(json)};
		return true;
	case json_type_int:
		*value = value_integer(json_object_get_int64(json));
		return true;
	case json_type_double:
		*value = (struct value){.kind = VALUE_NUMBER, .number = json_object_get_double(json)};
		return true;
	case json_type_string:
		*value = (struct value){.kind = VALUE_TEXT, .text = json_string(json)};
		return true;
	default:
		return error_set(error, 501, "NotImplementedError", "lectern does not take the value %.100s for SQL",
		                 json_text(call->content.arena, json).ptr);
	}
}

/* [text, [values]] */
static bool run(struct service_call *call, struct error *error)
{
	struct slice text = json_string(service_argument(call, 0));
	struct json_object *list = service_argument(call, 1);
	const size_t count = json_object_is_type(list, json_type_array) ? json_count(list) : 0;
	struct value *values = arena_array(call->content.arena, count, sizeof *values);
	for (size_t i = 0; i < count; i++)
		if (!read_value(call, json_item(list, i), &values[i], error))
			return false;
	return store_run_raw(call->content.session, text, values, count, &call->value, error);
}

/* What there is to know of the database. */
static bool describe(struct service_call *call, struct error *error)
{
	const struct config *config = call->config;
	(void)error;
	buffer_text(&call->value, "{\"client\":");
	json_write_string(&call->value, slice_of(store_client(store_of_session(call->content.session))));
	if (config->client != DATABASE_SQLITE && config->postgres_schema) {
		buffer_text(&call->value, ",\"schema\":");
		json_write_string(&call->value, slice_of(config->postgres_schema));
	}
	buffer_byte(&call->value, '}');
	return true;
}

const struct service sql_services[] = {
    {"sql.read", false, run},
    {"sql.write", true, run},
    {"sql.describe", false, describe},
};
const size_t sql_service_count = COUNT_OF(sql_services);
