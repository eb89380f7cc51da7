/* Definitions of the schema definition language are refused as a whole, in a request; graphql-js then says what else is
 * wrong with them. */
#include "validate_definition.h"
#include "validate_directive.h"
#include "validate_value.h"
#include "validate_visit.h"

static void visit_type(struct validator *validator, const struct graphql_type_node *type)
{
	while (type->wrap != GRAPHQL_NAMED)
		type = type->of;
	validator_type_name(validator, type->name, type->at, true);
}

static void visit_names(struct validator *validator, const struct graphql_definition *definition)
{
	for (size_t i = 0; i < definition->name_count; i++)
		validator_type_name(validator, definition->names[i].text, definition->names[i].at, true);
}

static void visit_inputs(struct validator *validator, const struct graphql_input_definition *inputs, size_t count,
                         const char *location)
{
	for (size_t i = 0; i < count; i++) {
		validator_unique_directives(validator, &inputs[i].directives);
		visit_type(validator, inputs[i].type);
		if (inputs[i].default_value)
			validator_value(validator, NULL, false, inputs[i].default_value);
		validator_directives(validator, &inputs[i].directives, location, NULL);
	}
}

static void visit_fields(struct validator *validator, const struct graphql_definition *definition)
{
	for (size_t i = 0; i < definition->field_count; i++) {
		const struct graphql_field_definition *field = &definition->fields[i];
		validator_unique_directives(validator, &field->directives);
		visit_inputs(validator, field->arguments, field->argument_count, "ARGUMENT_DEFINITION");
		visit_type(validator, field->type);
		validator_directives(validator, &field->directives, "FIELD_DEFINITION", NULL);
	}
}

static void visit_values(struct validator *validator, const struct graphql_definition *definition)
{
	for (size_t i = 0; i < definition->value_count; i++) {
		validator_unique_directives(validator, &definition->values[i].directives);
		validator_directives(validator, &definition->values[i].directives, "ENUM_VALUE", NULL);
	}
}

void validator_definition(struct validator *validator, const struct graphql_definition *definition)
{
	static const char *const locations[] = {"SCHEMA", "SCALAR", "OBJECT",       "INTERFACE",
	                                        "UNION",  "ENUM",   "INPUT_OBJECT", ""};
	bool object = definition->kind == GRAPHQL_DEFINE_OBJECT || definition->kind == GRAPHQL_DEFINE_INTERFACE;

	validator_unique_directives(validator, &definition->directives);
	if (object)
		visit_names(validator, definition);
	if (definition->kind == GRAPHQL_DEFINE_DIRECTIVE)
		visit_inputs(validator, definition->inputs, definition->input_count, "ARGUMENT_DEFINITION");
	validator_directives(validator, &definition->directives, locations[definition->kind], NULL);
	if (definition->kind == GRAPHQL_DEFINE_SCHEMA || definition->kind == GRAPHQL_DEFINE_UNION)
		visit_names(validator, definition);
	/* graphql-js takes the fields of an extension for arguments. */
	if (definition->kind == GRAPHQL_DEFINE_INPUT)
		visit_inputs(validator, definition->inputs, definition->input_count,
		             definition->extends ? "ARGUMENT_DEFINITION" : "INPUT_FIELD_DEFINITION");
	visit_fields(validator, definition);
	visit_values(validator, definition);
}
