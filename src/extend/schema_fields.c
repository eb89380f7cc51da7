/* The type builder: fields, arguments and their resolvers. */
#include "schema_fields.h"
#include "app.h"
#include "resolve.h"

struct graphql_field *builder_find(const struct graphql_schema *schema, const char *name)
{
	struct slice rest = slice_of(name), type_name;
	if (!name || !slice_split(&rest, '.', &type_name) || !rest.ptr)
		return NULL;
	struct graphql_type *type = graphql_schema_type(schema, type_name);
	bool has_fields = type && (type->kind == GRAPHQL_OBJECT || type->kind == GRAPHQL_INTERFACE);
	return has_fields ? graphql_type_field(type, rest) : NULL;
}

/* Both are needed for all that is added. */
static bool is_named(const lectern_type *type, const char *name, const char *field_type)
{
	return (name && field_type) ||
	       app_refuse(type->schema->app, "a field of %s has no name or no type", type->name);
}

static lectern_field *add_input(lectern_type *type, const char *name, const char *field_type, const char *default_value,
                                const char *description)
{
	struct error error;
	struct graphql_schema *graphql = type->schema->graphql;
	struct graphql_input *input =
	    graphql_add_input(graphql, type->type, slice_of(name), field_type, default_value, &error);
	if (!input)
		app_refuse(type->schema->app, "the field %s.%s can't be added: %s", lectern_type_name(type), name,
		           error.message);
	else if (description)
		input->description = arena_copy_slice(graphql->arena, slice_of(description));
	return builder_field(type->schema, type->type, NULL, input);
}

lectern_field *lectern_add_field(lectern_type *type, const char *name, const char *field_type, const char *description)
{
	struct error error;
	if (!type || !builder_is_open(type->schema) || !is_named(type, name, field_type))
		return NULL;
	struct graphql_schema *graphql = type->schema->graphql;
	if (type->type->kind == GRAPHQL_INPUT_OBJECT)
		return add_input(type, name, field_type, NULL, description);
	if (!builder_has_kind(type, GRAPHQL_OBJECT, GRAPHQL_INTERFACE))
		return NULL;
	struct graphql_field *field =
	    graphql_add_field(graphql, type->type, slice_of(name), field_type, NULL, NULL, &error);
	if (!field)
		app_refuse(type->schema->app, "the field %s.%s can't be added: %s", lectern_type_name(type), name,
		           error.message);
	else if (description)
		field->description = arena_copy_slice(graphql->arena, slice_of(description));
	return builder_field(type->schema, type->type, field, NULL);
}

lectern_field *lectern_add_input(lectern_type *type, const char *name, const char *field_type,
                                 const char *default_value, const char *description)
{
	if (!builder_has_kind(type, GRAPHQL_INPUT_OBJECT, GRAPHQL_INPUT_OBJECT) || !is_named(type, name, field_type))
		return NULL;
	return add_input(type, name, field_type, default_value, description);
}

lectern_field *lectern_add_argument(lectern_field *field, const char *name, const char *type, const char *default_value,
                                    const char *description)
{
	struct error error;
	if (!field || !builder_is_open(field->schema))
		return NULL;
	if (!name || !type) {
		app_refuse(field->schema->app, "an argument of %s has no name or no type", field->name);
		return NULL;
	}
	if (!field->field) {
		app_refuse(field->schema->app, "input fields have no arguments: %s", lectern_field_name(field));
		return NULL;
	}
	struct graphql_input *input =
	    graphql_add_argument(field->schema->graphql, field->field, slice_of(name), type, default_value, &error);
	if (!input) {
		app_refuse(field->schema->app, "the argument %s of %s can't be added: %s", name,
		           lectern_field_name(field), error.message);
		return NULL;
	}
	if (description)
		input->description = arena_copy_slice(field->schema->graphql->arena, slice_of(description));
	return field;
}

lectern_field *lectern_find_field(lectern_type *type, const char *name)
{
	if (!type || !name || !builder_is_open(type->schema))
		return NULL;
	if (type->type->kind == GRAPHQL_INPUT_OBJECT)
		return builder_field(type->schema, type->type, NULL, graphql_type_input(type->type, slice_of(name)));
	bool has_fields = type->type->kind == GRAPHQL_OBJECT || type->type->kind == GRAPHQL_INTERFACE;
	return has_fields
	           ? builder_field(type->schema, type->type, graphql_type_field(type->type, slice_of(name)), NULL)
	           : NULL;
}

