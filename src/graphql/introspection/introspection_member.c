/* __Field, __InputValue, __EnumValue and __Directive. */
#include "described.h"

static bool field_name(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_field *)call->parent->object)->name);
}

static bool field_description(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_field *)call->parent->object)->description);
}

static bool field_arguments(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_field *field = call->parent->object;
	return give_inputs(call, field->arguments, field->argument_count, result);
}

static bool field_type(struct graphql_call *call, struct graphql_result *result)
{
	return give_object(result, ((const struct graphql_field *)call->parent->object)->type);
}

static bool field_deprecated(struct graphql_call *call, struct graphql_result *result)
{
	return give_boolean(result, ((const struct graphql_field *)call->parent->object)->deprecation);
}

static bool field_reason(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, slice_of(((const struct graphql_field *)call->parent->object)->deprecation));
}

static bool input_name(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_input *)call->parent->object)->name);
}

static bool input_description(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_input *)call->parent->object)->description);
}

static bool input_type(struct graphql_call *call, struct graphql_result *result)
{
	return give_object(result, ((const struct graphql_input *)call->parent->object)->type);
}

static bool input_default(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_input *)call->parent->object)->default_text);
}

static bool input_deprecated(struct graphql_call *call, struct graphql_result *result)
{
	return give_boolean(result, ((const struct graphql_input *)call->parent->object)->deprecation);
}

static bool input_reason(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, slice_of(((const struct graphql_input *)call->parent->object)->deprecation));
}

static bool value_name(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_enum_value *)call->parent->object)->name);
}

static bool value_description(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_enum_value *)call->parent->object)->description);
}

static bool value_deprecated(struct graphql_call *call, struct graphql_result *result)
{
	return give_boolean(result, ((const struct graphql_enum_value *)call->parent->object)->deprecation);
}

static bool value_reason(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, slice_of(((const struct graphql_enum_value *)call->parent->object)->deprecation));
}

static bool directive_name(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_directive *)call->parent->object)->name);
}

static bool directive_description(struct graphql_call *call, struct graphql_result *result)
{
	return give_text(result, ((const struct graphql_directive *)call->parent->object)->description);
}

static bool directive_repeatable(struct graphql_call *call, struct graphql_result *result)
{
	return give_boolean(result, ((const struct graphql_directive *)call->parent->object)->repeatable);
}

static bool pick_location(struct graphql_call *call, const void *list, size_t index, struct graphql_result *result)
{
	(void)call;
	return give_text(result, slice_of(((const char *const *)list)[index]));
}

static bool directive_locations(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_directive *directive = call->parent->object;
	return give_list(result, directive->locations, directive->location_count, pick_location);
}

static bool directive_arguments(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_directive *directive = call->parent->object;
	return give_inputs(call, directive->arguments, directive->argument_count, result);
}

static const struct described_field fields_of_field[] = {
    {"name", "String!", field_name, NULL, false},
    {"description", "String", field_description, NULL, false},
    {"args", "[__InputValue!]!", field_arguments, NULL, true},
    {"type", "__Type!", field_type, NULL, false},
    {"isDeprecated", "Boolean!", field_deprecated, NULL, false},
    {"deprecationReason", "String", field_reason, NULL, false},
};

static const struct described_field fields_of_input[] = {
    {"name", "String!", input_name, NULL, false},
    {"description", "String", input_description, NULL, false},
    {"type", "__Type!", input_type, NULL, false},
    {"defaultValue", "String", input_default,
     "A GraphQL-formatted string representing the default value for this input value.", false},
    {"isDeprecated", "Boolean!", input_deprecated, NULL, false},
    {"deprecationReason", "String", input_reason, NULL, false},
};

static const struct described_field fields_of_value[] = {
    {"name", "String!", value_name, NULL, false},
    {"description", "String", value_description, NULL, false},
    {"isDeprecated", "Boolean!", value_deprecated, NULL, false},
    {"deprecationReason", "String", value_reason, NULL, false},
};

static const struct described_field fields_of_directive[] = {
    {"name", "String!", directive_name, NULL, false},
    {"description", "String", directive_description, NULL, false},
    {"isRepeatable", "Boolean!", directive_repeatable, NULL, false},
    {"locations", "[__DirectiveLocation!]!", directive_locations, NULL, false},
    {"args", "[__InputValue!]!", directive_arguments, NULL, true},
};

const struct described_type introspect_field = {
    "__Field",
    "Object and Interface types are described by a list of Fields, each of which has a name, potentially a "
    "list of arguments, and a return type.",
    fields_of_field, COUNT_OF(fields_of_field)};

const struct described_type introspect_input = {
    "__InputValue",
    "Arguments provided to Fields or Directives and the input fields of an InputObject are represented as "
    "Input Values which describe their type and optionally a default value.",
    fields_of_input, COUNT_OF(fields_of_input)};

const struct described_type introspect_value = {
    "__EnumValue",
    "One possible value for a given Enum. Enum values are unique values, not a placeholder for a string or "
    "numeric value. However an Enum value is returned in a JSON response as a string.",
    fields_of_value, COUNT_OF(fields_of_value)};

const struct described_type introspect_directive = {
    "__Directive",
    "A Directive provides a way to describe alternate runtime execution and type validation behavior in a "
    "GraphQL document.\n\nIn some cases, you need to provide options to alter GraphQL's execution behavior "
    "in ways field arguments will not suffice, such as conditionally including or skipping a field. "
    "Directives provide this by describing additional information to the executor.",
    fields_of_directive, COUNT_OF(fields_of_directive)};
