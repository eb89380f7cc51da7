/* The type builder. */
#include "schema.h"
#include "app.h"

#include <stdarg.h>
#include <stdio.h>

bool builder_is_open(const struct lectern_schema *schema)
{
	return schema && !schema->app->failed && app_is_open(schema->app);
}

struct lectern_type *builder_type(struct lectern_schema *schema, struct graphql_type *type)
{
	struct lectern_type *made = type ? arena_alloc(schema->graphql->arena, sizeof *made) : NULL;
	if (made)
		*made = (struct lectern_type){schema, type, arena_copy(schema->graphql->arena, type->name)};
	return made;
}

struct lectern_field *builder_field(struct lectern_schema *schema, struct graphql_type *owner,
                                    struct graphql_field *field, struct graphql_input *input)
{
	struct lectern_field *made = field || input ? arena_alloc(schema->graphql->arena, sizeof *made) : NULL;
	if (made)
		*made = (struct lectern_field){schema, owner, field, input,
		                               arena_copy(schema->graphql->arena, field ? field->name : input->name)};
	return made;
}

lectern_app *lectern_schema_app(lectern_schema *schema)
{
	return schema ? schema->app : NULL;
}

bool lectern_schema_refuse(lectern_schema *schema, const char *format, ...)
{
	char reason[sizeof schema->app->error.message];
	va_list arguments;
	if (!builder_is_open(schema))
		return false;
	va_start(arguments, format);
	vsnprintf(reason, sizeof reason, format, arguments);
	va_end(arguments);
	return app_refuse(schema->app, "%s", reason);
}

/* ---- types ---- */

static const char *const kind_names[] = {
    [GRAPHQL_SCALAR] = "scalar", [GRAPHQL_OBJECT] = "object type", [GRAPHQL_INTERFACE] = "interface",
    [GRAPHQL_UNION] = "union",   [GRAPHQL_ENUM] = "enum",          [GRAPHQL_INPUT_OBJECT] = "input",
};

static lectern_type *add_type(lectern_schema *schema, enum graphql_kind kind, const char *name, const char *description)
{
	struct error error;
	if (!builder_is_open(schema))
		return NULL;
	if (!name || graphql_schema_type(schema->graphql, slice_of(name))) {
		app_refuse(schema->app,
		           name ? "there is a type \"%s\" already: use lectern_extend_type" : "a type has no name%s",
		           name ? name : "");
		return NULL;
	}
	struct graphql_type *type =
	    graphql_add_type(schema->graphql, kind, slice_of(name), slice_of(description), &error);
	if (!type)
		app_refuse(schema->app, "the %s \"%s\" can't be made: %s", kind_names[kind], name, error.message);
	return builder_type(schema, type);
}

lectern_type *lectern_object_type(lectern_schema *schema, const char *name, const char *description)
{
	return add_type(schema, GRAPHQL_OBJECT, name, description);
}

lectern_type *lectern_input_type(lectern_schema *schema, const char *name, const char *description)
{
	return add_type(schema, GRAPHQL_INPUT_OBJECT, name, description);
}

lectern_type *lectern_enum_type(lectern_schema *schema, const char *name, const char *description)
{
	return add_type(schema, GRAPHQL_ENUM, name, description);
}

lectern_type *lectern_interface_type(lectern_schema *schema, const char *name, const char *description)
{
	return add_type(schema, GRAPHQL_INTERFACE, name, description);
}

lectern_type *lectern_union_type(lectern_schema *schema, const char *name, const char *description)
{
	return add_type(schema, GRAPHQL_UNION, name, description);
}

lectern_type *lectern_scalar_type(lectern_schema *schema, const char *name, const char *description)
{
	return add_type(schema, GRAPHQL_SCALAR, name, description);
}

lectern_type *lectern_extend_type(lectern_schema *schema, const char *name)
{
	if (!builder_is_open(schema))
		return NULL;
	struct graphql_type *type = name ? graphql_schema_type(schema->graphql, slice_of(name)) : NULL;
	if (!type && name && (strcmp(name, "Mutation") == 0 || strcmp(name, "Query") == 0))
		return add_type(schema, GRAPHQL_OBJECT, name, NULL);
	if (!type)
		app_refuse(schema->app, "the schema has no type \"%s\"", name ? name : "");
	return builder_type(schema, type);
}

const char *lectern_type_name(const lectern_type *type)
{
	return type ? type->name : "";
}

bool builder_has_kind(const lectern_type *type, enum graphql_kind kind, enum graphql_kind other)
{
	if (!type || !builder_is_open(type->schema))
		return false;
	if (type->type->kind == kind || type->type->kind == other)
		return true;
	return app_refuse(type->schema->app, "\"%s\" is no %s", lectern_type_name(type), kind_names[kind]);
}

bool lectern_add_enum_value(lectern_type *type, const char *name, const char *description)
{
	struct error error;
	if (!builder_has_kind(type, GRAPHQL_ENUM, GRAPHQL_ENUM))
		return false;
	struct slice text = slice_of(name);
	struct graphql_enum_value *value =
	    graphql_add_enum_value(type->schema->graphql, type->type, text, text, &error);
	if (!value)
		return app_refuse(type->schema->app, "the value \"%s\" of %s can't be added: %s", name ? name : "",
		                  lectern_type_name(type), error.message);
	if (description)
		value->description = arena_copy_slice(type->schema->graphql->arena, slice_of(description));
	return true;
}

bool lectern_add_union_member(lectern_type *type, const char *member)
{
	if (!builder_has_kind(type, GRAPHQL_UNION, GRAPHQL_UNION))
		return false;
	if (!member)
		return app_refuse(type->schema->app, "a member of %s has no name", type->name);
	graphql_add_member(type->schema->graphql, type->type, slice_of(member));
	return true;
}

bool lectern_implement(lectern_type *type, const char *interface_name)
{
	if (!builder_has_kind(type, GRAPHQL_OBJECT, GRAPHQL_INTERFACE))
		return false;
	if (!interface_name)
		return app_refuse(type->schema->app, "an interface of %s has no name", type->name);
	graphql_add_member(type->schema->graphql, type->type, slice_of(interface_name));
	return true;
}
