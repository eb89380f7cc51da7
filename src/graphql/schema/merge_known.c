/* Definitions of types that the schema has: what they add is left of them. */
#include "merge_known.h"
#include "build.h"

static bool merge_types(struct type_merge *merge, const struct graphql_name *name,
                        const struct graphql_reference **type, const struct graphql_type_node *other)
{
	const char *before = graphql_reference_text(merge->arena, *type), *now = merge_node_text(merge->arena, other);
	if (!merge_check_type(merge, name, before, now))
		return false;
	if (other->wrap == GRAPHQL_NON_NULL && (*type)->wrap != GRAPHQL_NON_NULL)
		*type = graphql_reference_to(merge->definitions->schema, other);
	return true;
}

static bool is_among(const struct slice *names, size_t count, struct slice name)
{
	for (size_t i = 0; i < count; i++)
		if (slice_equals(names[i], name))
			return true;
	return false;
}

static struct graphql_input *find_argument(struct graphql_input *arguments, struct slice name)
{
	for (struct graphql_input *argument = arguments; argument; argument = argument->next)
		if (slice_equals(argument->name, name))
			return argument;
	return NULL;
}

/* Whether what is given for `now` can be given for `before`. */
static bool is_as_before(struct type_merge *merge, const struct graphql_input *before, const struct graphql_input *now)
{
	const char *old_text = graphql_reference_text(merge->arena, before->type);
	const char *text = graphql_reference_text(merge->arena, now->type);
	return strcmp(text, old_text) == 0 || strcmp(text, arena_format(merge->arena, "%s!", old_text)) == 0;
}

static bool are_retyped(struct type_merge *merge, struct graphql_input *before, const struct graphql_input *given)
{
	for (; given; given = given->next) {
		const struct graphql_input *known = find_argument(before, given->name);
		if (known && !is_as_before(merge, known, given))
			return true;
	}
	return false;
}

/* Gives the field the arguments of `first` and, behind them, those of `others` that `first` is without. */
static void join_arguments(struct graphql_field *field, struct graphql_input *first, struct graphql_input *others)
{
	struct graphql_input **end = &field->arguments;
	field->arguments = first;
	field->argument_count = 0;
	for (; *end; end = &(*end)->next)
		field->argument_count++;
	for (struct graphql_input *argument = others, *next; argument; argument = next) {
		next = argument->next;
		if (find_argument(field->arguments, argument->name))
			continue;
		argument->next = NULL;
		*end = argument;
		end = &argument->next;
		field->argument_count++;
	}
}

/* A field of the schema's gets what the text's has beyond it. Of arguments of one name that of the first text counts;
 * what no text has defined comes last, as in Strapi's list of schemas. One that replaces has its own alone. */
static bool merge_into_field(struct type_merge *merge, struct graphql_field *field,
                             const struct graphql_field_definition *other)
{
	struct graphql_input *given = NULL, *before = field->arguments;
	size_t count = 0;
	if (!merge_types(merge, &other->name, &field->type, other->type))
		return false;
	for (size_t i = 0; i < other->argument_count; i++)
		definitions_add_input(merge->definitions, &given, &count, &other->arguments[i]);
	if (merge->definitions->replaces) {
		field->retyped = are_retyped(merge, before, given);
		join_arguments(field, given, NULL);
		field->description = other->description;
		field->place = definitions_place(merge->definitions, other->name.at);
	} else if (field->place.line) {
		join_arguments(field, before, given);
	} else {
		field->retyped = are_retyped(merge, before, given);
		join_arguments(field, given, before);
		field->place = definitions_place(merge->definitions, other->name.at);
	}
	return true;
}

bool merge_with_known(struct type_merge *merge, struct graphql_definition *definition, struct graphql_type *type)
{
	size_t kept = 0;
	for (size_t i = 0; i < definition->field_count; i++) {
		struct graphql_field *before = graphql_type_field(type, definition->fields[i].name.text);
		if (!before)
			definition->fields[kept++] = definition->fields[i];
		else if (!merge_into_field(merge, before, &definition->fields[i]))
			return false;
	}
	definition->field_count = kept;
	kept = 0;
	for (size_t i = 0; i < definition->input_count; i++) {
		struct graphql_input *before = graphql_type_input(type, definition->inputs[i].name.text);
		if (!before)
			definition->inputs[kept++] = definition->inputs[i];
		else if (!merge_types(merge, &definition->inputs[i].name, &before->type, definition->inputs[i].type))
			return false;
	}
	definition->input_count = kept;
	kept = 0;
	for (size_t i = 0; i < definition->value_count; i++)
		if (!graphql_type_value(type, definition->values[i].name.text))
			definition->values[kept++] = definition->values[i];
	definition->value_count = kept;
	kept = 0;
	for (size_t i = 0; i < definition->name_count; i++)
		if (!is_among(type->interface_names, type->interface_count, definition->names[i].text) &&
		    !is_among(type->member_names, type->member_count, definition->names[i].text))
			definition->names[kept++] = definition->names[i];
	definition->name_count = kept;
	return true;
}
