#include "coerce.h"
#include "graphql/language/print.h"

#include "show.h"

static bool is_null(const struct graphql_value *value)
{
	return value->kind == GRAPHQL_VALUE_NULL || value->kind == GRAPHQL_VALUE_ABSENT;
}

/* ---- scalars and enums ---- */

static bool refuse_enum(struct arena *arena, const struct graphql_type *type, struct slice meant,
                        const struct buffer *refused, const char **reason)
{
	struct buffer message = {0};
	struct suggestions near = {.wanted = meant};
	for (const struct graphql_enum_value *one = type->values; one; one = one->next)
		suggest_consider(&near, one->name);
	buffer_slice(&message, buffer_as_slice(refused));
	suggest_print(&message, "the enum value", near.names, near.count);
	*reason = arena_copy(arena, buffer_as_slice(&message));
	buffer_free(&message);
	return false;
}

static bool enum_of_name(struct arena *arena, const struct graphql_type *type, struct slice name,
                         struct graphql_value *value, const char **reason)
{
	const struct graphql_enum_value *one = graphql_type_value(type, name);
	struct buffer refused = {0};
	if (one) {
		*value = (struct graphql_value){.kind = GRAPHQL_VALUE_STRING, .text = one->internal};
		return true;
	}
	buffer_text(&refused, "Value \"");
	buffer_slice(&refused, name);
	buffer_format(&refused, "\" does not exist in \"%.*s\" enum.", (int)type->name.len, type->name.ptr);
	refuse_enum(arena, type, name, &refused, reason);
	buffer_free(&refused);
	return false;
}

/* `shown`: the value as it is shown. */
static bool refuse_kind(struct arena *arena, const struct graphql_type *type, const char *kind, struct slice shown,
                        const char **reason)
{
	struct buffer refused = {0};
	buffer_format(&refused, "Enum \"%.*s\" cannot represent non-%s value: ", (int)type->name.len, type->name.ptr,
	              kind);
	buffer_slice(&refused, shown);
	buffer_byte(&refused, '.');
	refuse_enum(arena, type, shown, &refused, reason);
	buffer_free(&refused);
	return false;
}

bool graphql_coerce_leaf(struct arena *arena, const struct graphql_type *type, const struct graphql_value *sent,
                         struct graphql_value *value, const char **reason)
{
	*reason = NULL;
	if (type->kind == GRAPHQL_ENUM) {
		if (sent->kind == GRAPHQL_VALUE_STRING)
			return enum_of_name(arena, type, sent->text, value, reason);
		return refuse_kind(arena, type, "string", slice_of(graphql_inspected(arena, sent)), reason);
	}
	*value = *sent;
	return !type->parse || type->parse(type->context, arena, sent, value, reason);
}

bool graphql_parse_leaf(struct arena *arena, const struct graphql_type *type, const struct graphql_node *literal,
                        const struct map *variables, struct graphql_value *value, const char **reason)
{
	struct graphql_value plain;
	*reason = NULL;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_ABSENT};
	if (type->kind == GRAPHQL_ENUM) {
		if (literal->kind == GRAPHQL_NODE_ENUM)
			return enum_of_name(arena, type, literal->text, value, reason);
		struct buffer text = {0};
		graphql_print_node(&text, literal);
		refuse_kind(arena, type, "enum", buffer_as_slice(&text), reason);
		buffer_free(&text);
		return false;
	}
	if (type->parse_literal) {
		bool good = type->parse_literal(type->context, arena, literal, value, reason);
		if (!good || value->kind != GRAPHQL_VALUE_ABSENT)
			return good;
	}
	graphql_value_of_literal(arena, literal, variables, &plain);
	*value = plain;
	return !type->parse || type->parse(type->context, arena, &plain, value, reason);
}

/* ---- literals ---- */

static void add_field(struct graphql_value *object, const struct graphql_input *input, struct graphql_value value)
{
	object->items[object->count] = value;
	object->names[object->count] = input->name;
	object->inputs[object->count++] = input;
}

void graphql_begin_object(struct arena *arena, const struct graphql_type *type, size_t sent,
                          struct graphql_value *value)
{
	size_t room = sent;
	for (const struct graphql_input *input = type->inputs; input; input = input->next)
		room += input->default_value.kind != GRAPHQL_VALUE_ABSENT;
	if (room > type->input_count)
		room = type->input_count;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_OBJECT};
	value->items = arena_array(arena, room, sizeof *value->items);
	value->names = arena_array(arena, room, sizeof *value->names);
	value->inputs = arena_array(arena, room, sizeof *value->inputs);
}

static bool is_missing(const struct graphql_node *node, const struct map *variables)
{
	return node->kind == GRAPHQL_NODE_VARIABLE && !(variables && map_get(variables, node->text));
}

static const struct graphql_node *find_node(const struct graphql_node *object, struct slice name)
{
	for (size_t i = 0; i < object->count; i++)
		if (slice_equals(object->names[i].text, name))
			return &object->items[i];
	return NULL;
}

