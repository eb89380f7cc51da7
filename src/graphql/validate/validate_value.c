/* Values where a type is expected. */
#include "validate_value.h"
#include "graphql/language/print.h"
#include "graphql/values/coerce.h"

static const struct graphql_reference *nullable(const struct graphql_reference *type)
{
	return type && type->wrap == GRAPHQL_NON_NULL ? type->of : type;
}

/* Expected value of type "X", found Y */
static struct buffer *write_expected(struct validator *validator, const struct graphql_reference *type,
                                     const struct graphql_node *node)
{
	struct buffer *message = validator_message(validator);

	buffer_text(message, "Expected value of type \"");
	graphql_print_reference(message, type);
	buffer_text(message, "\", found ");
	graphql_print_node(message, node);
	return message;
}

/* A value that is no null, variable, or list or object where one is expected. */
static void check_leaf(struct validator *validator, const struct graphql_reference *type,
                       const struct graphql_node *node)
{
	const struct graphql_type *named = type ? graphql_reference_type(type) : NULL;
	struct graphql_value value;
	const char *reason = NULL;

	if (!named ||
	    (graphql_is_leaf(named) && graphql_parse_leaf(validator->arena, named, node, NULL, &value, &reason)))
		return;
	if (reason && !named->reasons_explained) {
		buffer_text(validator_message(validator), reason);
	} else {
		struct buffer *message = write_expected(validator, type, node);
		if (reason)
			buffer_format(message, "; %s", reason);
		else
			buffer_byte(message, '.');
	}
	validator_report(validator, node->at);
}

static bool has_field(const struct graphql_node *object, struct slice name)
{
	for (size_t i = 0; i < object->count; i++)
		if (slice_equals(object->names[i].text, name))
			return true;
	return false;
}

static void check_required_fields(struct validator *validator, const struct graphql_type *type,
                                  const struct graphql_node *object)
{
	for (const struct graphql_input *input = type->inputs; input; input = input->next) {
		if (!validator_is_required(input) || has_field(object, input->name))
			continue;
		struct buffer *message = validator_message(validator);
		buffer_format(message, "Field \"%.*s.%.*s\" of required type \"", TEXT(type->name), TEXT(input->name));
		graphql_print_reference(message, input->type);
		buffer_text(message, "\" was not provided.");
		validator_report(validator, object->at);
	}
}

static void report_unknown_field(struct validator *validator, const struct graphql_type *type,
                                 const struct graphql_name *name)
{
	struct suggestions suggestions = {.wanted = name->text, .budget = &validator->suggest_budget};

	for (const struct graphql_input *input = type->inputs; input; input = input->next)
		suggest_consider(&suggestions, input->name);
	struct buffer *message = validator_message(validator);
	buffer_format(message, "Field \"%.*s\" is not defined by type \"%.*s\".", TEXT(name->text), TEXT(type->name));
	suggest_print(message, NULL, suggestions.names, suggestions.count);
	validator_report(validator, name->at);
}

/* Where a name stood before among the first `count` of an object, or `count`. */
struct seen {
	struct map by_name;
	const struct graphql_node *object;
};

static const struct graphql_name *find_before(struct seen *seen, size_t index)
{
	enum { FEW = 8 };
	const struct graphql_name *names = seen->object->names;

	if (seen->object->count > FEW) {
		const struct graphql_name *before = map_get(&seen->by_name, names[index].text);
		if (!before)
			map_set(&seen->by_name, names[index].text, (void *)&names[index]);
		return before;
	}
	for (size_t i = 0; i < index; i++)
		if (slice_equals(names[i].text, names[index].text))
			return &names[i];
	return NULL;
}

static void visit(struct validator *validator, const struct graphql_reference *type, bool has_default,
                  const struct graphql_node *node, bool check);

static void visit_object(struct validator *validator, const struct graphql_reference *type,
                         const struct graphql_node *node, bool check)
{
	const struct graphql_type *named = type ? graphql_reference_type(type) : NULL;
	struct seen seen = {.object = node};

	if (named && named->kind != GRAPHQL_INPUT_OBJECT)
		named = NULL;
	if (check && named)
		check_required_fields(validator, named, node);
	else if (check)
		check_leaf(validator, type, node);
	map_init(&seen.by_name, validator->arena);
	for (size_t i = 0; i < node->count; i++) {
		const struct graphql_name *name = &node->names[i], *before;
		const struct graphql_input *input = named ? graphql_type_input(named, name->text) : NULL;
		if (check && named && !input)
			report_unknown_field(validator, named, name);
		if ((before = find_before(&seen, i))) {
			const graphql_offset at[] = {before->at, name->at};
			buffer_format(validator_message(validator), "There can be only one input field named \"%.*s\".",
			              TEXT(name->text));
			validator_report_all(validator, at, COUNT_OF(at));
		}
		visit(validator, input ? input->type : NULL, input && input->default_value.kind != GRAPHQL_VALUE_ABSENT,
		      &node->items[i], check && named);
	}
}

/* Without `check` only what does not depend on types is looked at. */
static void visit(struct validator *validator, const struct graphql_reference *type, bool has_default,
                  const struct graphql_node *node, bool check)
{
	const struct graphql_reference *item;
	struct part *part = validator->part;
	bool list;

	switch (node->kind) {
	case GRAPHQL_NODE_VARIABLE:
		part->usages = arena_grow(validator->arena, part->usages, part->usage_count, &part->usage_size,
		                          sizeof *part->usages);
		part->usages[part->usage_count++] = (struct variable_usage){node->text, node->at, type, has_default};
		return;
	case GRAPHQL_NODE_LIST:
		/* One item may stand for a list of one, but no list for an item. */
		item = nullable(type);
		list = item && item->wrap == GRAPHQL_LIST;
		if (list)
			item = item->of;
		else if (check)
			check_leaf(validator, item, node);
		for (size_t i = 0; i < node->count; i++)
			visit(validator, item, false, &node->items[i], check && list);
		return;
	case GRAPHQL_NODE_OBJECT:
		visit_object(validator, type, node, check);
		return;
	case GRAPHQL_NODE_NULL:
		if (check && type && type->wrap == GRAPHQL_NON_NULL) {
			buffer_byte(write_expected(validator, type, node), '.');
			validator_report(validator, node->at);
		}
		return;
	default:
		if (check)
			check_leaf(validator, type, node);
	}
}

void validator_value(struct validator *validator, const struct graphql_reference *type, bool has_default,
                     const struct graphql_node *node)
{
	visit(validator, type, has_default, node, true);
}
