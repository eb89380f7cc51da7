/* Result coercion (specification 3.5 and 3.9): what resolvers give for scalars and enums, worded as graphql-js words
 * what it refuses. */
#include "leaf.h"
#include "graphql/values/show.h"

#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>

/* A result as a plain value; false for objects and lists of resolvers, which have no plain form. */
static bool to_value(struct arena *arena, const struct graphql_result *result, struct graphql_value *value)
{
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_NULL};
	switch (result->kind) {
	case GRAPHQL_RESULT_BOOLEAN:
		value->kind = GRAPHQL_VALUE_BOOLEAN;
		value->boolean = result->boolean;
		return true;
	case GRAPHQL_RESULT_INTEGER:
		value->kind = GRAPHQL_VALUE_INTEGER;
		value->integer = result->integer;
		return true;
	case GRAPHQL_RESULT_NUMBER:
		value->kind = GRAPHQL_VALUE_NUMBER;
		value->number = result->number;
		return true;
	case GRAPHQL_RESULT_STRING:
		value->kind = GRAPHQL_VALUE_STRING;
		value->text = result->text;
		return true;
	case GRAPHQL_RESULT_VALUE:
		return graphql_value_of_json(arena, result->value, value);
	default:
		return false;
	}
}

static bool refuse(struct arena *arena, const struct graphql_result *result, const char *problem, const char **reason)
{
	struct graphql_value value;
	const char *shown = result->kind == GRAPHQL_RESULT_LIST ? "[Array]" : "[Object]";
	if (to_value(arena, result, &value))
		shown = graphql_inspected(arena, &value);
	*reason = arena_format(arena, "%s: %s", problem, shown);
	return false;
}

/* What JavaScript's Number() makes of a text that is not empty; NaN when it is none. */
static double number_of_text(struct slice text)
{
	char digits[64], *end;
	text = slice_trim(text);
	if (text.len == 0)
		return 0;
	if (text.len >= sizeof digits)
		return NAN;
	for (size_t i = 0; i < text.len; i++) {
		if (!memchr("0123456789+-.eE", text.ptr[i], 15))
			return NAN;
		digits[i] = text.ptr[i];
	}
	digits[text.len] = '\0';
	double number = strtod(digits, &end);
	return *end ? NAN : number;
}

/* The number that a result is or stands for, for Int and Float. */
static double to_number(const struct graphql_result *result)
{
	struct slice text = result->text;
	switch (result->kind) {
	case GRAPHQL_RESULT_BOOLEAN:
		return result->boolean;
	case GRAPHQL_RESULT_INTEGER:
		return (double)result->integer;
	case GRAPHQL_RESULT_NUMBER:
		return result->number;
	case GRAPHQL_RESULT_STRING:
		return text.len ? number_of_text(text) : NAN;
	case GRAPHQL_RESULT_VALUE:
		switch (json_object_get_type(result->value)) {
		case json_type_boolean:
			return json_object_get_boolean(result->value);
		case json_type_int:
		case json_type_double:
			return json_object_get_double(result->value);
		case json_type_string:
			text = (struct slice){json_object_get_string(result->value),
			                      (size_t)json_object_get_string_len(result->value)};
			return text.len ? number_of_text(text) : NAN;
		default:
			return NAN;
		}
	default:
		return NAN;
	}
}

static bool write_int(struct graphql_execution *execution, const struct graphql_result *result, const char **reason)
{
	struct arena *arena = execution->request.arena;
	double number = to_number(result);
	if (!isfinite(number) || number != floor(number))
		return refuse(arena, result, "Int cannot represent non-integer value", reason);
	if (number > INT32_MAX || number < INT32_MIN)
		return refuse(arena, result, "Int cannot represent non 32-bit signed integer value", reason);
	buffer_int(&execution->data, (int64_t)number);
	return true;
}

static bool write_float(struct graphql_execution *execution, const struct graphql_result *result, const char **reason)
{
	double number = to_number(result);
	if (!isfinite(number))
		return refuse(execution->request.arena, result, "Float cannot represent non numeric value", reason);
	if (result->kind == GRAPHQL_RESULT_INTEGER)
		buffer_int(&execution->data, result->integer);
	else
		json_write_double(&execution->data, number);
	return true;
}

static bool write_boolean(struct graphql_execution *execution, const struct graphql_result *result, const char **reason)
{
	bool boolean = result->kind == GRAPHQL_RESULT_BOOLEAN && result->boolean, number = false;
	if (result->kind == GRAPHQL_RESULT_VALUE) {
		enum json_type type = json_object_get_type(result->value);
		boolean = json_object_get_boolean(result->value);
		number = type == json_type_int || type == json_type_double;
		if (type != json_type_boolean && !number)
			return refuse(execution->request.arena, result, "Boolean cannot represent a non boolean value",
			              reason);
	} else if (result->kind == GRAPHQL_RESULT_INTEGER || result->kind == GRAPHQL_RESULT_NUMBER) {
		number = true;
	} else if (result->kind != GRAPHQL_RESULT_BOOLEAN) {
		return refuse(execution->request.arena, result, "Boolean cannot represent a non boolean value", reason);
	}
	if (number && !isfinite(to_number(result)))
		return refuse(execution->request.arena, result, "Boolean cannot represent a non boolean value", reason);
	boolean = number ? to_number(result) != 0 : boolean;
	buffer_slice(&execution->data, boolean ? SLICE("true") : SLICE("false"));
	return true;
}

