/* __Schema and __Type. */
#include "described.h"

/* ---- __Schema ---- */

static bool schema_description(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_schema *)call->parent->object)->description);
}

static bool schema_types(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_schema *schema = call->parent->object;
	const struct graphql_type **list = arena_array(call->arena, schema->type_count, sizeof *list);
	size_t count = 0;
	for (const struct graphql_type *type = schema->types; type; type = type->next)
		list[count++] = type;
	return give_list(result, list, count, pick_type);
}

static bool schema_query(struct graphql_call *call, struct graphql_result *result)
{
	return give_type(result, ((const struct graphql_schema *)call->parent->object)->query);
}

static bool schema_mutation(struct graphql_call *call, struct graphql_result *result)
{
	return give_type(result, ((const struct graphql_schema *)call->parent->object)->mutation);
}

static bool schema_subscription(struct graphql_call *call, struct graphql_result *result)
{
	return give_type(result, ((const struct graphql_schema *)call->parent->object)->subscription);
}

static bool schema_directives(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_schema *schema = call->parent->object;
	const void **list = arena_array(call->arena, schema->directives_by_name.count, sizeof *list);
	size_t count = 0;
	for (const struct graphql_directive *one = schema->directives; one; one = one->next)
		list[count++] = one;
	return give_list(result, list, count, pick_object);
}

/* ---- __Type ---- */

/* The named type that the object is; NULL when it is a wrapper. */
static const struct graphql_type *named(const struct graphql_call *call)
{
	const struct graphql_reference *reference = call->parent->object;
	return reference->wrap == GRAPHQL_NAMED ? reference->type : NULL;
}

static bool type_kind(struct graphql_call *call, struct graphql_result *result)
{
	static const char *const texts[] = {
	    [GRAPHQL_SCALAR] = "\"SCALAR\"",       [GRAPHQL_OBJECT] = "\"OBJECT\"",
	    [GRAPHQL_INTERFACE] = "\"INTERFACE\"", [GRAPHQL_UNION] = "\"UNION\"",
	    [GRAPHQL_ENUM] = "\"ENUM\"",           [GRAPHQL_INPUT_OBJECT] = "\"INPUT_OBJECT\"",
	};
	const struct graphql_reference *reference = call->parent->object;
	result->kind = GRAPHQL_RESULT_JSON;
	result->text = slice_of(reference->wrap == GRAPHQL_NAMED  ? texts[reference->type->kind]
	                        : reference->wrap == GRAPHQL_LIST ? "\"LIST\""
	                                                          : "\"NON_NULL\"");
	return true;
}

static bool type_name(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	return !type || give_text(result, type->name);
}

static bool type_description(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	return !type || give_text(result, type->description);
}

static bool type_specified_by(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	return !type || give_text(result, slice_of(type->specified_by));
}

static bool type_fields(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	if (!type || (type->kind != GRAPHQL_OBJECT && type->kind != GRAPHQL_INTERFACE))
		return true;
	const void **list = arena_array(call->arena, type->field_count, sizeof *list);
	size_t count = 0;
	for (const struct graphql_field *field = type->fields; field; field = field->next)
		if (is_wanted(call, field->deprecation))
			list[count++] = field;
	return give_list(result, list, count, pick_object);
}

static bool type_interfaces(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	if (!type || (type->kind != GRAPHQL_OBJECT && type->kind != GRAPHQL_INTERFACE))
		return true;
	return give_list(result, type->interfaces, type->interface_count, pick_type);
}

static bool type_possible(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	if (!type || (type->kind != GRAPHQL_UNION && type->kind != GRAPHQL_INTERFACE))
		return true;
	return give_list(result, type->possible, type->possible_count, pick_type);
}

static bool type_values(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	if (!type || type->kind != GRAPHQL_ENUM)
		return true;
	const void **list = arena_array(call->arena, type->by_name.count, sizeof *list);
	size_t count = 0;
	for (const struct graphql_enum_value *value = type->values; value; value = value->next)
		if (is_wanted(call, value->deprecation))
			list[count++] = value;
	return give_list(result, list, count, pick_object);
}

static bool type_inputs(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_type *type = named(call);
	return !type || type->kind != GRAPHQL_INPUT_OBJECT ||
	       give_inputs(call, type->inputs, type->input_count, result);
}

static bool type_of(struct graphql_call *call, struct graphql_result *result)
{
	return give_object(result, ((const struct graphql_reference *)call->parent->object)->of);
}

/* ---- what they have ---- */

static const struct described_field fields_of_schema[] = {
    {"description", "String", schema_description, NULL, false},
    {"types", "[__Type!]!", schema_types, "A list of all types supported by this server.", false},
    {"queryType", "__Type!", schema_query, "The type that query operations will be rooted at.", false},
    {"mutationType", "__Type", schema_mutation,
     "If this server supports mutation, the type that mutation operations will be rooted at.", false},
    {"subscriptionType", "__Type", schema_subscription,
     "If this server support subscription, the type that subscription operations will be rooted at.", false},
    {"directives", "[__Directive!]!", schema_directives, "A list of all directives supported by this server.", false},
};

static const struct described_field fields_of_type[] = {
    {"kind", "__TypeKind!", type_kind, NULL, false},
    {"name", "String", type_name, NULL, false},
    {"description", "String", type_description, NULL, false},
    {"specifiedByURL", "String", type_specified_by, NULL, false},
    {"fields", "[__Field!]", type_fields, NULL, true},
    {"interfaces", "[__Type!]", type_interfaces, NULL, false},
    {"possibleTypes", "[__Type!]", type_possible, NULL, false},
    {"enumValues", "[__EnumValue!]", type_values, NULL, true},
    {"inputFields", "[__InputValue!]", type_inputs, NULL, true},
    {"ofType", "__Type", type_of, NULL, false},
};

const struct described_type introspect_schema = {
    "__Schema",
    "A GraphQL Schema defines the capabilities of a GraphQL server. It exposes all available types and "
    "directives on the server, as well as the entry points for query, mutation, and subscription "
    "operations.",
    fields_of_schema, COUNT_OF(fields_of_schema)};

const struct described_type introspect_type = {
    "__Type",
    "The fundamental unit of any GraphQL Schema is the type. There are many kinds of types in GraphQL as "
    "represented by the `__TypeKind` enum.\n\nDepending on the kind of a type, certain fields describe "
    "information about that type. Scalar types provide no information beyond a name, description and "
    "optional `specifiedByURL`, while Enum types provide their values. Object and Interface types provide "
    "the fields they describe. Abstract types, Union and Interface, provide the Object types possible at "
    "runtime. List and NonNull types compose other types.",
    fields_of_type, COUNT_OF(fields_of_type)};
