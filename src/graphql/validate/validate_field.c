/* Fields, and their arguments: known, complete, and with a selection where there must be one. */
#include "validate_field.h"
#include "validate_directive.h"

void validator_leaf(struct validator *validator, const struct graphql_reference *type,
                    const struct graphql_selection *selection)
{
	bool leaf = graphql_is_leaf(graphql_reference_type(type));
	struct slice name = selection->name.text;

	if (leaf == (selection->selections.count == 0))
		return;
	struct buffer *message = validator_message(validator);
	if (leaf) {
		buffer_format(message, "Field \"%.*s\" must not have a selection since type \"", TEXT(name));
		graphql_print_reference(message, type);
		buffer_text(message, "\" has no subfields.");
	} else {
		buffer_format(message, "Field \"%.*s\" of type \"", TEXT(name));
		graphql_print_reference(message, type);
		buffer_format(message, "\" must have a selection of subfields. Did you mean \"%.*s { ... }\"?",
		              TEXT(name));
	}
	validator_report(validator, leaf ? selection->selections.at : selection->at);
}

struct candidate {
	const struct graphql_type *type;
	size_t uses;
};

/* Below 0 when a is the better one. No order in the strict sense: an interface comes before what implements it, the
 * rest goes by name. */
static int compare_candidates(const struct candidate *a, const struct candidate *b)
{
	if (a->uses != b->uses)
		return a->uses > b->uses ? -1 : 1;
	if (a->type->kind == GRAPHQL_INTERFACE && graphql_is_possible(a->type, b->type))
		return -1;
	if (b->type->kind == GRAPHQL_INTERFACE && graphql_is_possible(b->type, a->type))
		return 1;
	return suggest_compare(a->type->name, b->type->name);
}

/* The run that the list begins with; one that falls is turned round. */
static size_t find_run(struct candidate *candidates, size_t count)
{
	size_t run = 2;

	if (count < 2)
		return count;
	bool falls = compare_candidates(&candidates[1], &candidates[0]) < 0;
	while (run < count && (compare_candidates(&candidates[run], &candidates[run - 1]) < 0) == falls)
		run++;
	for (size_t i = 0; falls && i < run / 2; i++) {
		struct candidate swap = candidates[i];
		candidates[i] = candidates[run - 1 - i];
		candidates[run - 1 - i] = swap;
	}
	return run;
}

/* Binary insertion behind the first run: as the order is none in the strict sense, only the same way of sorting gives
 * what graphql-js gives. */
static void sort_candidates(struct candidate *candidates, size_t count)
{
	for (size_t i = find_run(candidates, count); i < count; i++) {
		struct candidate candidate = candidates[i];
		size_t low = 0, high = i;
		while (low < high) {
			size_t middle = low + (high - low) / 2;
			if (compare_candidates(&candidate, &candidates[middle]) < 0)
				high = middle;
			else
				low = middle + 1;
		}
		memmove(&candidates[low + 1], &candidates[low], (i - low) * sizeof candidate);
		candidates[low] = candidate;
	}
}

static size_t count_candidate(struct candidate *candidates, size_t count, const struct graphql_type *type)
{
	size_t i = 0;

	while (i < count && candidates[i].type != type)
		i++;
	if (i == count)
		candidates[count++] = (struct candidate){type, 0};
	candidates[i].uses++;
	return count;
}

/* The types that an abstract type may turn out to be, and their interfaces, that have the field. */
static size_t find_candidates(struct validator *validator, const struct graphql_type *type, struct slice field,
                              struct slice *names, size_t most)
{
	size_t count = 0, room = 0;

	if (type->kind == GRAPHQL_OBJECT)
		return 0;
	for (size_t i = 0; i < type->possible_count; i++)
		room += 1 + type->possible[i]->interface_count;
	struct candidate *candidates = arena_array(validator->arena, room, sizeof *candidates);
	for (size_t i = 0; i < type->possible_count; i++) {
		const struct graphql_type *possible = type->possible[i];
		if (!graphql_type_field(possible, field))
			continue;
		count = count_candidate(candidates, count, possible);
		for (size_t j = 0; j < possible->interface_count; j++)
			if (graphql_type_field(possible->interfaces[j], field))
				count = count_candidate(candidates, count, possible->interfaces[j]);
	}
	sort_candidates(candidates, count);
	if (count > most)
		count = most;
	for (size_t i = 0; i < count; i++)
		names[i] = candidates[i].type->name;
	return count;
}

void validator_unknown_field(struct validator *validator, const struct graphql_type *parent,
                             const struct graphql_selection *selection)
{
	struct suggestions suggestions = {.wanted = selection->name.text, .budget = &validator->suggest_budget};
	struct slice names[COUNT_OF(suggestions.names)];
	size_t count = 0;

	if (validator->reported <= validator->max_errors)
		count = find_candidates(validator, parent, selection->name.text, names, COUNT_OF(names));
	if (!count && parent->kind != GRAPHQL_UNION)
		for (const struct graphql_field *field = parent->fields; field; field = field->next)
			suggest_consider(&suggestions, field->name);
	struct buffer *message = validator_message(validator);
	buffer_format(message, "Cannot query field \"%.*s\" on type \"%.*s\".", TEXT(selection->name.text),
	              TEXT(parent->name));
	if (count)
		suggest_print(message, "to use an inline fragment on", names, count);
	else
		suggest_print(message, NULL, suggestions.names, suggestions.count);
	validator_report(validator, selection->at);
}

void validator_unknown_argument(struct validator *validator, const struct graphql_type *parent,
                                const struct graphql_field *field, const struct graphql_argument_node *argument)
{
	struct suggestions suggestions = {.wanted = argument->name.text, .budget = &validator->suggest_budget};

	for (const struct graphql_input *input = field->arguments; input; input = input->next)
		suggest_consider(&suggestions, input->name);
	struct buffer *message = validator_message(validator);
	buffer_format(message, "Unknown argument \"%.*s\" on field \"%.*s.%.*s\".", TEXT(argument->name.text),
	              TEXT(parent->name), TEXT(field->name));
	suggest_print(message, NULL, suggestions.names, suggestions.count);
	validator_report(validator, argument->name.at);
}

void validator_missing_arguments(struct validator *validator, const struct graphql_field *field,
                                 const struct graphql_selection *selection)
{
	for (const struct graphql_input *input = field->arguments; input; input = input->next) {
		if (!validator_is_required(input) ||
		    validator_is_sent(selection->arguments, selection->argument_count, input->name))
			continue;
		struct buffer *message = validator_message(validator);
		buffer_format(message, "Field \"%.*s\" argument \"%.*s\" of type \"", TEXT(field->name),
		              TEXT(input->name));
		graphql_print_reference(message, input->type);
		buffer_text(message, "\" is required, but it was not provided.");
		validator_report(validator, selection->at);
	}
}
