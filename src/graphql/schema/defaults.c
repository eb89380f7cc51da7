/* Default values: the literals of a schema become values of their types, those first that others fall back to. */
#include "defaults.h"
#include "check.h"
#include "graphql/language/print.h"
#include "graphql/values/coerce.h"
#include "graphql/values/show.h"

enum { UNSETTLED, SETTLING, SETTLED };

static bool settle(struct graphql_schema *schema, struct graphql_input *input, struct error *error);

/* Settles the defaults that a literal of this type falls back to: those of the input fields that it leaves out. */
static bool settle_below(struct graphql_schema *schema, const struct graphql_node *node,
                         const struct graphql_reference *reference, struct graphql_place place, struct error *error)
{
	const struct graphql_type *type = graphql_reference_type(reference);
	if (node->kind == GRAPHQL_NODE_LIST) {
		for (size_t i = 0; i < node->count; i++)
			if (!settle_below(schema, &node->items[i], reference, place, error))
				return false;
		return true;
	}
	if (node->kind != GRAPHQL_NODE_OBJECT || type->kind != GRAPHQL_INPUT_OBJECT)
		return true;
	for (size_t i = 0; i < node->count; i++)
		if (!graphql_type_input(type, node->names[i].text))
			return graphql_refuse(error, place, "Field \"%.*s\" is not defined by type \"%.*s\".",
			                      TEXT(node->names[i].text), TEXT(type->name));
	for (struct graphql_input *input = type->inputs; input; input = input->next) {
		const struct graphql_node *sent = NULL;
		for (size_t i = 0; i < node->count && !sent; i++)
			if (slice_equals(node->names[i].text, input->name))
				sent = &node->items[i];
		if (sent ? !settle_below(schema, sent, input->type, place, error) : !settle(schema, input, error))
			return false;
	}
	return true;
}

static bool settle(struct graphql_schema *schema, struct graphql_input *input, struct error *error)
{
	struct buffer text = {0};
	if (input->settled == SETTLED || !input->default_node)
		return true;
	if (input->settled == SETTLING)
		return graphql_refuse(error, input->place, "The default value of \"%.*s\" falls back to itself.",
		                      TEXT(input->name));
	input->settled = SETTLING;
	if (!settle_below(schema, input->default_node, input->type, input->place, error))
		return false;
	if (!graphql_coerce_literal(schema->arena, input->default_node, input->type, NULL, &input->default_value)) {
		struct buffer type = {0};
		graphql_print_node(&text, input->default_node);
		graphql_refuse(error, input->place, "The default value %s of \"%.*s\" is none of type \"%s\".",
		               buffer_terminate(&text), TEXT(input->name), graphql_type_text(&type, input->type));
		buffer_free(&text);
		buffer_free(&type);
		return false;
	}
	graphql_print_value(&text, &input->default_value, input->type);
	input->default_text = arena_copy_slice(schema->arena, buffer_as_slice(&text));
	buffer_free(&text);
	input->settled = SETTLED;
	return true;
}

static bool settle_inputs(struct graphql_schema *schema, struct graphql_input *inputs, struct error *error)
{
	for (; inputs; inputs = inputs->next)
		if (!settle(schema, inputs, error))
			return false;
	return true;
}

bool graphql_settle_defaults(struct graphql_schema *schema, struct error *error)
{
	for (const struct graphql_type *type = schema->types; type; type = type->next) {
		for (const struct graphql_field *field = type->fields; field; field = field->next)
			if (!settle_inputs(schema, field->arguments, error))
				return false;
		if (!settle_inputs(schema, type->inputs, error))
			return false;
	}
	for (const struct graphql_directive *one = schema->directives; one; one = one->next)
		if (!settle_inputs(schema, one->arguments, error))
			return false;
	return true;
}
