#include "validate_fragment.h"
#include "validate_limits.h"
#include "validate_variable.h"
#include "validate_visit.h"

/* What a document may cost: enough for any that is written by people or tools, and some tens of milliseconds. */
enum {
	MOST_WORK = 2000000,
	MOST_ERRORS = 500,
	MOST_LOCATIONS = 1000,
	MOST_COMPARED = 1 << 24,
};

static void add_parts(struct validator *validator)
{
	const struct graphql_document *document = validator->document;
	size_t operation = 0, fragment = 0, definition = 0;

	validator->part_count = document->part_count;
	validator->parts = arena_array(validator->arena, document->part_count, sizeof *validator->parts);
	for (size_t i = 0; i < document->part_count; i++) {
		struct part *part = &validator->parts[i];
		switch (document->parts[i]) {
		case GRAPHQL_PART_OPERATION:
			part->operation = &document->operations[operation++];
			break;
		case GRAPHQL_PART_FRAGMENT:
			part->fragment = &document->fragments[fragment++];
			map_set(&validator->fragments, part->fragment->name.text, part);
			break;
		case GRAPHQL_PART_DEFINITION:
			part->definition = &document->definitions[definition++];
			if (part->definition->kind == GRAPHQL_DEFINE_DIRECTIVE)
				map_set(&validator->directives, part->definition->name.text, (void *)part->definition);
			else if (part->definition->kind != GRAPHQL_DEFINE_SCHEMA && !part->definition->extends)
				map_set(&validator->types, part->definition->name.text, (void *)part->definition);
			break;
		}
	}
	for (size_t i = 0; i < validator->part_count; i++)
		if (validator->parts[i].fragment)
			validator->parts[i].named =
			    map_get(&validator->fragments, validator->parts[i].fragment->name.text);
}

static void report_definitions(struct validator *validator)
{
	for (size_t i = 0; i < validator->document->definition_count; i++) {
		const struct graphql_definition *definition = &validator->document->definitions[i];
		struct buffer *message = validator_message(validator);
		if (definition->kind == GRAPHQL_DEFINE_SCHEMA)
			buffer_text(message, "The schema definition is not executable.");
		else
			buffer_format(message, "The \"%.*s\" definition is not executable.",
			              TEXT(definition->name.text));
		validator_report(validator, definition->at);
	}
}

static void report_aliases(struct validator *validator)
{
	size_t most = validator->options->max_aliases;

	if (!most || validator->document->alias_count <= most)
		return;
	buffer_format(validator_message(validator), "Document contains more than %zu aliases. Validation aborted.",
	              most);
	validator_report_all(validator, NULL, 0);
}

/* Moves the errors of a part to the others; no more than one beyond the limit. */
static void take_errors(struct validator *validator, const struct part *part)
{
	for (size_t i = 0; i < part->error_count && validator->error_count <= validator->max_errors; i++) {
		validator->errors = arena_grow(validator->arena, validator->errors, validator->error_count,
		                               &validator->error_size, sizeof *validator->errors);
		validator->errors[validator->error_count++] = part->errors[i];
	}
}

static void check(struct validator *validator)
{
	report_aliases(validator);
	if (validator->error_count)
		return;
	validator_find_spreads(validator);
	validator_fragment_heights(validator);
	if (validator->complex)
		return;
	validator_depth(validator);
	report_definitions(validator);
	for (size_t i = 0; i < validator->part_count && !validator->complex; i++) {
		validator->part = &validator->parts[i];
		validator_visit(validator, validator->part);
	}
	validator->part = NULL;
	for (size_t i = 0; i < validator->part_count && !validator->complex; i++) {
		take_errors(validator, &validator->parts[i]);
		if (validator->parts[i].operation)
			validator_operation_variables(validator, &validator->parts[i]);
	}
	validator_unused_fragments(validator);
}

/* Cuts the list where graphql-js stops, or says only that it was too much. */
static void finish(struct validator *validator)
{
	const char *last = NULL;

	if (validator->complex) {
		last =
		    "Document is too complex to validate: too many of its fields, fragments and variables have to be "
		    "compared.";
		validator->error_count = 0;
	} else if (validator->error_count > validator->max_errors) {
		last = "Too many validation errors, error limit reached. Validation aborted.";
		validator->error_count = validator->max_errors;
	}
	if (!last)
		return;
	validator->errors = arena_grow(validator->arena, validator->errors, validator->error_count,
	                               &validator->error_size, sizeof *validator->errors);
	validator->errors[validator->error_count++] = (struct graphql_error){.message = last};
}

bool graphql_validate(struct arena *arena, const struct graphql_validation *validation,
                      const struct graphql_document *document, const struct graphql_error **errors, size_t *error_count)
{
	struct validator validator = {.arena = arena,
	                              .options = validation,
	                              .schema = validation->schema,
	                              .document = document,
	                              .max_errors = MOST_ERRORS,
	                              .locations_left = MOST_LOCATIONS,
	                              .work_left = MOST_WORK,
	                              .suggest_budget = MOST_COMPARED};

	if (validation->max_errors && validation->max_errors < MOST_ERRORS)
		validator.max_errors = validation->max_errors;
	map_init(&validator.fragments, arena);
	map_init(&validator.seen_operations, arena);
	map_init(&validator.seen_fragments, arena);
	map_init(&validator.types, arena);
	map_init(&validator.directives, arena);
	add_parts(&validator);
	check(&validator);
	finish(&validator);
	buffer_free(&validator.message);
	*errors = validator.errors;
	*error_count = validator.error_count;
	return validator.error_count == 0;
}