const char *lectern_field_name(const lectern_field *field)
{
	return field ? field->name : "";
}

bool lectern_remove_field(lectern_type *type, const char *name)
{
	if (!type || !builder_is_open(type->schema))
		return false;
	if (!lectern_find_field(type, name))
		return app_refuse(type->schema->app, "%s has no field \"%s\"", lectern_type_name(type),
		                  name ? name : "");
	graphql_remove_member(type->type, slice_of(name));
	return true;
}

lectern_field *lectern_describe(lectern_field *field, const char *description)
{
	if (!field || !builder_is_open(field->schema))
		return NULL;
	if (!description)
		return field;
	struct slice text = arena_copy_slice(field->schema->graphql->arena, slice_of(description));
	*(field->field ? &field->field->description : &field->input->description) = text;
	return field;
}

lectern_field *lectern_deprecate(lectern_field *field, const char *reason)
{
	if (!field || !builder_is_open(field->schema))
		return NULL;
	const char *text = arena_copy(field->schema->graphql->arena, slice_of(reason ? reason : "No longer supported"));
	*(field->field ? &field->field->deprecation : &field->input->deprecation) = text;
	return field;
}

/* ---- resolvers ---- */

static lectern_field *resolve_by(lectern_field *field, lectern_resolver *run, void *context, bool batch)
{
	if (!field || !builder_is_open(field->schema))
		return NULL;
	if (!field->field || !run) {
		app_refuse(field->schema->app, "%s is an input field, or its resolver is no function",
		           lectern_field_name(field));
		return NULL;
	}
	struct resolver *resolver = arena_alloc(field->schema->graphql->arena, sizeof *resolver);
	*resolver = (struct resolver){field->schema->app, run, context};
	field->field->context = resolver;
	/* A change of accounts that an extension makes is one like all others. */
	const char *root = arena_format(field->schema->api->arena, "Mutation.%s", lectern_field_name(field));
	const struct api_graphql_root *known = map_get(&field->schema->api->roots, slice_of(root));
	if (known && field->field->owner && slice_is(field->field->owner->name, "Mutation")) {
		struct api_graphql_root writing = *known;
		writing.work = API_GRAPHQL_WRITES;
		api_graphql_set_root(field->schema->api, root, &writing);
	}
	field->field->resolve = resolver_run;
	field->field->retyped = false;
	field->field->write = NULL;
	field->field->resolve_batch = batch ? resolver_run_batch : NULL;
	return field;
}

lectern_field *lectern_resolve_by(lectern_field *field, lectern_resolver *resolver, void *context)
{
	return resolve_by(field, resolver, context, false);
}

lectern_field *lectern_resolve_all_by(lectern_field *field, lectern_batch_resolver *resolver, void *context)
{
	return resolve_by(field, resolver, context, true);
}

bool lectern_add_resolver(lectern_schema *schema, const lectern_named_resolver *resolver)
{
	if (!builder_is_open(schema))
		return false;
	const char *name = resolver && resolver->field ? resolver->field : "";
	struct graphql_field *found = builder_find(schema->graphql, name);
	if (!resolver || !found)
		return app_refuse(schema->app, "the resolver \"%s\" is of a field that the schema has not", name);
	lectern_field *field = builder_field(schema, NULL, found, NULL);
	return resolver->resolve_batch
	           ? lectern_resolve_all_by(field, resolver->resolve_batch, resolver->context) != NULL
	           : lectern_resolve_by(field, resolver->resolve, resolver->context) != NULL;
}

lectern_field *lectern_wrap_by(lectern_field *field, lectern_middleware *middleware, void *context)
{
	if (!field || !builder_is_open(field->schema))
		return NULL;
	if (!field->field || !middleware) {
		app_refuse(field->schema->app, "%s is an input field, or its middleware is no function",
		           lectern_field_name(field));
		return NULL;
	}
	struct extension_step *step = arena_alloc(field->schema->graphql->arena, sizeof *step);
	*step = (struct extension_step){.extension = field->schema->app, .middleware = middleware, .context = context};
	graphql_add_step(field->schema->graphql, &field->field->middlewares, resolver_run_middleware, step);
	return field;
}
