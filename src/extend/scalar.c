/* Scalars whose values an extension checks. */
#include "schema.h"

struct scalar {
	struct lectern_app *app;
	lectern_scalar_function *parse, *serialize;
	void *context;
};

static bool run(const struct scalar *scalar, lectern_scalar_function *function, struct arena *arena,
                struct json_object *given, lectern_value **value, const char **reason)
{
	struct error error = {0};
	struct lectern_call call = {.all = scalar->app->all, .kind = CALL_BARE, .arena = arena, .error = &error};
	*value = json_value(given);
	if (function(scalar->context, &call, json_value(given), value))
		return true;
	*reason = error.status ? arena_copy(arena, slice_of(error.message)) : NULL;
	return false;
}

enum { DEEPEST = 64 };

/* Plain JSON as the engine has it; what is deeper than any document is null. */
static struct graphql_value to_value(struct arena *arena, struct json_object *json, unsigned depth);

static struct graphql_value to_list(struct arena *arena, struct json_object *json, unsigned depth)
{
	struct graphql_value list = {.kind = GRAPHQL_VALUE_LIST, .count = json_object_array_length(json)};
	list.items = arena_array(arena, list.count, sizeof *list.items);
	for (size_t i = 0; i < list.count; i++)
		list.items[i] = to_value(arena, json_object_array_get_idx(json, i), depth + 1);
	return list;
}

static struct graphql_value to_object(struct arena *arena, struct json_object *json, unsigned depth)
{
	size_t count = (size_t)json_object_object_length(json);
	struct graphql_value object = {.kind = GRAPHQL_VALUE_OBJECT};
	object.items = arena_array(arena, count, sizeof *object.items);
	object.names = arena_array(arena, count, sizeof *object.names);
	json_object_object_foreach(json, key, member)
	{
		object.names[object.count] = arena_copy_slice(arena, slice_of(key));
		object.items[object.count++] = to_value(arena, member, depth + 1);
	}
	return object;
}

static struct graphql_value to_value(struct arena *arena, struct json_object *json, unsigned depth)
{
	struct slice text;
	switch (depth > DEEPEST ? json_type_null : json_object_get_type(json)) {
	case json_type_boolean:
		return (struct graphql_value){.kind = GRAPHQL_VALUE_BOOLEAN, .boolean = json_object_get_boolean(json)};
	case json_type_int:
		return (struct graphql_value){.kind = GRAPHQL_VALUE_INTEGER, .integer = json_object_get_int64(json)};
	case json_type_double:
		return (struct graphql_value){.kind = GRAPHQL_VALUE_NUMBER, .number = json_object_get_double(json)};
	case json_type_string:
		text = (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)};
		return (struct graphql_value){.kind = GRAPHQL_VALUE_STRING, .text = arena_copy_slice(arena, text)};
	case json_type_array:
		return to_list(arena, json, depth);
	case json_type_object:
		return to_object(arena, json, depth);
	case json_type_null:
		break;
	}
	return (struct graphql_value){.kind = GRAPHQL_VALUE_NULL};
}

static bool parse(void *context, struct arena *arena, const struct graphql_value *sent, struct graphql_value *value,
                  const char **reason)
{
	const struct scalar *scalar = context;
	struct json_object *given = graphql_value_to_json(sent);
	lectern_value *parsed;
	value_keep(arena, given);
	*reason = NULL;
	if (!run(scalar, scalar->parse, arena, given, &parsed, reason))
		return false;
	*value = to_value(arena, value_json(parsed), 0);
	return true;
}

static bool write(void *context, struct arena *arena, const struct graphql_result *result, struct buffer *buffer,
                  const char **reason)
{
	const struct scalar *scalar = context;
	struct error error = {0};
	struct lectern_call call = {.all = scalar->app->all, .kind = CALL_BARE, .arena = arena, .error = &error};
	lectern_value *given, *value;
	*reason = NULL;
	if (!resolved_value(&call, result, &given) ||
	    !run(scalar, scalar->serialize, arena, value_json(given), &value, reason))
		return false;
	value_write_json(buffer, value_json(value));
	return true;
}

lectern_type *lectern_scalar_by(lectern_type *type, lectern_scalar_function *parse_by,
                                lectern_scalar_function *serialize_by, void *context)
{
	if (!type || type->schema->app->failed)
		return NULL;
	if (type->type->kind != GRAPHQL_SCALAR || type->type->built_in) {
		app_refuse(type->schema->app, "\"%s\" is no scalar that can be changed", lectern_type_name(type));
		return NULL;
	}
	struct scalar *scalar = arena_alloc(type->schema->graphql->arena, sizeof *scalar);
	*scalar = (struct scalar){type->schema->app, parse_by, serialize_by, context};
	type->type->context = scalar;
	type->type->parse = parse_by ? parse : NULL;
	type->type->parse_literal = NULL;
	type->type->write = serialize_by ? write : NULL;
	return type;
}
