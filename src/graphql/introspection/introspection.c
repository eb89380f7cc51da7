/* The types of introspection (specification, section 4). */
#include "introspection.h"
#include "described.h"

#include "graphql/execute/execution.h"
#include "graphql/schema/build.h"

#include <assert.h>

static const struct graphql_schema *schema_of(const struct graphql_call *call)
{
	return call->execution->request.schema;
}

static bool root_schema(struct graphql_call *call, struct graphql_result *result)
{
	return give_object(result, schema_of(call));
}

static bool root_type(struct graphql_call *call, struct graphql_result *result)
{
	return give_type(result, graphql_schema_type(schema_of(call), call->arguments[0].text));
}

struct described_kind {
	const char *name, *description;
};

static const struct described_kind kinds[] = {
    {"SCALAR", "Indicates this type is a scalar."},
    {"OBJECT", "Indicates this type is an object. `fields` and `interfaces` are valid fields."},
    {"INTERFACE", "Indicates this type is an interface. `fields`, `interfaces`, and `possibleTypes` are valid fields."},
    {"UNION", "Indicates this type is a union. `possibleTypes` is a valid field."},
    {"ENUM", "Indicates this type is an enum. `enumValues` is a valid field."},
    {"INPUT_OBJECT", "Indicates this type is an input object. `inputFields` is a valid field."},
    {"LIST", "Indicates this type is a list. `ofType` is a valid field."},
    {"NON_NULL", "Indicates this type is a non-null. `ofType` is a valid field."},
};

static const struct described_kind locations[] = {
    {"QUERY", "Location adjacent to a query operation."},
    {"MUTATION", "Location adjacent to a mutation operation."},
    {"SUBSCRIPTION", "Location adjacent to a subscription operation."},
    {"FIELD", "Location adjacent to a field."},
    {"FRAGMENT_DEFINITION", "Location adjacent to a fragment definition."},
    {"FRAGMENT_SPREAD", "Location adjacent to a fragment spread."},
    {"INLINE_FRAGMENT", "Location adjacent to an inline fragment."},
    {"VARIABLE_DEFINITION", "Location adjacent to a variable definition."},
    {"SCHEMA", "Location adjacent to a schema definition."},
    {"SCALAR", "Location adjacent to a scalar definition."},
    {"OBJECT", "Location adjacent to an object type definition."},
    {"FIELD_DEFINITION", "Location adjacent to a field definition."},
    {"ARGUMENT_DEFINITION", "Location adjacent to an argument definition."},
    {"INTERFACE", "Location adjacent to an interface definition."},
    {"UNION", "Location adjacent to a union definition."},
    {"ENUM", "Location adjacent to an enum definition."},
    {"ENUM_VALUE", "Location adjacent to an enum value definition."},
    {"INPUT_OBJECT", "Location adjacent to an input object type definition."},
    {"INPUT_FIELD_DEFINITION", "Location adjacent to an input object field definition."},
};

static void add_object(struct graphql_schema *schema, const struct described_type *described)
{
	struct error error;
	struct graphql_type *type = graphql_add_built_in_type(schema, GRAPHQL_OBJECT, GRAPHQL_INTROSPECTION,
	                                                      described->name, described->description);
	for (size_t i = 0; i < described->count; i++) {
		const struct described_field *one = &described->fields[i];
		struct graphql_field *field =
		    graphql_add_field(schema, type, slice_of(one->name), one->type, one->resolve, NULL, &error);
		assert(field);
		field->description = slice_of(one->description);
		if (one->deprecable)
			graphql_add_argument(schema, field, SLICE("includeDeprecated"), "Boolean", "false", &error);
	}
}

static void add_enum(struct graphql_schema *schema, const char *name, const char *description,
                     const struct described_kind *values, size_t count)
{
	struct error error;
	struct graphql_type *type =
	    graphql_add_built_in_type(schema, GRAPHQL_ENUM, GRAPHQL_INTROSPECTION, name, description);
	for (size_t i = 0; i < count; i++) {
		struct graphql_enum_value *value =
		    graphql_add_enum_value(schema, type, slice_of(values[i].name), (struct slice){0}, &error);
		value->description = slice_of(values[i].description);
	}
}

/* A field that no type lists. */
static struct graphql_field *make_field(struct graphql_schema *schema, const char *name, const char *type,
                                        graphql_resolver *resolve, const char *description)
{
	struct graphql_field *field = arena_alloc(schema->arena, sizeof *field);
	field->name = slice_of(name);
	field->description = slice_of(description);
	field->type = graphql_reference_to(schema, graphql_parse_type(schema->arena, slice_of(type)));
	field->resolve = resolve;
	return field;
}

void graphql_add_introspection(struct graphql_schema *schema)
{
	struct error error;
	add_object(schema, &introspect_schema);
	add_object(schema, &introspect_type);
	add_enum(schema, "__TypeKind", "An enum describing what kind of type a given `__Type` is.", kinds,
	         COUNT_OF(kinds));
	add_object(schema, &introspect_field);
	add_object(schema, &introspect_input);
	add_object(schema, &introspect_value);
	add_object(schema, &introspect_directive);
	add_enum(
	    schema, "__DirectiveLocation",
	    "A Directive can be adjacent to many parts of the GraphQL language, a __DirectiveLocation describes one "
	    "such possible adjacencies.",
	    locations, COUNT_OF(locations));
	schema->schema_field =
	    make_field(schema, "__schema", "__Schema!", root_schema, "Access the current type schema of this server.");
	schema->type_field =
	    make_field(schema, "__type", "__Type", root_type, "Request the type information of a single type.");
	graphql_add_argument(schema, schema->type_field, SLICE("name"), "String!", NULL, &error);
	schema->typename_field =
	    make_field(schema, "__typename", "String!", NULL, "The name of the current Object type at runtime.");
}