/* A number in quotes. */
static void write_quoted(struct buffer *buffer, const struct graphql_value *value)
{
	buffer_byte(buffer, '"');
	if (value->kind == GRAPHQL_VALUE_INTEGER)
		buffer_int(buffer, value->integer);
	else
		json_write_double(buffer, value->number);
	buffer_byte(buffer, '"');
}

static bool write_string(struct graphql_execution *execution, const struct graphql_result *result, bool id,
                         const char **reason)
{
	struct buffer *data = &execution->data;
	struct graphql_value value;
	if (result->kind == GRAPHQL_RESULT_STRING) {
		json_write_string(data, result->text);
		return true;
	}
	if (to_value(execution->request.arena, result, &value)) {
		const bool integer = value.kind == GRAPHQL_VALUE_INTEGER ||
		                     (value.kind == GRAPHQL_VALUE_NUMBER && isfinite(value.number) &&
		                      value.number == floor(value.number));
		if (value.kind == GRAPHQL_VALUE_STRING) {
			json_write_string(data, value.text);
			return true;
		}
		if (integer || (!id && value.kind == GRAPHQL_VALUE_NUMBER && isfinite(value.number))) {
			write_quoted(data, &value);
			return true;
		}
		if (!id && value.kind == GRAPHQL_VALUE_BOOLEAN) {
			buffer_text(data, value.boolean ? "\"true\"" : "\"false\"");
			return true;
		}
	}
	return refuse(execution->request.arena, result,
	              id ? "ID cannot represent value" : "String cannot represent value", reason);
}

static const struct graphql_enum_value *find_value(const struct graphql_type *type, struct slice internal)
{
	const struct graphql_enum_value *value = graphql_type_value(type, internal);
	if (value && slice_equals(value->internal, internal))
		return value;
	for (value = type->values; value; value = value->next)
		if (slice_equals(value->internal, internal))
			return value;
	return NULL;
}

static bool write_enum(struct graphql_execution *execution, const struct graphql_type *type,
                       const struct graphql_result *result, const char **reason)
{
	struct arena *arena = execution->request.arena;
	struct graphql_value value;
	if (to_value(arena, result, &value) && value.kind == GRAPHQL_VALUE_STRING) {
		const struct graphql_enum_value *one = find_value(type, value.text);
		if (one) {
			buffer_byte(&execution->data, '"');
			buffer_slice(&execution->data, one->name);
			buffer_byte(&execution->data, '"');
			return true;
		}
	}
	return refuse(arena, result,
	              arena_format(arena, "Enum \"%.*s\" cannot represent value", (int)type->name.len, type->name.ptr),
	              reason);
}

/* A custom scalar without a writer of its own. */
static bool write_any(struct graphql_execution *execution, const struct graphql_type *type,
                      const struct graphql_result *result, const char **reason)
{
	struct buffer *data = &execution->data;
	switch (result->kind) {
	case GRAPHQL_RESULT_BOOLEAN:
		buffer_slice(data, result->boolean ? SLICE("true") : SLICE("false"));
		return true;
	case GRAPHQL_RESULT_INTEGER:
		buffer_int(data, result->integer);
		return true;
	case GRAPHQL_RESULT_NUMBER:
		json_write_double(data, result->number);
		return true;
	case GRAPHQL_RESULT_STRING:
		json_write_string(data, result->text);
		return true;
	case GRAPHQL_RESULT_VALUE:
		json_write_value(data, result->value);
		return true;
	default:
		*reason = arena_format(execution->request.arena, "%.*s cannot represent an object of a resolver",
		                       (int)type->name.len, type->name.ptr);
		return false;
	}
}

bool graphql_write_leaf(struct graphql_execution *execution, const struct graphql_type *type,
                        const struct graphql_result *result, const char **reason)
{
	if (result->kind == GRAPHQL_RESULT_JSON) {
		buffer_slice(&execution->data, result->text);
		return true;
	}
	switch (type->built_in) {
	case GRAPHQL_INT:
		return write_int(execution, result, reason);
	case GRAPHQL_FLOAT:
		return write_float(execution, result, reason);
	case GRAPHQL_STRING:
		return write_string(execution, result, false, reason);
	case GRAPHQL_BOOLEAN:
		return write_boolean(execution, result, reason);
	case GRAPHQL_ID:
		return write_string(execution, result, true, reason);
	default:
		break;
	}
	if (type->kind == GRAPHQL_ENUM)
		return write_enum(execution, type, result, reason);
	if (type->write)
		return type->write(type->context, execution->request.arena, result, &execution->data, reason);
	return write_any(execution, type, result, reason);
}
