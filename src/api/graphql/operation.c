#include "errors.h"
#include "mutations.h"
#include "tracing.h"

#include <json-c/json.h>

enum { MOST_CHANGES = 100 };

void operation_write_error(struct buffer *buffer, const char *message, const char *code)
{
	buffer_text(buffer, "{\"errors\":[{\"message\":");
	json_write_string(buffer, slice_of(message));
	buffer_text(buffer, ",\"extensions\":{\"code\":");
	json_write_string(buffer, slice_of(code));
	buffer_text(buffer, "}}]}");
}

static bool refuse(struct operation *operation, int status, const char *message, const char *code)
{
	operation->status = status;
	operation_write_error(&operation->refusal, message, code);
	return false;
}

static bool refuse_errors(struct operation *operation, struct slice text, const struct graphql_error *errors,
                          size_t count, const char *code)
{
	operation->status = 400;
	buffer_text(&operation->refusal, "{\"errors\":");
	graphql_write_errors(&operation->refusal, text, errors, count, code);
	buffer_byte(&operation->refusal, '}');
	return false;
}

/* ---- the text of the query: sent, or persisted before ---- */

static bool read_persisted(struct api_graphql *api, struct arena *arena, const struct ask *ask,
                           struct json_object *persisted, struct operation *operation, struct slice *text)
{
	char hash[DOCUMENTS_HASH + 1];
	struct json_object *given = NULL, *version = NULL;
	json_find(persisted, "version", &version);
	if (!api->config->graphql.cache)
		return refuse(operation, 200, "PersistedQueryNotSupported", "PERSISTED_QUERY_NOT_SUPPORTED");
	if (!json_object_is_type(version, json_type_int) || json_object_get_int64(version) != 1)
		return refuse(operation, 400, "Unsupported persisted query version", "INTERNAL_SERVER_ERROR");
	if (!json_find(persisted, "sha256Hash", &given) || !json_object_is_type(given, json_type_string))
		return refuse(operation, 400, "The persistedQuery extension needs a sha256Hash",
		              "INTERNAL_SERVER_ERROR");
	struct slice wanted = slice_of(json_object_get_string(given));
	if (!ask->query.len)
		return documents_find_persisted(api->documents, arena, wanted, text) ||
		       refuse(operation, 200, "PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND");
	documents_hash(ask->query, hash);
	if (!slice_is(wanted, hash))
		return refuse(operation, 400, "provided sha does not match query", "INTERNAL_SERVER_ERROR");
	return true;
}

static bool read_text(struct api_graphql *api, struct arena *arena, const struct ask *ask, struct operation *operation,
                      struct slice *text)
{
	struct json_object *persisted;
	*text = ask->query;
	if (json_find(ask->extensions, "persistedQuery", &persisted) &&
	    json_object_is_type(persisted, json_type_object))
		return read_persisted(api, arena, ask, persisted, operation, text);
	return ask->query.len ||
	       refuse(operation, 400,
	              "GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.",
	              "INTERNAL_SERVER_ERROR");
}

/* Only texts that are valid documents are worth remembering. */
static void persist(struct api_graphql *api, const struct ask *ask)
{
	struct json_object *persisted, *hash;
	if (ask->query.len && json_find(ask->extensions, "persistedQuery", &persisted) &&
	    json_find(persisted, "sha256Hash", &hash))
		documents_persist(api->documents, slice_of(json_object_get_string(hash)), ask->query);
}

/* ---- the operation ---- */

static bool refuse_kind(struct operation *operation, struct slice text, const char *kind)
{
	struct graphql_error error = {.locations = &operation->operation->at, .location_count = 1};
	error.message = arena_format(operation->request.arena, "Schema is not configured for %s.", kind);
	return refuse_errors(operation, text, &error, 1, "INTERNAL_SERVER_ERROR");
}

static bool choose(struct operation *operation, const struct graphql_schema *schema, const struct ask *ask)
{
	const struct graphql_document *document = documents_document(operation->document);
	const char *message;
	operation->operation =
	    graphql_choose_operation(operation->request.arena, document, ask->operation_name, &message);
	if (!operation->operation)
		return refuse(operation, 400, message, "INTERNAL_SERVER_ERROR");
	enum graphql_operation_kind kind = operation->operation->kind;
	if (ask->get && kind != GRAPHQL_QUERY) {
		operation->post_only = true;
		return refuse(operation, 405, "GET supports only query operation", "INTERNAL_SERVER_ERROR");
	}
	if (kind == GRAPHQL_SUBSCRIPTION && !schema->subscription)
		return refuse_kind(operation, document->text, "subscriptions");
	if (kind == GRAPHQL_MUTATION && !schema->mutation)
		return refuse_kind(operation, document->text, "mutations");
	return true;
}

