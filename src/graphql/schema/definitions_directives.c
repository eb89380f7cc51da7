/* The directives of a schema's text. */
#include "definitions_directives.h"
#include "graphql/language/print.h"

/* A directive of the schema, or one that the same text defines, in one form. */
struct known_definition {
	bool repeatable;
	const struct graphql_directive *of_schema; /* one of the two is not NULL */
	const struct graphql_definition *of_text;
};

static bool find(const struct definitions *definitions, const struct map *defined, struct slice name,
                 struct known_definition *known)
{
	known->of_schema = map_get(&definitions->schema->directives_by_name, name);
	known->of_text = known->of_schema ? NULL : map_get(defined, name);
	known->repeatable =
	    known->of_schema ? known->of_schema->repeatable : known->of_text && known->of_text->repeatable;
	return known->of_schema || known->of_text;
}

static bool is_allowed(const struct known_definition *known, const char *location)
{
	for (size_t i = 0; known->of_schema && i < known->of_schema->location_count; i++)
		if (strcmp(known->of_schema->locations[i], location) == 0)
			return true;
	for (size_t i = 0; known->of_text && i < known->of_text->name_count; i++)
		if (slice_is(known->of_text->names[i].text, location))
			return true;
	return false;
}

static const struct graphql_argument_node *find_node(const struct graphql_directive_node *node, struct slice name)
{
	for (size_t i = 0; i < node->argument_count; i++)
		if (slice_equals(node->arguments[i].name.text, name))
			return &node->arguments[i];
	return NULL;
}

static bool is_argument(const struct known_definition *known, struct slice name)
{
	const struct graphql_input *input = known->of_schema ? known->of_schema->arguments : NULL;
	for (; input; input = input->next)
		if (slice_equals(input->name, name))
			return true;
	for (size_t i = 0; known->of_text && i < known->of_text->input_count; i++)
		if (slice_equals(known->of_text->inputs[i].name.text, name))
			return true;
	return false;
}

static bool refuse_argument(struct definitions *definitions, const struct known_definition *known,
                            const struct graphql_directive_node *node, const struct graphql_name *name,
                            struct error *error)
{
	struct suggestions near = {.wanted = name->text};
	struct buffer message = {0};
	for (const struct graphql_input *input = known->of_schema ? known->of_schema->arguments : NULL; input;
	     input = input->next)
		suggest_consider(&near, input->name);
	for (size_t i = 0; known->of_text && i < known->of_text->input_count; i++)
		suggest_consider(&near, known->of_text->inputs[i].name.text);
	buffer_format(&message, "Unknown argument \"%.*s\" on directive \"@%.*s\".", TEXT(name->text),
	              TEXT(node->name.text));
	suggest_print(&message, NULL, near.names, near.count);
	graphql_refuse(error, definitions_place(definitions, name->at), "%s", buffer_terminate(&message));
	buffer_free(&message);
	return false;
}

static bool refuse_missing(struct definitions *definitions, const struct graphql_directive_node *node,
                           struct slice name, struct buffer *type, struct error *error)
{
	graphql_refuse(error, definitions_place(definitions, node->at),
	               "Directive \"@%.*s\" argument \"%.*s\" of type \"%s\" is required, but it was not provided.",
	               TEXT(node->name.text), TEXT(name), buffer_terminate(type));
	buffer_free(type);
	return false;
}

static bool check_required(struct definitions *definitions, const struct known_definition *known,
                           const struct graphql_directive_node *node, struct error *error)
{
	const struct graphql_input *input = known->of_schema ? known->of_schema->arguments : NULL;
	struct buffer type = {0};
	for (; input; input = input->next) {
		if (input->type->wrap != GRAPHQL_NON_NULL || input->default_node || find_node(node, input->name))
			continue;
		graphql_print_reference(&type, input->type);
		return refuse_missing(definitions, node, input->name, &type, error);
	}
	for (size_t i = 0; known->of_text && i < known->of_text->input_count; i++) {
		const struct graphql_input_definition *one = &known->of_text->inputs[i];
		if (one->type->wrap != GRAPHQL_NON_NULL || one->default_value || find_node(node, one->name.text))
			continue;
		graphql_print_type_node(&type, one->type);
		return refuse_missing(definitions, node, one->name.text, &type, error);
	}
	return true;
}

bool definitions_check_names(struct definitions *definitions, const struct graphql_node *value, struct error *error)
{
	for (size_t i = 0; value && i < value->count; i++) {
		for (size_t j = 0; value->names && j < i; j++)
			if (slice_equals(value->names[i].text, value->names[j].text))
				return graphql_refuse(error, definitions_place(definitions, value->names[i].at),
				                      "There can be only one input field named \"%.*s\".",
				                      TEXT(value->names[i].text));
		if (!definitions_check_names(definitions, &value->items[i], error))
			return false;
	}
	return true;
}

/* The two directives of a schema that are heard take texts. */
static bool check_value(struct definitions *definitions, const struct known_definition *known,
                        const struct graphql_argument_node *argument, struct error *error)
{
	const bool non_null = known->of_schema && slice_is(known->of_schema->name, "specifiedBy");
	struct buffer text = {0};
	if (!known->of_schema || !known->of_schema->built_in || argument->value.kind == GRAPHQL_NODE_STRING ||
	    (argument->value.kind == GRAPHQL_NODE_NULL && !non_null))
		return true;
	graphql_print_node(&text, &argument->value);
	graphql_refuse(error, definitions_place(definitions, argument->value.at),
	               "Argument \"%.*s\" has invalid value %s.", TEXT(argument->name.text), buffer_terminate(&text));
	buffer_free(&text);
	return false;
}

static bool check_arguments(struct definitions *definitions, const struct known_definition *known,
                            const struct graphql_directive_node *node, struct error *error)
{
	for (size_t i = 0; i < node->argument_count; i++) {
		const struct graphql_argument_node *argument = &node->arguments[i];
		if (!is_argument(known, argument->name.text))
			return refuse_argument(definitions, known, node, &argument->name, error);
		if (find_node(node, argument->name.text) != argument)
			return graphql_refuse(error, definitions_place(definitions, argument->name.at),
			                      "There can be only one argument named \"%.*s\".",
			                      TEXT(argument->name.text));
		if (!check_value(definitions, known, argument, error) ||
		    !definitions_check_names(definitions, &argument->value, error))
			return false;
	}
	return check_required(definitions, known, node, error);
}

bool definitions_check_directives(struct definitions *definitions, const struct graphql_directive_list *directives,
                                  const char *location, const struct map *defined, struct error *error)
{
	for (size_t i = 0; i < directives->count; i++) {
		const struct graphql_directive_node *node = &directives->items[i];
		const struct graphql_place place = definitions_place(definitions, node->at);
		struct known_definition known;
		if (!find(definitions, defined, node->name.text, &known))
			return graphql_refuse(error, place, "Unknown directive \"@%.*s\".", TEXT(node->name.text));
		if (!is_allowed(&known, location))
			return graphql_refuse(error, place, "Directive \"@%.*s\" may not be used on %s.",
			                      TEXT(node->name.text), location);
		for (size_t j = 0; j < i && !known.repeatable; j++)
			if (slice_equals(directives->items[j].name.text, node->name.text))
				return graphql_refuse(error, place,
				                      "The directive \"@%.*s\" can only be used once at this location.",
				                      TEXT(node->name.text));
		if (!check_arguments(definitions, &known, node, error))
			return false;
	}
	return true;
}
