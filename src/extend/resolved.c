/* What resolvers see of their call, and what they give. */
#include "resolved.h"
#include "values.h"

bool lectern_is_graphql(const lectern_call *call)
{
	return call->graphql != NULL;
}

/* ---- arguments and info ---- */

static lectern_value *argument_value(lectern_call *call, const struct graphql_value *value)
{
	return value && value->kind != GRAPHQL_VALUE_ABSENT ? value_keep(call->arena, graphql_value_to_json(value))
	                                                    : NULL;
}

lectern_value *lectern_argument(lectern_call *call, const char *name)
{
	return call->graphql && name ? argument_value(call, graphql_argument(call->graphql, name)) : NULL;
}

lectern_value *lectern_arguments(lectern_call *call)
{
	lectern_value *all = lectern_new_object(call);
	const struct graphql_value *value = call->graphql ? call->graphql->arguments : NULL;
	if (!value)
		return all;
	for (const struct graphql_input *input = call->graphql->field->arguments; input; input = input->next, value++)
		if (value->kind != GRAPHQL_VALUE_ABSENT)
			lectern_set(all, arena_copy(call->arena, input->name), argument_value(call, value));
	return all;
}

bool lectern_set_argument(lectern_call *call, const char *name, lectern_value *value)
{
	struct graphql_call *graphql = call->graphql;
	size_t count = 0, found = 0;
	const struct graphql_input *wanted = NULL;
	const char *message;
	for (const struct graphql_input *input = graphql ? graphql->field->arguments : NULL; input;
	     input = input->next) {
		if (name && slice_is(input->name, name)) {
			wanted = input;
			found = count;
		}
		count++;
	}
	if (!wanted)
		return error_internal(call->error, "an extension set the argument \"%s\", which there is not",
		                      name ? name : "");
	struct graphql_value *arguments = arena_array(call->arena, count, sizeof *arguments);
	memcpy(arguments, graphql->arguments, count * sizeof *arguments);
	if (!graphql_coerce_json(call->arena, wanted->name, value_json(value), wanted->type, &arguments[found],
	                         &message))
		return error_validation(call->error, "%s", message);
	graphql->arguments = arguments;
	return true;
}

lectern_text lectern_info_parent_type(lectern_call *call)
{
	return call->graphql ? text_keep(call->arena, call->graphql->parent_type->name) : (lectern_text){"", 0};
}

lectern_text lectern_info_field(lectern_call *call)
{
	return call->graphql ? text_keep(call->arena, call->graphql->field->name) : (lectern_text){"", 0};
}

lectern_text lectern_info_key(lectern_call *call)
{
	return call->graphql ? text_keep(call->arena, call->graphql->selected->key) : (lectern_text){"", 0};
}

lectern_text lectern_info_type(lectern_call *call)
{
	struct buffer type = {0};
	if (!call->graphql)
		return (lectern_text){"", 0};
	graphql_print_reference(&type, call->graphql->field->type);
	lectern_text text = text_keep(call->arena, buffer_as_slice(&type));
	buffer_free(&type);
	return text;
}

/* ---- parents ---- */

size_t lectern_parent_count(const lectern_call *call)
{
	return call->graphql && call->graphql->parent ? call->graphql->parent_count : 0;
}

int64_t lectern_parent_id(lectern_call *call, size_t index)
{
	struct content_entry entry;
	if (index >= lectern_parent_count(call))
		return 0;
	if (api_graphql_entry(&call->graphql->parent[index], &entry))
		return content_entry_id(entry);
	return lectern_as_integer(lectern_get(lectern_parent_at(call, index), "id"), 0);
}

lectern_value *lectern_parent_at(lectern_call *call, size_t index)
{
	struct content_entry entry;
	struct buffer text = {0};
	lectern_value *value = NULL;
	if (index >= lectern_parent_count(call))
		return NULL;
	const struct graphql_result *parent = &call->graphql->parent[index];
	if (parent->kind == GRAPHQL_RESULT_VALUE)
		return json_value(parent->value);
	if (!api_graphql_entry(parent, &entry))
		return NULL;
	content_entry_write(&text, entry);
	value_parse(call->arena, buffer_as_slice(&text), &value, call->error);
	buffer_free(&text);
	return value;
}

lectern_value *lectern_parent(lectern_call *call)
{
	return lectern_parent_at(call, 0);
}

/* ---- results ---- */

bool lectern_resolve_at(lectern_call *call, size_t index, lectern_value *value)
{
	bool batch = call->graphql && call->graphql->field->resolve_batch && call->graphql->parent;
	if (!call->graphql || (index > 0 && (!batch || index >= call->graphql->parent_count)))
		return error_internal(call->error, "an extension resolved where there is nothing to resolve");
	struct graphql_result *result = &call->results[index];
	struct json_object *json = value_json(value);
	result->kind = json ? GRAPHQL_RESULT_VALUE : GRAPHQL_RESULT_NULL;
	result->value = json;
	result->type = NULL;
	result->group = NULL;
	return true;
}

bool lectern_resolve(lectern_call *call, lectern_value *value)
{
	return lectern_resolve_at(call, 0, value);
}

static bool entry_value(lectern_call *call, const struct graphql_result *result, lectern_value **value)
{
	struct content_entry entry;
	struct buffer text = {0};
	if (!api_graphql_entry(result, &entry))
		return false;
	content_entry_write(&text, entry);
	bool done = value_parse(call->arena, buffer_as_slice(&text), value, call->error);
	buffer_free(&text);
	return done;
}

/* Lists of the server's own are of entries. */
static bool list_value(lectern_call *call, const struct graphql_result *result, lectern_value **value)
{
	lectern_value *list = lectern_new_array(call), *item;
	for (size_t i = 0; call->graphql && i < result->count; i++) {
		struct graphql_result one = {.kind = GRAPHQL_RESULT_NULL};
		if (!result->item(call->graphql, result->object, i, &one) || !entry_value(call, &one, &item))
			return false;
		lectern_append(list, item);
	}
	*value = list;
	return call->graphql != NULL;
}

bool resolved_value(lectern_call *call, const struct graphql_result *result, lectern_value **value)
{
	*value = NULL;
	switch (result->kind) {
	case GRAPHQL_RESULT_NULL:
	case GRAPHQL_RESULT_ERROR:
		return true;
	case GRAPHQL_RESULT_VALUE:
		*value = json_value(result->value);
		return true;
	case GRAPHQL_RESULT_JSON:
		return value_parse(call->arena, result->text, value, call->error);
	case GRAPHQL_RESULT_BOOLEAN:
		*value = lectern_new_boolean(call, result->boolean);
		return true;
	case GRAPHQL_RESULT_INTEGER:
		*value = lectern_new_integer(call, result->integer);
		return true;
	case GRAPHQL_RESULT_NUMBER:
		*value = lectern_new_number(call, result->number);
		return true;
	case GRAPHQL_RESULT_STRING:
		*value = lectern_new_string(call, result->text.ptr, result->text.len);
		return true;
	case GRAPHQL_RESULT_OBJECT:
		return entry_value(call, result, value);
	case GRAPHQL_RESULT_LIST:
		return list_value(call, result, value);
	}
	return false;
}

bool lectern_resolved_at(lectern_call *call, size_t index, lectern_value **value)
{
	*value = NULL;
	if (!call->graphql || (index > 0 && index >= lectern_parent_count(call)))
		return error_internal(call->error, "an extension asked for a result where there is none");
	return resolved_value(call, &call->results[index], value);
}

bool lectern_resolved(lectern_call *call, lectern_value **value)
{
	return lectern_resolved_at(call, 0, value);
}
