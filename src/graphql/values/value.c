#include "coerce.h"

#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>

const struct graphql_value *graphql_value_field(const struct graphql_value *object, const char *name)
{
	for (size_t i = 0; object->kind == GRAPHQL_VALUE_OBJECT && i < object->count; i++)
		if (slice_is(object->names[i], name))
			return &object->items[i];
	return NULL;
}

/* Values are no deeper than GRAPHQL_DEEPEST_VALUE or the limit of the document they were written in. */
struct json_object *graphql_value_to_json(const struct graphql_value *value)
{
	struct json_object *json = NULL;
	switch (value->kind) {
	case GRAPHQL_VALUE_ABSENT:
	case GRAPHQL_VALUE_NULL:
		break;
	case GRAPHQL_VALUE_BOOLEAN:
		json = json_object_new_boolean(value->boolean);
		break;
	case GRAPHQL_VALUE_INTEGER:
		json = json_object_new_int64(value->integer);
		break;
	case GRAPHQL_VALUE_NUMBER:
		/* What JSON has no number for is null, as JSON.stringify has it. */
		json = isfinite(value->number) ? json_object_new_double(value->number) : NULL;
		break;
	case GRAPHQL_VALUE_STRING:
		json = json_object_new_string_len(value->text.len ? value->text.ptr : "", (int)value->text.len);
		break;
	case GRAPHQL_VALUE_LIST:
		json = json_object_new_array_ext((int)value->count);
		for (size_t i = 0; i < value->count; i++)
			json_object_array_add(json, graphql_value_to_json(&value->items[i]));
		break;
	case GRAPHQL_VALUE_OBJECT: {
		struct buffer key = {0};
		json = json_object_new_object();
		for (size_t i = 0; i < value->count; i++) {
			key.len = 0;
			buffer_slice(&key, value->names[i]);
			json_object_object_add(json, buffer_terminate(&key), graphql_value_to_json(&value->items[i]));
		}
		buffer_free(&key);
		break;
	}
	}
	return json;
}

static bool from_json(struct arena *arena, struct json_object *json, unsigned depth, struct graphql_value *value)
{
	size_t i = 0;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_NULL};
	if (depth > GRAPHQL_DEEPEST_VALUE)
		return false;
	switch (json_object_get_type(json)) {
	case json_type_null:
		return true;
	case json_type_boolean:
		value->kind = GRAPHQL_VALUE_BOOLEAN;
		value->boolean = json_object_get_boolean(json);
		return true;
	case json_type_int:
		value->integer = json_object_get_int64(json);
		value->number = (double)json_object_get_uint64(json);
		value->kind = value->integer == INT64_MAX && value->number > 9223372036854775808.0
		                  ? GRAPHQL_VALUE_NUMBER
		                  : GRAPHQL_VALUE_INTEGER;
		return true;
	case json_type_double:
		value->kind = GRAPHQL_VALUE_NUMBER;
		value->number = json_object_get_double(json);
		return true;
	case json_type_string:
		value->kind = GRAPHQL_VALUE_STRING;
		value->text = (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)};
		return true;
	case json_type_array:
		value->kind = GRAPHQL_VALUE_LIST;
		value->count = json_object_array_length(json);
		value->items = arena_array(arena, value->count, sizeof *value->items);
		for (; i < value->count; i++)
			if (!from_json(arena, json_object_array_get_idx(json, i), depth + 1, &value->items[i]))
				return false;
		return true;
	case json_type_object:
		value->kind = GRAPHQL_VALUE_OBJECT;
		value->count = (size_t)json_object_object_length(json);
		value->items = arena_array(arena, value->count, sizeof *value->items);
		value->names = arena_array(arena, value->count, sizeof *value->names);
		json_object_object_foreach(json, key, item)
		{
			value->names[i] = slice_of(key);
			if (!from_json(arena, item, depth + 1, &value->items[i++]))
				return false;
		}
		return true;
	}
	return true;
}

bool graphql_value_of_json(struct arena *arena, struct json_object *json, struct graphql_value *value)
{
	return from_json(arena, json, 0, value);
}

static void number_of_literal(struct arena *arena, struct slice text, bool fraction, struct graphql_value *value)
{
	if (!fraction && slice_to_int64(text, &value->integer)) {
		value->kind = GRAPHQL_VALUE_INTEGER;
		return;
	}
	value->kind = GRAPHQL_VALUE_NUMBER;
	value->number = strtod(arena_copy(arena, text), NULL);
}

void graphql_value_of_literal(struct arena *arena, const struct graphql_node *node, const struct map *variables,
                              struct graphql_value *value)
{
	const struct graphql_value *variable;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_NULL};
	switch (node->kind) {
	case GRAPHQL_NODE_VARIABLE:
		variable = variables ? map_get(variables, node->text) : NULL;
		if (variable)
			*value = *variable;
		else
			value->kind = GRAPHQL_VALUE_ABSENT;
		break;
	case GRAPHQL_NODE_NULL:
		break;
	case GRAPHQL_NODE_INT:
	case GRAPHQL_NODE_FLOAT:
		number_of_literal(arena, node->text, node->kind == GRAPHQL_NODE_FLOAT, value);
		break;
	case GRAPHQL_NODE_STRING:
	case GRAPHQL_NODE_ENUM:
		value->kind = GRAPHQL_VALUE_STRING;
		value->text = node->text;
		break;
	case GRAPHQL_NODE_BOOLEAN:
		value->kind = GRAPHQL_VALUE_BOOLEAN;
		value->boolean = node->boolean;
		break;
	case GRAPHQL_NODE_LIST:
		value->kind = GRAPHQL_VALUE_LIST;
		value->items = arena_array(arena, node->count, sizeof *value->items);
		for (; value->count < node->count; value->count++) {
			struct graphql_value *item = &value->items[value->count];
			graphql_value_of_literal(arena, &node->items[value->count], variables, item);
			if (item->kind == GRAPHQL_VALUE_ABSENT)
				item->kind = GRAPHQL_VALUE_NULL;
		}
		break;
	case GRAPHQL_NODE_OBJECT:
		value->kind = GRAPHQL_VALUE_OBJECT;
		value->items = arena_array(arena, node->count, sizeof *value->items);
		value->names = arena_array(arena, node->count, sizeof *value->names);
		for (size_t i = 0; i < node->count; i++) {
			graphql_value_of_literal(arena, &node->items[i], variables, &value->items[value->count]);
			value->names[value->count] = node->names[i].text;
			if (value->items[value->count].kind != GRAPHQL_VALUE_ABSENT)
				value->count++;
		}
		break;
	}
}
