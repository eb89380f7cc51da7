/* The walk over operations and fragments, with the rules about fields and types on the way. */
#include "validate_visit.h"
#include "graphql/language/print.h"
#include "validate_definition.h"
#include "validate_directive.h"
#include "validate_field.h"
#include "validate_fragment.h"
#include "validate_operation.h"
#include "validate_overlap.h"
#include "validate_type.h"
#include "validate_value.h"
#include "validate_variable.h"

struct selection_place {
	const struct graphql_type *parent; /* of the selections; NULL: unknown, or not composite */
	const struct graphql_field *field; /* around them; NULL: none, or unknown */
	bool clean;                        /* the selections around this inline fragment have no conflicts */
};

static void visit_set(struct validator *validator, const struct graphql_type *type, const struct graphql_field *field,
                      bool clean, const struct graphql_selection_set *set);

static const struct graphql_type *find_type(const struct validator *validator, struct slice name)
{
	return graphql_schema_type(validator->schema, name);
}

void validator_type_name(struct validator *validator, struct slice name, graphql_offset at, bool in_definition)
{
	struct suggestions suggestions = {.wanted = name, .budget = &validator->suggest_budget};
	/* In a schema's definition these need not be used to be known. */
	static const char *const standard[] = {"String",     "Int",          "Float",       "Boolean",
	                                       "ID",         "__Schema",     "__Type",      "__TypeKind",
	                                       "__Field",    "__InputValue", "__Directive", "__DirectiveLocation",
	                                       "__EnumValue"};

	if (find_type(validator, name) || map_get(&validator->types, name))
		return;
	for (size_t i = 0; in_definition && i < COUNT_OF(standard); i++) {
		if (slice_is(name, standard[i]))
			return;
		if (!find_type(validator, slice_of(standard[i])))
			suggest_consider(&suggestions, slice_of(standard[i]));
	}
	for (const struct graphql_type *type = validator->schema->types; type; type = type->next)
		suggest_consider(&suggestions, type->name);
	for (size_t i = 0; i < validator->document->definition_count; i++) {
		const struct graphql_definition *definition = &validator->document->definitions[i];
		if (map_get(&validator->types, definition->name.text) == definition &&
		    !find_type(validator, definition->name.text))
			suggest_consider(&suggestions, definition->name.text);
	}
	struct buffer *message = validator_message(validator);
	buffer_format(message, "Unknown type \"%.*s\".", TEXT(name));
	suggest_print(message, NULL, suggestions.names, suggestions.count);
	validator_report(validator, at);
}

/* ---- fields ---- */

static void refuse_introspection(struct validator *validator, const struct graphql_selection *selection)
{
	if (validator->options->introspection ||
	    !(slice_is(selection->name.text, "__schema") || slice_is(selection->name.text, "__type")))
		return;
	buffer_text(
	    validator_message(validator),
	    "GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type. To "
	    "enable introspection, pass introspection: true to ApolloServer in production");
	validator_report(validator, selection->at);
}

static void visit_field(struct validator *validator, const struct selection_place *place,
                        const struct graphql_selection *selection)
{
	const struct graphql_field *field =
	    place->parent ? graphql_find_field(validator->schema, place->parent, selection->name.text) : NULL;

	if (field)
		validator_leaf(validator, field->type, selection);
	else if (place->parent)
		validator_unknown_field(validator, place->parent, selection);
	validator_unique_directives(validator, &selection->directives);
	validator_unique_arguments(validator, selection->arguments, selection->argument_count);
	refuse_introspection(validator, selection);
	for (size_t i = 0; i < selection->argument_count; i++) {
		const struct graphql_argument_node *argument = &selection->arguments[i];
		const struct graphql_input *input =
		    field ? validator_find_input(field->arguments, argument->name.text) : NULL;
		if (field && !input)
			validator_unknown_argument(validator, place->parent, field, argument);
		validator_value(validator, input ? input->type : NULL,
		                input && input->default_value.kind != GRAPHQL_VALUE_ABSENT, &argument->value);
	}
	validator_directives(validator, &selection->directives, "FIELD", field);
	if (selection->selections.count)
		visit_set(validator, field ? graphql_reference_type(field->type) : NULL, field, false,
		          &selection->selections);
	if (field)
		validator_missing_arguments(validator, field, selection);
}

/* ---- fragments ---- */

static void refuse_condition(struct validator *validator, struct slice fragment, struct slice type, graphql_offset at)
{
	struct buffer *message = validator_message(validator);

	buffer_text(message, "Fragment ");
	if (fragment.len)
		buffer_format(message, "\"%.*s\" ", TEXT(fragment));
	buffer_format(message, "cannot condition on non composite type \"%.*s\".", TEXT(type));
	validator_report(validator, at);
}

/* Can what is selected in `parent` ever be a `type`? */
static void check_possible(struct validator *validator, const struct graphql_type *parent,
                           const struct graphql_type *type, const struct graphql_selection *selection)
{
	if (!parent || !type || !graphql_is_composite(type) || validator_types_overlap(validator, type, parent))
		return;
	struct buffer *message = validator_message(validator);
	buffer_text(message, "Fragment ");
	if (selection->kind == GRAPHQL_FRAGMENT_SPREAD)
		buffer_format(message, "\"%.*s\" ", TEXT(selection->name.text));
	buffer_format(message, "cannot be spread here as objects of type \"%.*s\" can never be of type \"%.*s\".",
	              TEXT(parent->name), TEXT(type->name));
	validator_report(validator, selection->at);
}

