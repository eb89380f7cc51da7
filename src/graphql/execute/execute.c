#include "answer.h"
#include "collect.h"
#include "complete.h"
#include "graphql/values/coerce.h"
#include "graphql/values/variables.h"

enum { MOST_SELECTED = 20000 };

const struct graphql_operation *graphql_choose_operation(struct arena *arena, const struct graphql_document *document,
                                                         struct slice name, const char **message)
{
	*message = NULL;
	if (name.ptr) {
		for (size_t i = 0; i < document->operation_count && name.len; i++)
			if (slice_equals(document->operations[i].name.text, name))
				return &document->operations[i];
		*message = arena_format(arena, "Unknown operation named \"%.*s\".", (int)name.len, name.ptr);
		return NULL;
	}
	if (document->operation_count == 1)
		return &document->operations[0];
	*message = document->operation_count ? "Must provide operation name if query contains multiple operations."
	                                     : "Must provide an operation.";
	return NULL;
}

static const struct graphql_error *refuse_root(const struct graphql_request *request)
{
	static const char *const words[] = {"query", "mutation", "subscription"};
	struct graphql_error *error = arena_alloc(request->arena, sizeof *error);
	error->message = arena_format(request->arena, "Schema is not configured to execute %s operation.",
	                              words[request->operation->kind]);
	error->locations = &request->operation->at;
	error->location_count = 1;
	return error;
}

struct graphql_execution *graphql_prepare(const struct graphql_request *request, const struct graphql_error **errors,
                                          size_t *error_count)
{
	struct arena *arena = request->arena;
	const struct graphql_document *document = request->document;
	struct graphql_execution *execution = arena_alloc(arena, sizeof *execution);
	execution->request = *request;
	execution->data.large = true;
	if (!request->max_selected)
		execution->request.max_selected = MOST_SELECTED;
	if (!request->max_bytes)
		execution->request.max_bytes = SIZE_MAX;
	execution->root_type = graphql_root_type(request->schema, request->operation->kind);
	*error_count = 0;
	if (!execution->root_type) {
		*errors = refuse_root(request);
		*error_count = 1;
		return NULL;
	}
	if (!graphql_coerce_variables(arena, request->schema, request->operation, request->variables,
	                              request->values_left, &execution->variables, errors, error_count))
		return NULL;
	map_init(&execution->fragments, arena);
	for (size_t i = 0; i < document->fragment_count; i++)
		map_set(&execution->fragments, document->fragments[i].name.text, &document->fragments[i]);
	execution->visited = arena_array(arena, document->fragment_count, sizeof *execution->visited);
	const struct graphql_selection_set *selections = &request->operation->selections;
	execution->root = graphql_collect(execution, NULL, execution->root_type, &selections, 1);
	if (!execution->root) {
		if (!execution->stopped)
			graphql_record_error(execution, NULL, NULL);
		execution->null_data = true;
		execution->root = arena_alloc(arena, sizeof *execution->root);
		execution->root->type = execution->root_type;
	}
	return execution;
}

struct graphql_selected_set *graphql_root_fields(struct graphql_execution *execution)
{
	return execution->root;
}

void graphql_resolve_field(struct graphql_execution *execution, size_t index)
{
	execution->resolved.call = (struct graphql_call){
	    .execution = execution,
	    .context = execution->request.context,
	    .arena = execution->request.arena,
	    .parent_type = execution->root_type,
	    .parent = execution->request.root,
	    .parent_count = 1,
	    .error = &execution->error,
	};
	if (!execution->null_data)
		graphql_resolve_selected(&execution->resolved, &execution->root->items[index]);
}

void graphql_refuse_field(struct graphql_execution *execution, const struct error *error)
{
	execution->error = *error;
	execution->resolved.good = false;
}

void graphql_complete_field(struct graphql_execution *execution)
{
	if (!execution->null_data && !graphql_complete_selected(&execution->resolved, NULL))
		execution->null_data = true;
}

void graphql_run_field(struct graphql_execution *execution, size_t index)
{
	graphql_resolve_field(execution, index);
	graphql_complete_field(execution);
}

void graphql_end(struct graphql_execution *execution)
{
	buffer_free(&execution->data);
}
