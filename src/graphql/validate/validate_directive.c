/* Directives, and arguments of them and of fields. */
#include "validate_directive.h"
#include "graphql/language/print.h"
#include "validate_value.h"

const struct graphql_input *validator_find_input(const struct graphql_input *inputs, struct slice name)
{
	while (inputs && !slice_equals(inputs->name, name))
		inputs = inputs->next;
	return inputs;
}

bool validator_is_sent(const struct graphql_argument_node *arguments, size_t count, struct slice name)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(arguments[i].name.text, name))
			return true;
	return false;
}

/* One report for all arguments of a name, where the first of them stands. */
static void report_same(struct validator *validator, const struct graphql_argument_node *arguments, size_t count,
                        size_t first)
{
	graphql_offset *at = arena_array(validator->arena, count, sizeof *at);
	size_t found = 0;

	for (size_t i = first; i < count; i++)
		if (slice_equals(arguments[i].name.text, arguments[first].name.text))
			at[found++] = arguments[i].name.at;
	buffer_format(validator_message(validator), "There can be only one argument named \"%.*s\".",
	              TEXT(arguments[first].name.text));
	validator_report_all(validator, at, found);
}

void validator_unique_arguments(struct validator *validator, const struct graphql_argument_node *arguments,
                                size_t count)
{
	struct map seen;
	bool *repeated;

	if (count < 2)
		return;
	repeated = arena_array(validator->arena, count, sizeof *repeated);
	map_init(&seen, validator->arena);
	for (size_t i = 0; i < count; i++) {
		const struct graphql_argument_node *before = map_get(&seen, arguments[i].name.text);
		if (before)
			repeated[before - arguments] = true;
		else
			map_set(&seen, arguments[i].name.text, (void *)&arguments[i]);
	}
	for (size_t i = 0; i < count && validator->reported <= validator->max_errors; i++)
		if (repeated[i])
			report_same(validator, arguments, count, i);
}

/* ---- directives ---- */

/* A directive of the schema, or one that the document itself defines. */
struct known {
	const struct graphql_directive *schema;
	const struct graphql_definition *document; /* wins */
};

static struct known find_directive(const struct validator *validator, struct slice name)
{
	return (struct known){map_get(&validator->schema->directives_by_name, name),
	                      map_get(&validator->directives, name)};
}

static bool is_known(const struct known *known)
{
	return known->schema || known->document;
}

void validator_unique_directives(struct validator *validator, const struct graphql_directive_list *directives)
{
	struct map seen;

	if (directives->count < 2)
		return;
	map_init(&seen, validator->arena);
	for (size_t i = 0; i < directives->count; i++) {
		const struct graphql_directive_node *directive = &directives->items[i], *before;
		struct known known = find_directive(validator, directive->name.text);
		if (!is_known(&known) || (known.document ? known.document->repeatable : known.schema->repeatable))
			continue;
		before = map_get(&seen, directive->name.text);
		if (!before) {
			map_set(&seen, directive->name.text, (void *)directive);
			continue;
		}
		const graphql_offset at[] = {before->at, directive->at};
		buffer_format(validator_message(validator),
		              "The directive \"@%.*s\" can only be used once at this location.",
		              TEXT(directive->name.text));
		validator_report_all(validator, at, COUNT_OF(at));
	}
}

static bool allows(const struct known *known, const char *location)
{
	if (known->document) {
		for (size_t i = 0; i < known->document->name_count; i++)
			if (slice_is(known->document->names[i].text, location))
				return true;
		return false;
	}
	for (size_t i = 0; i < known->schema->location_count; i++)
		if (strcmp(known->schema->locations[i], location) == 0)
			return true;
	return false;
}

static void check_location(struct validator *validator, const struct known *known,
                           const struct graphql_directive_node *directive, const char *location)
{
	if (is_known(known) && allows(known, location))
		return;
	struct buffer *message = validator_message(validator);
	if (!is_known(known))
		buffer_format(message, "Unknown directive \"@%.*s\".", TEXT(directive->name.text));
	else
		buffer_format(message, "Directive \"@%.*s\" may not be used on %s.", TEXT(directive->name.text),
		              location);
	validator_report(validator, directive->at);
}