static void visit_inline_fragment(struct validator *validator, const struct selection_place *place,
                                  const struct graphql_type *around, const struct graphql_selection *selection)
{
	struct slice condition = selection->condition.text;
	const struct graphql_type *type = condition.len ? find_type(validator, condition) : around;

	if (condition.len && type && !graphql_is_composite(type))
		refuse_condition(validator, (struct slice){NULL, 0}, condition, selection->condition.at);
	check_possible(validator, place->parent, type, selection);
	validator_unique_directives(validator, &selection->directives);
	if (condition.len)
		validator_type_name(validator, condition, selection->condition.at, false);
	validator_directives(validator, &selection->directives, "INLINE_FRAGMENT", place->field);
	visit_set(validator, type, place->field, place->clean, &selection->selections);
}

static void visit_spread(struct validator *validator, const struct selection_place *place,
                         const struct graphql_selection *selection)
{
	struct part *target = map_get(&validator->fragments, selection->name.text);

	if (target) {
		check_possible(validator, place->parent, find_type(validator, target->fragment->condition.text),
		               selection);
	} else {
		buffer_format(validator_message(validator), "Unknown fragment \"%.*s\".", TEXT(selection->name.text));
		validator_report(validator, selection->name.at);
	}
	validator_unique_directives(validator, &selection->directives);
	validator_directives(validator, &selection->directives, "FRAGMENT_SPREAD", place->field);
}

static void visit_set(struct validator *validator, const struct graphql_type *type, const struct graphql_field *field,
                      bool clean, const struct graphql_selection_set *set)
{
	struct selection_place place = {.parent = type && graphql_is_composite(type) ? type : NULL, .field = field};

	place.clean = clean || validator_overlap(validator, place.parent, set);
	for (size_t i = 0; i < set->count && !validator->complex; i++) {
		const struct graphql_selection *selection = &set->items[i];
		switch (selection->kind) {
		case GRAPHQL_FIELD:
			visit_field(validator, &place, selection);
			break;
		case GRAPHQL_INLINE_FRAGMENT:
			visit_inline_fragment(validator, &place, type, selection);
			break;
		case GRAPHQL_FRAGMENT_SPREAD:
			visit_spread(validator, &place, selection);
			break;
		}
	}
}

/* ---- definitions ---- */

static void visit_variable(struct validator *validator, const struct graphql_variable_definition *variable)
{
	const struct graphql_reference *type =
	    graphql_resolve_type_node(validator->schema, validator->arena, variable->type);
	const struct graphql_type_node *named = variable->type;
	bool input = type && graphql_is_input(graphql_reference_type(type));

	if (type && !input) {
		struct buffer *message = validator_message(validator);
		buffer_format(message, "Variable \"$%.*s\" cannot be non-input type \"", TEXT(variable->name.text));
		graphql_print_type_node(message, variable->type);
		buffer_text(message, "\".");
		validator_report(validator, variable->type->at);
	}
	validator_unique_directives(validator, &variable->directives);
	while (named->wrap != GRAPHQL_NAMED)
		named = named->of;
	validator_type_name(validator, named->name, named->at, false);
	if (variable->default_value)
		validator_value(validator, input ? type : NULL, false, variable->default_value);
	validator_directives(validator, &variable->directives, "VARIABLE_DEFINITION", NULL);
}

static void visit_operation(struct validator *validator, const struct graphql_operation *operation)
{
	static const char *const locations[] = {"QUERY", "MUTATION", "SUBSCRIPTION"};
	const struct graphql_schema *schema = validator->schema;
	const struct graphql_type *root = operation->kind == GRAPHQL_QUERY      ? schema->query
	                                  : operation->kind == GRAPHQL_MUTATION ? schema->mutation
	                                                                        : schema->subscription;

	validator_unique_operation(validator);
	validator_lone_anonymous(validator);
	validator_single_field(validator);
	validator_unique_variables(validator);
	validator_unique_directives(validator, &operation->directives);
	for (size_t i = 0; i < operation->variable_count; i++)
		visit_variable(validator, &operation->variables[i]);
	validator_directives(validator, &operation->directives, locations[operation->kind], NULL);
	visit_set(validator, root, NULL, false, &operation->selections);
}

static void visit_fragment(struct validator *validator, const struct graphql_fragment *fragment)
{
	const struct graphql_type *type = find_type(validator, fragment->condition.text);

	if (type && !graphql_is_composite(type))
		refuse_condition(validator, fragment->name.text, fragment->condition.text, fragment->condition.at);
	validator_unique_fragment(validator);
	validator_fragment_cycles(validator);
	validator_unique_directives(validator, &fragment->directives);
	validator_type_name(validator, fragment->condition.text, fragment->condition.at, false);
	validator_directives(validator, &fragment->directives, "FRAGMENT_DEFINITION", NULL);
	visit_set(validator, type, NULL, false, &fragment->selections);
}

void validator_visit(struct validator *validator, struct part *part)
{
	if (part->operation)
		visit_operation(validator, part->operation);
	else if (part->fragment)
		visit_fragment(validator, part->fragment);
	else
		validator_definition(validator, part->definition);
}
