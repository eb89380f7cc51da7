#include "operation.h"
#include "errors.h"
#include "mutations.h"
#include "plan.h"
#include "queries.h"

#include <json-c/json.h>

void api_graphql_operation_write_error(struct buffer *buffer, const char *message, const char *code)
{
	buffer_text(buffer, "{\"errors\":[{\"message\":");
	json_write_string(buffer, slice_of(message));
	buffer_text(buffer, ",\"extensions\":{\"code\":");
	json_write_string(buffer, slice_of(code));
	buffer_text(buffer, "}}]}");
}

const struct api_graphql_root *api_graphql_operation_root(const struct api_graphql_operation *operation, size_t field)
{
	const struct graphql_selected *selected = &graphql_root_fields(operation->execution)->items[field];
	const struct api_graphql_schema *schema = operation->context.schema;
	if (!selected->field || slice_starts_with(selected->field->name, SLICE("__")) ||
	    operation->operation->kind == GRAPHQL_SUBSCRIPTION)
		return NULL;
	return (api_graphql_operation_is_mutation(operation) ? schema->of_mutations
	                                                     : schema->of_queries)[selected->field->index];
}

size_t api_graphql_operation_field_count(const struct api_graphql_operation *operation)
{
	return operation->execution ? graphql_root_fields(operation->execution)->count : 0;
}

bool api_graphql_operation_is_mutation(const struct api_graphql_operation *operation)
{
	return operation->execution && operation->operation->kind == GRAPHQL_MUTATION;
}

bool api_graphql_operation_is_change(const struct api_graphql_operation *operation, size_t field)
{
	return operation->context.admitted[field] && api_graphql_operation_root(operation, field);
}

bool api_graphql_operation_is_account(const struct api_graphql_operation *operation, size_t field)
{
	const struct api_graphql_root *root =
	    api_graphql_operation_is_mutation(operation) ? api_graphql_operation_root(operation, field) : NULL;
	return root && root->work == API_GRAPHQL_ACCOUNT && operation->context.admitted[field];
}

bool api_graphql_operation_is_elsewhere(const struct api_graphql_operation *operation, size_t field)
{
	const struct api_graphql_root *root =
	    api_graphql_operation_is_mutation(operation) ? api_graphql_operation_root(operation, field) : NULL;
	return root && root->work == API_GRAPHQL_ELSEWHERE;
}

static bool waits_below(const struct api_graphql_operation *operation, struct graphql_selected *selected);

static bool set_waits(const struct api_graphql_operation *operation, const struct graphql_selected_set *set)
{
	for (size_t i = 0; set && i < set->count; i++) {
		struct graphql_selected *selected = &set->items[i];
		if (selected->field && (selected->field->waits || waits_below(operation, selected)))
			return true;
	}
	return false;
}

static bool waits_below(const struct api_graphql_operation *operation, struct graphql_selected *selected)
{
	const struct graphql_type *type = graphql_reference_type(selected->field->type);
	if (!graphql_is_composite(type) || type->built_in == GRAPHQL_INTROSPECTION)
		return false;
	if (type->kind == GRAPHQL_OBJECT)
		return set_waits(operation, graphql_selected_below(operation->execution, selected, type));
	for (const struct graphql_type *one = operation->context.schema->graphql->types; one; one = one->next)
		if (one->kind == GRAPHQL_OBJECT && graphql_is_possible(type, one) &&
		    set_waits(operation, graphql_selected_below(operation->execution, selected, one)))
			return true;
	return false;
}

bool api_graphql_operation_waits(const struct api_graphql_operation *operation)
{
	return operation->execution && set_waits(operation, graphql_root_fields(operation->execution));
}

static bool is_plain_below(const struct api_graphql_operation *operation, struct graphql_selected *selected);

static bool is_plain_set(const struct api_graphql_operation *operation, const struct graphql_selected_set *set)
{
	for (size_t i = 0; set && i < set->count; i++) {
		struct graphql_selected *selected = &set->items[i];
		if (selected->field &&
		    (!api_graphql_plan_is_own(selected->field) || !is_plain_below(operation, selected)))
			return false;
	}
	return true;
}

