/* Values as messages and schemas show them. */
#include "show.h"
#include "graphql/language/print.h"

#include <math.h>

static void write_integer(struct buffer *buffer, int64_t integer)
{
	/* Beyond 2^53 JavaScript shows the nearest double. */
	if (integer > (INT64_C(1) << 53) || integer < -(INT64_C(1) << 53))
		json_write_double(buffer, (double)integer);
	else
		buffer_int(buffer, integer);
}

static void write_number(struct buffer *buffer, double number)
{
	if (isfinite(number))
		json_write_double(buffer, number);
	else
		buffer_text(buffer, isnan(number) ? "NaN" : number < 0 ? "-Infinity" : "Infinity");
}

static void inspect(struct buffer *buffer, const struct graphql_value *value, unsigned depth)
{
	enum { DEEPEST = 2, ITEMS = 10 };
	switch (value->kind) {
	case GRAPHQL_VALUE_ABSENT:
		buffer_text(buffer, "undefined");
		break;
	case GRAPHQL_VALUE_NULL:
		buffer_text(buffer, "null");
		break;
	case GRAPHQL_VALUE_BOOLEAN:
		buffer_text(buffer, value->boolean ? "true" : "false");
		break;
	case GRAPHQL_VALUE_INTEGER:
		write_integer(buffer, value->integer);
		break;
	case GRAPHQL_VALUE_NUMBER:
		write_number(buffer, value->number);
		break;
	case GRAPHQL_VALUE_STRING:
		json_write_string(buffer, value->text);
		break;
	case GRAPHQL_VALUE_LIST:
		if (value->count && depth >= DEEPEST) {
			buffer_text(buffer, "[Array]");
			break;
		}
		buffer_byte(buffer, '[');
		for (size_t i = 0; i < value->count && i < ITEMS; i++) {
			if (i > 0)
				buffer_text(buffer, ", ");
			inspect(buffer, &value->items[i], depth + 1);
		}
		if (value->count > ITEMS)
			buffer_format(buffer, ", ... %zu more item%s", value->count - ITEMS,
			              value->count == ITEMS + 1 ? "" : "s");
		buffer_byte(buffer, ']');
		break;
	case GRAPHQL_VALUE_OBJECT:
		if (!value->count || depth >= DEEPEST) {
			buffer_text(buffer, value->count ? "[Object]" : "{}");
			break;
		}
		buffer_text(buffer, "{ ");
		for (size_t i = 0; i < value->count; i++) {
			if (i > 0)
				buffer_text(buffer, ", ");
			buffer_slice(buffer, value->names[i]);
			buffer_text(buffer, ": ");
			inspect(buffer, &value->items[i], depth + 1);
		}
		buffer_text(buffer, " }");
		break;
	}
}

void graphql_inspect(struct buffer *buffer, const struct graphql_value *value)
{
	inspect(buffer, value, 0);
}

const char *graphql_inspected(struct arena *arena, const struct graphql_value *value)
{
	struct buffer text = {0};
	inspect(&text, value, 0);
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static bool is_integer_text(struct slice text)
{
	size_t at = text.len && text.ptr[0] == '-' ? 1 : 0;
	if (at == text.len || (text.ptr[at] == '0' && text.len > at + 1))
		return false;
	for (; at < text.len; at++)
		if (text.ptr[at] < '0' || text.ptr[at] > '9')
			return false;
	return true;
}

/* An enum's internal text has a name in the language. */
static void print_text(struct buffer *buffer, struct slice text, const struct graphql_type *type)
{
	if (type && type->kind == GRAPHQL_ENUM) {
		const struct graphql_enum_value *value = type->values;
		while (value && !slice_equals(value->internal, text))
			value = value->next;
		buffer_slice(buffer, value ? value->name : text);
	} else if (type && type->built_in == GRAPHQL_ID && is_integer_text(text)) {
		buffer_slice(buffer, text);
	} else {
		graphql_print_string(buffer, text, false, 0);
	}
}

void graphql_print_value(struct buffer *buffer, const struct graphql_value *value,
                         const struct graphql_reference *reference)
{
	const struct graphql_type *type = reference ? graphql_reference_type(reference) : NULL;
	switch (value->kind) {
	case GRAPHQL_VALUE_ABSENT:
	case GRAPHQL_VALUE_NULL:
		buffer_text(buffer, "null");
		break;
	case GRAPHQL_VALUE_BOOLEAN:
		buffer_text(buffer, value->boolean ? "true" : "false");
		break;
	case GRAPHQL_VALUE_INTEGER:
		buffer_int(buffer, value->integer);
		break;
	case GRAPHQL_VALUE_NUMBER:
		json_write_double(buffer, value->number);
		break;
	case GRAPHQL_VALUE_STRING:
		print_text(buffer, value->text, type);
		break;
	case GRAPHQL_VALUE_LIST:
		buffer_byte(buffer, '[');
		for (size_t i = 0; i < value->count; i++) {
			if (i > 0)
				buffer_text(buffer, ", ");
			graphql_print_value(buffer, &value->items[i], reference);
		}
		buffer_byte(buffer, ']');
		break;
	case GRAPHQL_VALUE_OBJECT:
		buffer_byte(buffer, '{');
		for (size_t i = 0; i < value->count; i++) {
			if (i > 0)
				buffer_text(buffer, ", ");
			buffer_slice(buffer, value->names[i]);
			buffer_text(buffer, ": ");
			graphql_print_value(buffer, &value->items[i], value->inputs ? value->inputs[i]->type : NULL);
		}
		buffer_byte(buffer, '}');
		break;
	}
}
