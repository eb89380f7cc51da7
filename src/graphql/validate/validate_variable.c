/* Variables: defined once, used, and used where they may be. */
#include "validate_variable.h"
#include "validate_fragment.h"

/* One report for all definitions of a name, where the first of them stands. */
static void report_same(struct validator *validator, const struct graphql_operation *operation, size_t first)
{
	const struct graphql_variable_definition *variables = operation->variables;
	graphql_offset *at = arena_array(validator->arena, operation->variable_count, sizeof *at);
	size_t found = 0;

	for (size_t i = first; i < operation->variable_count; i++)
		if (slice_equals(variables[i].name.text, variables[first].name.text))
			at[found++] = variables[i].name.at;
	buffer_format(validator_message(validator), "There can be only one variable named \"$%.*s\".",
	              TEXT(variables[first].name.text));
	validator_report_all(validator, at, found);
}

void validator_unique_variables(struct validator *validator)
{
	const struct graphql_operation *operation = validator->part->operation;
	bool *repeated = arena_array(validator->arena, operation->variable_count, sizeof *repeated);
	struct map seen;

	map_init(&seen, validator->arena);
	for (size_t i = 0; i < operation->variable_count; i++) {
		const struct graphql_variable_definition *variable = &operation->variables[i];
		const struct graphql_variable_definition *before = map_get(&seen, variable->name.text);
		if (before)
			repeated[before - operation->variables] = true;
		else
			map_set(&seen, variable->name.text, (void *)variable);
	}
	for (size_t i = 0; i < operation->variable_count && validator->reported <= validator->max_errors; i++)
		if (repeated[i])
			report_same(validator, operation, i);
}

/* ---- where they are used ---- */

/* A variable of the operation. */
struct defined {
	const struct graphql_variable_definition *node; /* the last of that name */
	const struct graphql_reference *type;           /* NULL: unknown */
	bool used;
};

static void write_operation(struct buffer *message, const struct graphql_operation *operation, const char *word)
{
	if (operation->name.text.len)
		buffer_format(message, " %s operation \"%.*s\"", word, TEXT(operation->name.text));
	buffer_byte(message, '.');
}

static void report_undefined(struct validator *validator, const struct graphql_operation *operation,
                             const struct variable_usage *usage)
{
	const graphql_offset at[] = {usage->at, operation->at};
	struct buffer *message = validator_message(validator);

	buffer_format(message, "Variable \"$%.*s\" is not defined", TEXT(usage->name));
	write_operation(message, operation, "by");
	validator_report_all(validator, at, COUNT_OF(at));
}

static bool is_allowed(const struct defined *variable, const struct variable_usage *usage)
{
	const struct graphql_reference *expected = usage->type;
	const struct graphql_node *sent = variable->node->default_value;

	if (expected->wrap == GRAPHQL_NON_NULL && variable->type->wrap != GRAPHQL_NON_NULL) {
		if (!(sent && sent->kind != GRAPHQL_NODE_NULL) && !usage->has_default)
			return false;
		expected = expected->of;
	}
	return graphql_is_sub_reference(variable->type, expected);
}

static void report_misplaced(struct validator *validator, const struct defined *variable,
                             const struct variable_usage *usage)
{
	const graphql_offset at[] = {variable->node->at, usage->at};
	struct buffer *message = validator_message(validator);

	buffer_format(message, "Variable \"$%.*s\" of type \"", TEXT(usage->name));
	graphql_print_reference(message, variable->type);
	buffer_text(message, "\" used in position expecting type \"");
	graphql_print_reference(message, usage->type);
	buffer_text(message, "\".");
	validator_report_all(validator, at, COUNT_OF(at));
}

/* All uses by an operation: its own, then those of the fragments. */
struct usages {
	struct part **parts;
	size_t count;
};

typedef void visit_usage(struct validator *validator, const struct part *operation, const struct map *variables,
                         const struct variable_usage *usage);

static void visit_usages(struct validator *validator, const struct part *operation, const struct usages *usages,
                         const struct map *variables, visit_usage *visit)
{
	for (size_t i = 0; i < operation->usage_count; i++)
		visit(validator, operation, variables, &operation->usages[i]);
	for (size_t i = 0; i < usages->count && validator_work(validator, usages->parts[i]->usage_count); i++)
		for (size_t j = 0; j < usages->parts[i]->usage_count && validator->error_count <= validator->max_errors;
		     j++)
			visit(validator, operation, variables, &usages->parts[i]->usages[j]);
}

static void visit_undefined(struct validator *validator, const struct part *operation, const struct map *variables,
                            const struct variable_usage *usage)
{
	struct defined *variable = map_get(variables, usage->name);

	if (variable)
		variable->used = true;
	else
		report_undefined(validator, operation->operation, usage);
}

static void visit_misplaced(struct validator *validator, const struct part *operation, const struct map *variables,
                            const struct variable_usage *usage)
{
	const struct defined *variable = map_get(variables, usage->name);

	(void)operation;
	if (variable && variable->type && usage->type && !is_allowed(variable, usage))
		report_misplaced(validator, variable, usage);
}

static void report_unused(struct validator *validator, const struct graphql_operation *operation,
                          const struct map *variables)
{
	for (size_t i = 0; i < operation->variable_count; i++) {
		const struct graphql_variable_definition *node = &operation->variables[i];
		const struct defined *variable = map_get(variables, node->name.text);
		if (variable->used)
			continue;
		struct buffer *message = validator_message(validator);
		buffer_format(message, "Variable \"$%.*s\" is never used", TEXT(node->name.text));
		write_operation(message, operation, "in");
		validator_report(validator, node->at);
	}
}

void validator_operation_variables(struct validator *validator, struct part *part)
{
	const struct graphql_operation *operation = part->operation;
	struct defined *defined = arena_array(validator->arena, operation->variable_count, sizeof *defined);
	struct usages usages;
	struct map variables;

	map_init(&variables, validator->arena);
	for (size_t i = 0; i < operation->variable_count; i++) {
		defined[i].node = &operation->variables[i];
		defined[i].type = graphql_resolve_type_node(validator->schema, validator->arena, defined[i].node->type);
		map_set(&variables, defined[i].node->name.text, &defined[i]);
	}
	usages.parts = validator_used_fragments(validator, part, &usages.count);
	for (size_t i = 0; i < usages.count; i++)
		usages.parts[i]->used = true;
	visit_usages(validator, part, &usages, &variables, visit_undefined);
	report_unused(validator, operation, &variables);
	visit_usages(validator, part, &usages, &variables, visit_misplaced);
}