static bool start(struct api_graphql *api, struct operation *operation, const struct ask *ask)
{
	const struct graphql_document *document = documents_document(operation->document);
	const struct graphql_error *errors;
	size_t count;
	const struct graphql_request request = {
	    .schema = api->schema->graphql,
	    .document = document,
	    .operation = operation->operation,
	    .variables = ask->variables,
	    .context = &operation->request,
	    .arena = operation->request.arena,
	    .max_selected = api->config->graphql.max_fields,
	    .values_left = &ask->whole->budget.values,
	    .max_bytes = (size_t)api->config->graphql.max_answer / ask->of,
	    .show_error = request_show_error,
	};
	operation->execution = graphql_prepare(&request, &errors, &count);
	operation->request.execution = operation->execution;
	operation->request.document = document;
	operation->request.operation = operation->operation;
	operation->request.variables = ask->variables;
	if (!operation->execution)
		return refuse_errors(operation, document->text, errors, count, "BAD_USER_INPUT");
	if (operation_is_mutation(operation) && operation_field_count(operation) > MOST_CHANGES) {
		graphql_end(operation->execution);
		operation->execution = NULL;
		return refuse(operation, 400, "The mutation makes too many changes. Expected at most 100",
		              "GRAPHQL_VALIDATION_FAILED");
	}
	return true;
}

/* ---- who may call which field: found out while the caller's permissions are at hand ---- */

/* NULL: __typename, __schema and __type are everybody's. */
static const struct api_graphql_root *root_of(const struct operation *operation, size_t field)
{
	const struct graphql_selected *selected = &graphql_root_fields(operation->execution)->items[field];
	const struct api_graphql_schema *schema = operation->request.schema;
	if (!selected->field || slice_starts_with(selected->field->name, SLICE("__")))
		return NULL;
	return (operation_is_mutation(operation) ? schema->of_mutations : schema->of_queries)[selected->field->index];
}

static bool is_admitted(const struct operation *operation, size_t i)
{
	const struct request *whole = operation->request.whole;
	const struct api_graphql_root *root = root_of(operation, i);
	if (!root || root->admission == API_GRAPHQL_ANYBODY)
		return true;
	if (root->admission == API_GRAPHQL_CALLERS)
		return whole->caller.kind != CALLER_PUBLIC;
	for (size_t j = 0; j < root->action_count; j++)
		if (!request_allows(whole, root->actions[j], "GraphQL"))
			return false;
	return true;
}

static void admit(struct operation *operation)
{
	struct arena *arena = operation->request.arena;
	size_t count = operation_field_count(operation);
	bool *admitted = arena_array(arena, count + 1, sizeof *admitted);
	for (size_t i = 0; i < count; i++)
		admitted[i] = is_admitted(operation, i);
	operation->request.admitted = admitted;
	operation->starts = arena_array(arena, count + 1, sizeof *operation->starts);
	operation->durations = arena_array(arena, count + 1, sizeof *operation->durations);
}

/* False when a field is closed that the operation selects: then nothing of it is run. */
static bool refuse_closed(struct operation *operation, const struct ask *ask)
{
	struct error error;
	for (size_t i = 0; i < operation_field_count(operation); i++) {
		const struct api_graphql_root *root = root_of(operation, i);
		if (!root || !root->closed)
			continue;
		closed_refuse(root->closed, ask->whole->http, &error);
		graphql_end(operation->execution);
		operation->execution = operation->request.execution = NULL;
		return refuse(operation, error.status, error.message, "NOT_IMPLEMENTED");
	}
	return true;
}

void operation_prepare(struct api_graphql *api, const struct ask *ask, struct operation *operation)
{
	struct arena *arena = ask->whole->arena;
	struct document_refusal refusal;
	struct slice text;
	*operation = (struct operation){.status = 200, .begun = clock_nanoseconds()};
	operation->request = (struct api_graphql_request){
	    .schema = api->schema,
	    .content = api->content,
	    .whole = ask->whole,
	    .arena = arena,
	};
	if (!read_text(api, arena, ask, operation, &text))
		return;
	operation->document =
	    documents_get(api->documents, arena, text, &refusal, &operation->parsed, &operation->validated);
	if (!operation->document) {
		refuse_errors(operation, text, refusal.errors, refusal.count, refusal.code);
		operation->status = refusal.status;
		return;
	}
	persist(api, ask);
	if (choose(operation, api->schema->graphql, ask) && start(api, operation, ask) && refuse_closed(operation, ask))
		admit(operation);
}

/* ---- running ---- */

size_t operation_field_count(const struct operation *operation)
{
	return operation->execution ? graphql_root_fields(operation->execution)->count : 0;
}

