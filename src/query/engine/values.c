#include "engine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

bool engine_fail(const struct engine *engine, const char *format, ...)
{
	char text[sizeof engine->error->message];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return error_set(engine->error, 500, "Error", "%s", text);
}

bool engine_is_tag(struct json_object *json, const char *tag)
{
	struct json_object *name;
	return json_object_is_type(json, json_type_object) && json_find(json, "@", &name) &&
	       slice_is(json_string(name), tag);
}

bool engine_is_record(struct json_object *json)
{
	return json_object_is_type(json, json_type_object) && !json_find(json, "@", NULL);
}

static bool is_nan(struct json_object *json)
{
	struct json_object *value;
	return engine_is_tag(json, "number") && json_find(json, "value", &value) && slice_is(json_string(value), "NaN");
}

bool engine_is_truthy(struct json_object *json)
{
	return json_is_truthy(json) && !engine_is_tag(json, "undefined") && !is_nan(json);
}

static struct slice tagged_text(struct json_object *json)
{
	struct json_object *value;
	if (engine_is_tag(json, "undefined"))
		return SLICE("undefined");
	if (json_find(json, "value", &value) && json_object_is_type(value, json_type_string))
		return json_string(value);
	if (engine_is_tag(json, "date")) /* one that is none */
		return json_string(json_member(json, "text"));
	return SLICE("[object Object]");
}

