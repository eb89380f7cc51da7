/* The variables of a request. */
#include "variables.h"
#include "coerce.h"
#include "variable_errors.h"
#include "weigh.h"

#include <json-c/json.h>
#include <stdio.h>

static void coerce(struct coercion *coercion, const struct graphql_value *sent,
                   const struct graphql_reference *reference, const struct variable_path *path,
                   struct graphql_value *value);

static void coerce_list(struct coercion *coercion, const struct graphql_value *sent, const struct graphql_reference *of,
                        const struct variable_path *above, struct graphql_value *value)
{
	const bool list = sent->kind == GRAPHQL_VALUE_LIST;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_LIST, .count = list ? sent->count : 1};
	value->items = arena_array(coercion->arena, value->count, sizeof *value->items);
	if (!list) {
		coerce(coercion, sent, of, above, &value->items[0]);
		return;
	}
	for (size_t i = 0; i < sent->count && !coercion->full; i++) {
		const struct variable_path path = {.above = above, .index = i};
		coerce(coercion, &sent->items[i], of, &path, &value->items[i]);
	}
}

static const struct graphql_value *find(const struct graphql_value *object, struct slice name)
{
	for (size_t i = 0; i < object->count; i++)
		if (slice_equals(object->names[i], name))
			return &object->items[i];
	return NULL;
}

static void coerce_object(struct coercion *coercion, const struct graphql_value *sent, const struct graphql_type *type,
                          const struct variable_path *above, struct graphql_value *value)
{
	struct buffer reason = {0};
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_OBJECT};
	/* To JavaScript a list is an object without any of the fields. */
	if (sent->kind != GRAPHQL_VALUE_OBJECT && sent->kind != GRAPHQL_VALUE_LIST) {
		buffer_format(&reason, "Expected type \"%.*s\" to be an object.", (int)type->name.len, type->name.ptr);
		variables_refuse_value(coercion, sent, above, &reason);
		return;
	}
	graphql_begin_object(coercion->arena, type, sent->kind == GRAPHQL_VALUE_OBJECT ? sent->count : 0, value);
	for (const struct graphql_input *input = type->inputs; input && !coercion->full; input = input->next) {
		const struct graphql_value *input_value =
		    sent->kind == GRAPHQL_VALUE_OBJECT ? find(sent, input->name) : NULL;
		if (!input_value && input->default_value.kind == GRAPHQL_VALUE_ABSENT) {
			if (input->type->wrap != GRAPHQL_NON_NULL)
				continue;
			buffer_format(&reason, "Field \"%.*s\" of required type \"", (int)input->name.len,
			              input->name.ptr);
			graphql_print_reference(&reason, input->type);
			buffer_text(&reason, "\" was not provided.");
			variables_refuse_value(coercion, sent, above, &reason);
			continue;
		}
		struct graphql_value *item = &value->items[value->count];
		value->names[value->count] = input->name;
		value->inputs[value->count++] = input;
		const struct variable_path path = {.above = above, .name = input->name};
		if (input_value)
			coerce(coercion, input_value, input->type, &path, item);
		else
			*item = input->default_value;
	}
	for (size_t i = 0; i < sent->count && !coercion->full; i++) {
		char digits[24];
		struct slice name = {digits, 0};
		if (sent->kind == GRAPHQL_VALUE_OBJECT)
			name = sent->names[i];
		else
			name.len = (size_t)snprintf(digits, sizeof digits, "%zu", i);
		if (!graphql_type_input(type, name))
			variables_refuse_field(coercion, sent, name, type, above);
	}
}

static void coerce_leaf(struct coercion *coercion, const struct graphql_value *sent, const struct graphql_type *type,
                        const struct variable_path *path, struct graphql_value *value)
{
	struct buffer reason = {0};
	const char *why;
	if (graphql_coerce_leaf(coercion->arena, type, sent, value, &why))
		return;
	if (!why || type->reasons_explained)
		buffer_format(&reason, "Expected type \"%.*s\".%s", (int)type->name.len, type->name.ptr,
		              why ? " " : "");
	if (why)
		buffer_text(&reason, why);
	variables_refuse_value(coercion, sent, path, &reason);
}

