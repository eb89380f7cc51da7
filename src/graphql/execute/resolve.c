#include "resolve.h"

#include <json-c/json.h>

/* A member of the JSON object that the parent is; null when it is none, or has none of that name. */
static bool resolve_member(const struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_result *parent = call->parent;
	/* Names of fields are terminated: the schema copied them. */
	if (parent && parent->kind == GRAPHQL_RESULT_VALUE && json_object_is_type(parent->value, json_type_object) &&
	    json_find(parent->value, call->field->name.ptr, &result->value))
		result->kind = GRAPHQL_RESULT_VALUE;
	return true;
}

static bool run_resolver(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_field *field = call->field;
	if (field->resolve_batch)
		return field->resolve_batch(call, call->parent, call->parent_count, result);
	if (field->resolve)
		return field->resolve(call, result);
	return resolve_member(call, result);
}

bool graphql_resolve(struct graphql_call *call, struct graphql_result *result)
{
	call->step = call->field->middlewares;
	if (call->step)
		return call->step->run(call->step->context, call, result);
	return run_resolver(call, result);
}

bool graphql_next(struct graphql_call *call, struct graphql_result *result)
{
	const struct graphql_step *at_work = call->step;
	bool good;
	if (!at_work->next)
		return run_resolver(call, result);
	call->step = at_work->next;
	good = at_work->next->run(at_work->next->context, call, result);
	call->step = at_work;
	return good;
}

const struct graphql_value *graphql_argument(const struct graphql_call *call, const char *name)
{
	const struct graphql_value *value = call->arguments;
	for (const struct graphql_input *input = call->field->arguments; input; input = input->next, value++)
		if (slice_is(input->name, name))
			return value->kind == GRAPHQL_VALUE_ABSENT ? NULL : value;
	return NULL;
}