static bool coerce_object_literal(struct arena *arena, const struct graphql_node *node, const struct graphql_type *type,
                                  const struct map *variables, struct graphql_value *value)
{
	if (node->kind != GRAPHQL_NODE_OBJECT)
		return false;
	/* Names that the type does not have were refused before: by validation, or when the schema was finished. */
	graphql_begin_object(arena, type, node->count, value);
	for (const struct graphql_input *input = type->inputs; input; input = input->next) {
		const struct graphql_node *sent = find_node(node, input->name);
		struct graphql_value item;
		if (!sent || is_missing(sent, variables)) {
			if (input->default_value.kind != GRAPHQL_VALUE_ABSENT)
				add_field(value, input, input->default_value);
			else if (input->type->wrap == GRAPHQL_NON_NULL)
				return false;
			continue;
		}
		if (!graphql_coerce_literal(arena, sent, input->type, variables, &item))
			return false;
		add_field(value, input, item);
	}
	return true;
}

static bool coerce_list_literal(struct arena *arena, const struct graphql_node *node,
                                const struct graphql_reference *of, const struct map *variables,
                                struct graphql_value *value)
{
	const struct graphql_node *items = node;
	size_t count = 1;
	if (node->kind == GRAPHQL_NODE_LIST) {
		items = node->items;
		count = node->count;
	}
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_LIST, .count = count};
	value->items = arena_array(arena, count, sizeof *value->items);
	for (size_t i = 0; i < count; i++) {
		if (is_missing(&items[i], variables)) {
			if (of->wrap == GRAPHQL_NON_NULL)
				return false;
			value->items[i].kind = GRAPHQL_VALUE_NULL;
		} else if (!graphql_coerce_literal(arena, &items[i], of, variables, &value->items[i])) {
			return false;
		}
	}
	return true;
}

/* Goes as deep as the literal, whose depth the parser bounds, or the type, whose depth its own parser does. */
bool graphql_coerce_literal(struct arena *arena, const struct graphql_node *node,
                            const struct graphql_reference *reference, const struct map *variables,
                            struct graphql_value *value)
{
	const bool non_null = reference->wrap == GRAPHQL_NON_NULL;
	const char *reason;
	if (node->kind == GRAPHQL_NODE_VARIABLE) {
		const struct graphql_value *variable = variables ? map_get(variables, node->text) : NULL;
		*value = variable ? *variable : (struct graphql_value){.kind = GRAPHQL_VALUE_ABSENT};
		return !(non_null && is_null(value));
	}
	if (non_null)
		reference = reference->of;
	if (node->kind == GRAPHQL_NODE_NULL) {
		*value = (struct graphql_value){.kind = GRAPHQL_VALUE_NULL};
		return !non_null;
	}
	if (reference->wrap == GRAPHQL_LIST)
		return coerce_list_literal(arena, node, reference->of, variables, value);
	if (reference->type->kind == GRAPHQL_INPUT_OBJECT)
		return coerce_object_literal(arena, node, reference->type, variables, value);
	return graphql_is_leaf(reference->type) &&
	       graphql_parse_leaf(arena, reference->type, node, variables, value, &reason);
}

/* ---- arguments ---- */

static bool coerce_argument(struct arena *arena, const struct graphql_input *input, const struct graphql_node *node,
                            const struct map *variables, struct graphql_value *value, const char **refusal)
{
	const bool non_null = input->type->wrap == GRAPHQL_NON_NULL;
	const int length = (int)input->name.len;
	const char *name = input->name.ptr;
	if (!node || is_missing(node, variables)) {
		*value = input->default_value;
		if (value->kind != GRAPHQL_VALUE_ABSENT || !non_null)
			return true;
		*refusal =
		    node ? arena_format(
			       arena,
			       "Argument \"%.*s\" of required type \"%s\" was provided the variable \"$%.*s\" which "
			       "was not provided a runtime value.",
			       length, name, graphql_reference_text(arena, input->type), (int)node->text.len,
			       node->text.ptr)
			 : arena_format(arena, "Argument \"%.*s\" of required type \"%s\" was not provided.", length,
		                        name, graphql_reference_text(arena, input->type));
		return false;
	}
	const struct graphql_value *variable =
	    node->kind == GRAPHQL_NODE_VARIABLE ? map_get(variables, node->text) : NULL;
	if (non_null && (node->kind == GRAPHQL_NODE_NULL || (variable && is_null(variable)))) {
		*refusal = arena_format(arena, "Argument \"%.*s\" of non-null type \"%s\" must not be null.", length,
		                        name, graphql_reference_text(arena, input->type));
		return false;
	}
	if (graphql_coerce_literal(arena, node, input->type, variables, value))
		return true;
	struct buffer text = {0};
	graphql_print_node(&text, node);
	*refusal =
	    arena_format(arena, "Argument \"%.*s\" has invalid value %s.", length, name, buffer_terminate(&text));
	buffer_free(&text);
	return false;
}

bool graphql_coerce_arguments(struct arena *arena, const struct graphql_input *inputs, size_t input_count,
                              const struct graphql_argument_node *nodes, size_t node_count, const struct map *variables,
                              struct graphql_value *values, const char **refusal, graphql_offset *at)
{
	for (size_t i = 0; i < input_count; i++, inputs = inputs->next) {
		const struct graphql_argument_node *node = NULL;
		for (size_t j = 0; j < node_count && !node; j++)
			if (slice_equals(nodes[j].name.text, inputs->name))
				node = &nodes[j];
		if (!coerce_argument(arena, inputs, node ? &node->value : NULL, variables, &values[i], refusal)) {
			if (node)
				*at = node->value.at;
			return false;
		}
	}
	return true;
}