bool operation_is_mutation(const struct operation *operation)
{
	return operation->execution && operation->operation->kind == GRAPHQL_MUTATION;
}

bool operation_is_change(const struct operation *operation, size_t field)
{
	return operation->request.admitted[field] && root_of(operation, field);
}

bool operation_is_account(const struct operation *operation, size_t field)
{
	const struct api_graphql_root *root = operation_is_mutation(operation) ? root_of(operation, field) : NULL;
	return root && root->work == API_GRAPHQL_ACCOUNT && operation->request.admitted[field];
}

bool operation_is_elsewhere(const struct operation *operation, size_t field)
{
	const struct api_graphql_root *root = operation_is_mutation(operation) ? root_of(operation, field) : NULL;
	return root && root->work == API_GRAPHQL_ELSEWHERE;
}

static bool waits_below(const struct operation *operation, struct graphql_selected *selected);

static bool set_waits(const struct operation *operation, const struct graphql_selected_set *set)
{
	for (size_t i = 0; set && i < set->count; i++) {
		struct graphql_selected *selected = &set->items[i];
		if (selected->field && (selected->field->waits || waits_below(operation, selected)))
			return true;
	}
	return false;
}

static bool waits_below(const struct operation *operation, struct graphql_selected *selected)
{
	const struct graphql_type *type = graphql_reference_type(selected->field->type);
	if (!graphql_is_composite(type) || type->built_in == GRAPHQL_INTROSPECTION)
		return false;
	if (type->kind == GRAPHQL_OBJECT)
		return set_waits(operation, graphql_selected_below(operation->execution, selected, type));
	for (const struct graphql_type *one = operation->request.schema->graphql->types; one; one = one->next)
		if (one->kind == GRAPHQL_OBJECT && graphql_is_possible(type, one) &&
		    set_waits(operation, graphql_selected_below(operation->execution, selected, one)))
			return true;
	return false;
}

bool operation_waits(const struct operation *operation)
{
	return operation->execution && set_waits(operation, graphql_root_fields(operation->execution));
}

bool operation_has_passwords(const struct operation *operation, size_t field)
{
	const struct content_type *type;
	struct json_object *data;
	bool creation;
	if (!operation_is_mutation(operation) || !operation->request.admitted[field] ||
	    !mutation_data(&graphql_root_fields(operation->execution)->items[field], &type, &data, &creation))
		return false;
	bool found = content_has_passwords(operation->request.content, type, data, creation);
	json_object_put(data);
	return found;
}

void operation_hash_passwords(struct operation *operation, size_t field)
{
	const struct content_type *type;
	struct json_object *data;
	bool creation;
	operation->request.passwords = NULL;
	if (!operation_is_mutation(operation) || !operation->request.admitted[field] ||
	    !mutation_data(&graphql_root_fields(operation->execution)->items[field], &type, &data, &creation))
		return;
	operation->request.passwords =
	    content_hash_passwords(operation->request.content, operation->request.arena, type, data, creation);
	json_object_put(data);
}

static void begin_field(struct operation *operation, size_t field)
{
	operation->request.whole->slot = &operation->request.slot;
	operation->starts[field] = clock_nanoseconds();
}

static void end_field(struct operation *operation, size_t field)
{
	operation->durations[field] = clock_nanoseconds() - operation->starts[field];
}

void operation_run_field(struct operation *operation, size_t field)
{
	begin_field(operation, field);
	graphql_run_field(operation->execution, field);
	end_field(operation, field);
}

void operation_resolve_field(struct operation *operation, size_t field)
{
	begin_field(operation, field);
	graphql_resolve_field(operation->execution, field);
}

void operation_change_field(struct operation *operation, size_t field)
{
	operation_resolve_field(operation, field);
	if (!operation->request.whole->partial)
		operation_answer_field(operation, field, NULL);
}

void operation_answer_field(struct operation *operation, size_t field, const struct error *error)
{
	operation->request.whole->partial = NULL;
	if (error)
		graphql_refuse_field(operation->execution, error);
	graphql_complete_field(operation->execution);
	end_field(operation, field);
}

/* ---- the answer ---- */

void operation_write(const struct api_graphql *api, struct operation *operation, struct buffer *buffer)
{
	if (!operation->execution)
		buffer_slice(buffer, buffer_as_slice(&operation->refusal));
	else
		graphql_write_answer(operation->execution, buffer,
		                     api->config->graphql.tracing ? operation_trace(operation) : NULL);
}

void operation_free(struct api_graphql *api, struct operation *operation)
{
	if (operation->execution)
		graphql_end(operation->execution);
	if (operation->document)
		documents_release(api->documents, operation->document);
	buffer_free(&operation->refusal);
	request_free(&operation->request);
}