static bool is_plain_below(const struct api_graphql_operation *operation, struct graphql_selected *selected)
{
	const struct graphql_type *type = graphql_reference_type(selected->field->type);
	if (!graphql_is_composite(type))
		return true;
	if (type->kind == GRAPHQL_OBJECT)
		return is_plain_set(operation, graphql_selected_below(operation->execution, selected, type));
	for (const struct graphql_type *one = operation->context.schema->graphql->types; one; one = one->next)
		if (one->kind == GRAPHQL_OBJECT && graphql_is_possible(type, one) &&
		    !is_plain_set(operation, graphql_selected_below(operation->execution, selected, one)))
			return false;
	return true;
}

static bool is_plain_root(const struct graphql_field *field)
{
	graphql_resolver *resolve = field->resolve;
	/* The one that looks at rights stands around every root field. */
	return field->middlewares && !field->middlewares->next && !field->resolve_batch &&
	       (resolve == api_graphql_resolve_find || resolve == api_graphql_resolve_find_one ||
	        resolve == api_graphql_resolve_find_single);
}

bool api_graphql_operation_is_plain(const struct api_graphql_operation *operation)
{
	if (!operation->execution || api_graphql_operation_is_mutation(operation) ||
	    graphql_error_count(operation->execution) > 0)
		return false;
	const struct graphql_selected_set *roots = graphql_root_fields(operation->execution);
	for (size_t i = 0; i < roots->count; i++) {
		struct graphql_selected *root = &roots->items[i];
		if (root->field && (!is_plain_root(root->field) || !is_plain_below(operation, root)))
			return false;
	}
	return true;
}

bool api_graphql_operation_has_passwords(const struct api_graphql_operation *operation, size_t field)
{
	const struct content_type *type;
	struct json_object *data;
	bool creation;
	if (!api_graphql_operation_is_mutation(operation) || !operation->context.admitted[field] ||
	    !api_graphql_mutation_data(&graphql_root_fields(operation->execution)->items[field], &type, &data,
	                               &creation))
		return false;
	bool found = content_has_passwords(operation->context.content, type, data, creation);
	json_object_put(data);
	return found;
}

void api_graphql_operation_hash_passwords(struct api_graphql_operation *operation, size_t field)
{
	const struct content_type *type;
	struct json_object *data;
	bool creation;
	operation->context.passwords = NULL;
	if (!api_graphql_operation_is_mutation(operation) || !operation->context.admitted[field] ||
	    !api_graphql_mutation_data(&graphql_root_fields(operation->execution)->items[field], &type, &data,
	                               &creation))
		return;
	operation->context.passwords =
	    content_hash_passwords(operation->context.content, operation->context.arena, type, data, creation);
	json_object_put(data);
}

void api_graphql_operation_run_field(struct api_graphql_operation *operation, size_t field)
{
	operation->context.request->slot = &operation->context.slot;
	graphql_run_field(operation->execution, field);
}

void api_graphql_operation_resolve_field(struct api_graphql_operation *operation, size_t field)
{
	operation->context.request->slot = &operation->context.slot;
	graphql_resolve_field(operation->execution, field);
}

void api_graphql_operation_change_field(struct api_graphql_operation *operation, size_t field)
{
	api_graphql_operation_resolve_field(operation, field);
	if (!operation->context.request->partial)
		api_graphql_operation_answer_field(operation, NULL);
}

void api_graphql_operation_answer_field(struct api_graphql_operation *operation, const struct error *error)
{
	operation->context.request->partial = NULL;
	if (error)
		graphql_refuse_field(operation->execution, error);
	graphql_complete_field(operation->execution);
}

/* ---- the answer ---- */

void api_graphql_operation_write(struct api_graphql_operation *operation, struct buffer *buffer)
{
	if (!operation->execution)
		buffer_slice(buffer, buffer_as_slice(&operation->refusal));
	else
		graphql_write_answer(operation->execution, buffer);
}

void api_graphql_operation_free(struct api_graphql *api, struct api_graphql_operation *operation)
{
	if (operation->execution)
		graphql_end(operation->execution);
	if (operation->document)
		api_graphql_documents_release(api->documents, operation->document);
	buffer_free(&operation->refusal);
	api_graphql_context_free(&operation->context);
}