static struct slice list_text(const struct engine *engine, struct json_object *list)
{
	struct buffer text = {0};
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (i)
			buffer_byte(&text, ',');
		if (item)
			buffer_slice(&text, engine_text(engine, item));
	}
	struct slice copy = arena_copy_slice(engine->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

struct slice engine_text(const struct engine *engine, struct json_object *json)
{
	switch (json_object_get_type(json)) {
	case json_type_string:
		return json_string(json);
	case json_type_array:
		return list_text(engine, json);
	case json_type_object:
		return engine_is_record(json) ? SLICE("[object Object]") : tagged_text(json);
	case json_type_double:
		if (isnan(json_object_get_double(json)))
			return SLICE("NaN");
		if (isinf(json_object_get_double(json)))
			return json_object_get_double(json) < 0 ? SLICE("-Infinity") : SLICE("Infinity");
		return json_stringify(engine->arena, json);
	default:
		return json_stringify(engine->arena, json);
	}
}

/* Milliseconds since 1970. */
static bool date_number(const struct engine *engine, struct json_object *json, double *number)
{
	static const struct attribute moment = {.type = ATTRIBUTE_DATETIME};
	struct error ignored;
	struct value value;
	if (!query_cast(engine->arena, &moment, engine_text(engine, json), &value, &ignored) ||
	    value.kind != VALUE_DATETIME)
		return false;
	*number = (double)value.integer;
	return true;
}

bool engine_number(const struct engine *engine, struct json_object *json, double *number)
{
	switch (json_object_get_type(json)) {
	case json_type_null:
		*number = 0;
		return true;
	case json_type_boolean:
	case json_type_int:
	case json_type_double:
		*number = json_object_get_double(json);
		return !isnan(*number);
	case json_type_object:
		if (engine_is_tag(json, "date"))
			return date_number(engine, json, number);
		if (engine_is_record(json))
			return false;
		break;
	default:
		break;
	}
	return query_text_is_number(engine_text(engine, json), number);
}

static bool cast_number(const struct engine *engine, struct json_object *json, struct value *value)
{
	double number;
	if (json_object_is_type(json, json_type_int)) {
		*value = value_integer(json_object_get_int64(json));
		return true;
	}
	if (!engine_number(engine, json, &number)) {
		struct slice text = engine_text(engine, json);
		return engine_fail(engine, "Expected a valid Number, got %.*s", slice_shown_length(text, 100),
		                   text.ptr);
	}
	if (number == floor(number) && fabs(number) < 9007199254740992.0)
		*value = value_integer((int64_t)number);
	else
		*value = (struct value){.kind = VALUE_NUMBER, .number = number};
	return true;
}

static bool cast_boolean(const struct engine *engine, struct json_object *json, struct value *value)
{
	struct slice text = engine_text(engine, json);
	bool scalar = json_object_is_type(json, json_type_string) || json_object_is_type(json, json_type_int) ||
	              json_object_is_type(json, json_type_double);
	bool truth = engine_is_truthy(json);
	*value = (struct value){.kind = VALUE_BOOLEAN};
	if (scalar && (slice_is(text, "false") || slice_is(text, "f") || slice_is(text, "0")))
		truth = false;
	value->integer = truth;
	return true;
}

struct slice engine_local_part(enum attribute_type type, struct json_object *date)
{
	struct json_object *local = json_member(date, "local");
	struct slice text = json_string(local ? local : json_member(date, "value"));
	if (text.len < 23)
		return (struct slice){0};
	return type == ATTRIBUTE_DATE ? (struct slice){text.ptr, 10} : (struct slice){text.ptr + 11, 12};
}

static const char *const names_of_moments[] = {[ATTRIBUTE_DATE] = "InvalidDateFormat",
                                               [ATTRIBUTE_TIME] = "InvalidTimeFormat",
                                               [ATTRIBUTE_DATETIME] = "InvalidDatetimeFormat",
                                               [ATTRIBUTE_TIMESTAMP] = "InvalidDatetimeFormat"};

void query_tell_validation(struct error *error)
{
	for (size_t i = 0; i < COUNT_OF(names_of_moments); i++)
		if (names_of_moments[i] && strcmp(error->name, names_of_moments[i]) == 0) {
			error->name = "ValidationError";
			error->status = 400;
			return;
		}
}

static bool cast_moment(const struct engine *engine, const struct attribute *attribute, struct json_object *json,
                        struct value *value)
{
	const bool is_date = engine_is_tag(json, "date");
	const bool is_part = attribute->type == ATTRIBUTE_DATE || attribute->type == ATTRIBUTE_TIME;
	struct slice text = is_date && is_part ? engine_local_part(attribute->type, json) : engine_text(engine, json);
	bool is_text = json_object_is_type(json, json_type_string) || is_date;
	bool good = true;
	if (is_date && !json_string(json_member(json, "value")).len) /* What JavaScript calls an invalid date. */
		return !is_part || error_set(engine->error, 500, "RangeError", "Invalid time value");
	if (!is_text && attribute->type == ATTRIBUTE_DATE)
		good = error_validation(engine->error, "Invalid format, expected yyyy-MM-dd");
	else if (!is_text && attribute->type == ATTRIBUTE_TIME)
		good = error_validation(engine->error, "Expected a string, got a %s", json_typeof(json));
	good = good && query_cast(engine->arena, attribute, text, value, engine->error);
	if (!good) {
		engine->error->status = 500;
		engine->error->name = names_of_moments[attribute->type];
	}
	return good;
}

/* Ids, and columns that are no attribute's: as they are. */
static bool cast_plain(const struct engine *engine, const struct attribute *attribute, struct json_object *json,
                       struct value *value)
{
	if (json_object_is_type(json, json_type_int)) {
		*value = value_integer(json_object_get_int64(json));
		return true;
	}
	if (json_object_is_type(json, json_type_double)) {
		*value = (struct value){.kind = VALUE_NUMBER, .number = json_object_get_double(json)};
		return true;
	}
	if (json_object_is_type(json, json_type_boolean)) {
		*value = value_integer(json_object_get_boolean(json));
		return true;
	}
	if (is_nan(json)) {
		*value = (struct value){.kind = VALUE_NUMBER, .number = NAN};
		return true;
	}
	if (attribute->type == ATTRIBUTE_ID && engine_is_tag(json, "date")) {
		double moment;
		if (!engine_number(engine, json, &moment))
			return engine_fail(engine, "Invalid time value");
		*value = value_integer((int64_t)moment);
		return true;
	}
	return query_cast(engine->arena, attribute, engine_text(engine, json), value, engine->error);
}

bool engine_cast(const struct engine *engine, const struct attribute *attribute, struct json_object *json,
                 struct value *value)
{
	*value = (struct value){.kind = VALUE_NULL};
	if (!json)
		return true;
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_BIGINTEGER:
		return cast_plain(engine, attribute, json, value);
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return cast_number(engine, json, value);
	case ATTRIBUTE_BOOLEAN:
		return cast_boolean(engine, json, value);
	case ATTRIBUTE_DATE:
	case ATTRIBUTE_TIME:
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return cast_moment(engine, attribute, json, value);
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		*value = value_text(json_stringify(engine->arena, json));
		return true;
	default:
		if (engine_is_tag(json, "date"))
			return engine_fail(engine, "A Date can't be compared with %s here: it has no text",
			                   attribute->name);
		*value = value_text(engine_is_tag(json, "undefined") ? SLICE("") : engine_text(engine, json));
		return true;
	}
}