/* Goes as deep as the value, whose depth is bounded, or the type. */
static void coerce(struct coercion *coercion, const struct graphql_value *sent,
                   const struct graphql_reference *reference, const struct variable_path *path,
                   struct graphql_value *value)
{
	struct buffer reason = {0};
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_NULL};
	if (sent->kind == GRAPHQL_VALUE_NULL) {
		if (reference->wrap != GRAPHQL_NON_NULL)
			return;
		buffer_text(&reason, "Expected non-nullable type \"");
		graphql_print_reference(&reason, reference);
		buffer_text(&reason, "\" not to be null.");
		variables_refuse_value(coercion, sent, path, &reason);
		return;
	}
	if (reference->wrap == GRAPHQL_NON_NULL)
		reference = reference->of;
	if (reference->wrap == GRAPHQL_LIST)
		coerce_list(coercion, sent, reference->of, path, value);
	else if (reference->type->kind == GRAPHQL_INPUT_OBJECT)
		coerce_object(coercion, sent, reference->type, path, value);
	else
		coerce_leaf(coercion, sent, reference->type, path, value);
}

/* A value becomes a list of one where its type is a list: in [[[Int]]] each number may become three lists. The first
 * list is free. */
static size_t count_wrapping(const struct graphql_reference *type)
{
	size_t lists = 0;
	for (; type->wrap != GRAPHQL_NAMED; type = type->of)
		lists += type->wrap == GRAPHQL_LIST;
	return lists ? lists - 1 : 0;
}

static void report_too_many(struct coercion *coercion, const struct graphql_reference *type)
{
	variables_refuse_type(coercion, " holds too many values for the type", type, ".");
}

/* A variable that was not given. */
static void take_default(struct coercion *coercion, const struct graphql_reference *type)
{
	const struct graphql_variable_definition *variable = coercion->variable;
	const struct graphql_node *literal = variable->default_value;
	struct graphql_value *value = arena_alloc(coercion->arena, sizeof *value);
	if (!literal && type->wrap == GRAPHQL_NON_NULL)
		variables_refuse_type(coercion, " of required type", type, " was not provided.");
	else if (literal && coercion->values_left &&
	         !graphql_weigh_literal(literal, count_wrapping(type), coercion->values_left))
		report_too_many(coercion, type);
	else if (literal && graphql_coerce_literal(coercion->arena, literal, type, NULL, value))
		map_set(coercion->variables, variable->name.text, value);
}

static void take_value(struct coercion *coercion, const struct graphql_reference *type, struct json_object *input_value)
{
	struct graphql_value sent, *value = arena_alloc(coercion->arena, sizeof *value);
	struct buffer message = {0};
	if (!input_value && type->wrap == GRAPHQL_NON_NULL) {
		variables_refuse_type(coercion, " of non-null type", type, " must not be null.");
		return;
	}
	if (!graphql_value_of_json(coercion->arena, input_value, &sent)) {
		variables_begin(coercion, &message);
		buffer_format(&message, " is nested deeper than %d levels.", GRAPHQL_DEEPEST_VALUE);
		variables_report(coercion, &message);
		return;
	}
	if (coercion->values_left && !graphql_weigh_value(&sent, count_wrapping(type), coercion->values_left)) {
		report_too_many(coercion, type);
		return;
	}
	coerce(coercion, &sent, type, NULL, value);
	map_set(coercion->variables, coercion->variable->name.text, value);
}

bool graphql_coerce_variables(struct arena *arena, const struct graphql_schema *schema,
                              const struct graphql_operation *operation, struct json_object *input_value,
                              size_t *values_left, struct map *variables, const struct graphql_error **errors,
                              size_t *error_count)
{
	struct coercion coercion = {.arena = arena, .variables = variables, .values_left = values_left};
	map_init(variables, arena);
	for (size_t i = 0; i < operation->variable_count && !coercion.full; i++) {
		const struct graphql_variable_definition *variable = &operation->variables[i];
		const struct graphql_reference *type = graphql_resolve_type_node(schema, arena, variable->type);
		struct json_object *value = NULL;
		coercion.variable = variable;
		if (!type || !graphql_is_input(graphql_reference_type(type)))
			variables_refuse_type(&coercion, " expected value of type", NULL,
			                      " which cannot be used as an input type.");
		else if (json_find(input_value, arena_copy(arena, variable->name.text), &value))
			take_value(&coercion, type, value);
		else
			take_default(&coercion, type);
	}
	*errors = coercion.errors;
	*error_count = coercion.count;
	return coercion.count == 0;
}

bool graphql_coerce_json(struct arena *arena, struct slice name, struct json_object *json,
                         const struct graphql_reference *type, struct graphql_value *value, const char **message)
{
	const struct graphql_variable_definition variable = {.name = {.text = name}};
	struct map values;
	struct coercion coercion = {.arena = arena, .variables = &values, .variable = &variable};
	map_init(&values, arena);
	take_value(&coercion, type, json);
	const struct graphql_value *found = map_get(&values, name);
	*message = coercion.count ? coercion.errors[0].message : NULL;
	if (coercion.count || !found)
		return false;
	*value = *found;
	return true;
}
