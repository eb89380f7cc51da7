/* What the files of this folder share: how a type of introspection is described, and how its fields are answered.
 * Objects are the schema's own structures: __Schema: graphql_schema; __Type: graphql_reference; __Field: graphql_field;
 * __InputValue: graphql_input; __EnumValue: graphql_enum_value; __Directive: graphql_directive. */
#ifndef LECTERN_GRAPHQL_INTROSPECTION_DESCRIBED_H
#define LECTERN_GRAPHQL_INTROSPECTION_DESCRIBED_H

#include "graphql/execute/execute.h"

struct described_field {
	const char *name, *type;
	graphql_resolver *resolve;
	const char *description; /* or NULL */
	bool deprecable;         /* has the argument includeDeprecated */
};

/* The fields of a type of introspection. */
struct described_type {
	const char *name, *description;
	const struct described_field *fields;
	size_t count;
};

extern const struct described_type introspect_schema, introspect_type, introspect_field, introspect_input,
    introspect_value, introspect_directive;

static inline bool give_text(struct graphql_result *result, struct slice text)
{
	if (text.ptr) {
		result->kind = GRAPHQL_RESULT_STRING;
		result->text = text;
	}
	return true;
}

static inline bool give_boolean(struct graphql_result *result, bool boolean)
{
	result->kind = GRAPHQL_RESULT_BOOLEAN;
	result->boolean = boolean;
	return true;
}

static inline bool give_object(struct graphql_result *result, const void *object)
{
	if (object) {
		result->kind = GRAPHQL_RESULT_OBJECT;
		result->object = object;
	}
	return true;
}

static inline bool give_type(struct graphql_result *result, const struct graphql_type *type)
{
	return give_object(result, type ? &type->reference : NULL);
}

static inline bool pick_object(struct graphql_call *call, const void *list, size_t index, struct graphql_result *result)
{
	(void)call;
	return give_object(result, ((const void *const *)list)[index]);
}

static inline bool pick_type(struct graphql_call *call, const void *list, size_t index, struct graphql_result *result)
{
	(void)call;
	return give_type(result, ((const struct graphql_type *const *)list)[index]);
}

static inline bool give_list(struct graphql_result *result, const void *list, size_t count,
                             bool (*item)(struct graphql_call *, const void *, size_t, struct graphql_result *))
{
	result->kind = GRAPHQL_RESULT_LIST;
	result->object = list;
	result->count = count;
	result->item = item;
	return true;
}

/* Is what has that reason for being deprecated asked for? */
static inline bool is_wanted(const struct graphql_call *call, const char *deprecation)
{
	return !deprecation || (call->arguments[0].kind == GRAPHQL_VALUE_BOOLEAN && call->arguments[0].boolean);
}

static inline bool give_inputs(struct graphql_call *call, const struct graphql_input *inputs, size_t count,
                               struct graphql_result *result)
{
	const void **list = arena_array(call->arena, count, sizeof *list);
	count = 0;
	for (; inputs; inputs = inputs->next)
		if (is_wanted(call, inputs->deprecation))
			list[count++] = inputs;
	return give_list(result, list, count, pick_object);
}

#endif