static void consider_arguments(const struct known *known, struct slice name, struct suggestions *suggestions,
                               bool *found)
{
	if (known->document) {
		for (size_t i = 0; i < known->document->input_count; i++) {
			*found = *found || slice_equals(known->document->inputs[i].name.text, name);
			suggest_consider(suggestions, known->document->inputs[i].name.text);
		}
		return;
	}
	for (const struct graphql_input *input = known->schema->arguments; input; input = input->next) {
		*found = *found || slice_equals(input->name, name);
		suggest_consider(suggestions, input->name);
	}
}

static void check_argument_names(struct validator *validator, const struct known *known,
                                 const struct graphql_directive_node *directive)
{
	for (size_t i = 0; i < directive->argument_count && is_known(known); i++) {
		const struct graphql_name *name = &directive->arguments[i].name;
		struct suggestions suggestions = {.wanted = name->text, .budget = &validator->suggest_budget};
		bool found = false;
		consider_arguments(known, name->text, &suggestions, &found);
		if (found)
			continue;
		struct buffer *message = validator_message(validator);
		buffer_format(message, "Unknown argument \"%.*s\" on directive \"@%.*s\".", TEXT(name->text),
		              TEXT(directive->name.text));
		suggest_print(message, NULL, suggestions.names, suggestions.count);
		validator_report(validator, name->at);
	}
}

/* Writes the beginning of the message; the type follows. */
static struct buffer *begin_missing(struct validator *validator, const struct graphql_directive_node *directive,
                                    struct slice argument)
{
	struct buffer *message = validator_message(validator);

	buffer_format(message, "Directive \"@%.*s\" argument \"%.*s\" of type \"", TEXT(directive->name.text),
	              TEXT(argument));
	return message;
}

static void end_missing(struct validator *validator, const struct graphql_directive_node *directive)
{
	buffer_text(&validator->message, "\" is required, but it was not provided.");
	validator_report(validator, directive->at);
}

static void check_required(struct validator *validator, const struct known *known,
                           const struct graphql_directive_node *directive)
{
	for (size_t i = 0; known->document && i < known->document->input_count; i++) {
		const struct graphql_input_definition *input = &known->document->inputs[i];
		if (input->type->wrap != GRAPHQL_NON_NULL || input->default_value ||
		    validator_is_sent(directive->arguments, directive->argument_count, input->name.text))
			continue;
		graphql_print_type_node(begin_missing(validator, directive, input->name.text), input->type);
		end_missing(validator, directive);
	}
	if (known->document || !known->schema)
		return;
	for (const struct graphql_input *input = known->schema->arguments; input; input = input->next) {
		if (!validator_is_required(input) ||
		    validator_is_sent(directive->arguments, directive->argument_count, input->name))
			continue;
		graphql_print_reference(begin_missing(validator, directive, input->name), input->type);
		end_missing(validator, directive);
	}
}

void validator_directives(struct validator *validator, const struct graphql_directive_list *directives,
                          const char *location, const struct graphql_field *field)
{
	for (size_t i = 0; i < directives->count; i++) {
		const struct graphql_directive_node *directive = &directives->items[i];
		struct known known = find_directive(validator, directive->name.text);
		const struct graphql_input *inputs = known.schema ? known.schema->arguments
		                                     : field      ? field->arguments
		                                                  : NULL;
		check_location(validator, &known, directive, location);
		check_argument_names(validator, &known, directive);
		validator_unique_arguments(validator, directive->arguments, directive->argument_count);
		for (size_t j = 0; j < directive->argument_count; j++) {
			const struct graphql_input *input =
			    validator_find_input(inputs, directive->arguments[j].name.text);
			validator_value(validator, input ? input->type : NULL,
			                input && input->default_value.kind != GRAPHQL_VALUE_ABSENT,
			                &directive->arguments[j].value);
		}
		check_required(validator, &known, directive);
	}
}
