/* Scalars whose values an extension checks. */
#include "app.h"
#include "resolved.h"
#include "values.h"

struct scalar {
	struct lectern_app *app;
	lectern_scalar_function *parse, *serialize;
	void *context;
};

static bool run(const struct scalar *scalar, lectern_scalar_function *function, struct arena *arena,
                struct json_object *input, lectern_value **value, const char **reason)
{
	struct error error = {0};
	struct lectern_call call = {.extensions = scalar->app->extensions, .arena = arena, .error = &error};
	*value = json_value(input);
	if (function(scalar->context, &call, json_value(input), value))
		return true;
	*reason = error.status ? arena_copy(arena, slice_of(error.message)) : NULL;
	return false;
}

static bool parse(void *context, struct arena *arena, const struct graphql_value *sent, struct graphql_value *value,
                  const char **reason)
{
	const struct scalar *scalar = context;
	struct json_object *input = graphql_value_to_json(sent);
	lectern_value *parsed;
	value_keep(arena, input);
	*reason = NULL;
	if (!run(scalar, scalar->parse, arena, input, &parsed, reason))
		return false;
	return graphql_value_of_json(arena, value_json(parsed), value);
}

static bool write(void *context, struct arena *arena, const struct graphql_result *result, struct buffer *buffer,
                  const char **reason)
{
	const struct scalar *scalar = context;
	struct error error = {0};
	struct lectern_call call = {.extensions = scalar->app->extensions, .arena = arena, .error = &error};
	lectern_value *input, *value;
	*reason = NULL;
	if (!resolved_value(&call, result, &input) ||
	    !run(scalar, scalar->serialize, arena, value_json(input), &value, reason))
		return false;
	json_write_value(buffer, value_json(value));
	return true;
}

lectern_type *lectern_scalar_by(lectern_type *type, lectern_scalar_function *parse_by,
                                lectern_scalar_function *serialize_by, void *context)
{
	if (!type || !builder_is_open(type->schema))
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
