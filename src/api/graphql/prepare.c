/* What is done before an operation runs: its text is found, parsed and validated, its variables are coerced, and for
 * each root field it is found out whether the caller may have it. */
#include "prepare.h"
#include "errors.h"

#include <json-c/json.h>

enum { MOST_CHANGES = 100 };

static bool refuse(struct api_graphql_operation *operation, int status, const char *message, const char *code)
{
	operation->status = status;
	api_graphql_operation_write_error(&operation->refusal, message, code);
	return false;
}

static bool refuse_errors(struct api_graphql_operation *operation, struct slice text,
                          const struct graphql_error *errors, size_t count, const char *code)
{
	operation->status = 400;
	buffer_text(&operation->refusal, "{\"errors\":");
	graphql_write_errors(&operation->refusal, text, errors, count, code);
	buffer_byte(&operation->refusal, '}');
	return false;
}

/* ---- the text of the query: sent, or persisted before ---- */

static bool read_persisted(struct api_graphql *api, struct arena *arena,
                           const struct api_graphql_parameters *parameters, struct json_object *persisted,
                           struct api_graphql_operation *operation, struct slice *text)
{
	char hash[DOCUMENTS_HASH + 1];
	struct json_object *sent = NULL, *version = NULL;
	json_find(persisted, "version", &version);
	if (!api->config->graphql.cache)
		return refuse(operation, 200, "PersistedQueryNotSupported", "PERSISTED_QUERY_NOT_SUPPORTED");
	if (!json_object_is_type(version, json_type_int) || json_object_get_int64(version) != 1)
		return refuse(operation, 400, "Unsupported persisted query version", "INTERNAL_SERVER_ERROR");
	if (!json_find(persisted, "sha256Hash", &sent) || !json_object_is_type(sent, json_type_string))
		return refuse(operation, 400, "The persistedQuery extension needs a sha256Hash",
		              "INTERNAL_SERVER_ERROR");
	struct slice wanted = slice_of(json_object_get_string(sent));
	if (!parameters->query.len)
		return api_graphql_documents_find_persisted(api->documents, arena, wanted, text) ||
		       refuse(operation, 200, "PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND");
	api_graphql_documents_hash(parameters->query, hash);
	if (!slice_is(wanted, hash))
		return refuse(operation, 400, "provided sha does not match query", "INTERNAL_SERVER_ERROR");
	return true;
}

static bool read_text(struct api_graphql *api, struct arena *arena, const struct api_graphql_parameters *parameters,
                      struct api_graphql_operation *operation, struct slice *text)
{
	struct json_object *persisted;
	*text = parameters->query;
	if (json_find(parameters->extensions, "persistedQuery", &persisted) &&
	    json_object_is_type(persisted, json_type_object))
		return read_persisted(api, arena, parameters, persisted, operation, text);
	return parameters->query.len ||
	       refuse(operation, 400,
	              "GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.",
	              "INTERNAL_SERVER_ERROR");
}

/* Only texts that are valid documents are worth remembering. */
static void persist(struct api_graphql *api, const struct api_graphql_parameters *parameters)
{
	struct json_object *persisted, *hash;
	if (parameters->query.len && json_find(parameters->extensions, "persistedQuery", &persisted) &&
	    json_find(persisted, "sha256Hash", &hash))
		api_graphql_documents_persist(api->documents, slice_of(json_object_get_string(hash)),
		                              parameters->query);
}

/* ---- the operation ---- */

static bool refuse_kind(struct api_graphql_operation *operation, struct slice text, const char *kind)
{
	struct graphql_error error = {.locations = &operation->operation->at, .location_count = 1};
	error.message = arena_format(operation->context.arena, "Schema is not configured for %s.", kind);
	return refuse_errors(operation, text, &error, 1, "INTERNAL_SERVER_ERROR");
}

static bool choose(struct api_graphql_operation *operation, const struct graphql_schema *schema,
                   const struct api_graphql_parameters *parameters)
{
	const struct graphql_document *document = api_graphql_documents_document(operation->document);
	const char *message;
	operation->operation =
	    graphql_choose_operation(operation->context.arena, document, parameters->operation_name, &message);
	if (!operation->operation)
		return refuse(operation, 400, message, "INTERNAL_SERVER_ERROR");
	enum graphql_operation_kind kind = operation->operation->kind;
	if (parameters->get && kind != GRAPHQL_QUERY) {
		operation->post_only = true;
		return refuse(operation, 405, "GET supports only query operation", "INTERNAL_SERVER_ERROR");
	}
	if (kind == GRAPHQL_SUBSCRIPTION && !schema->subscription)
		return refuse_kind(operation, document->text, "subscriptions");
	if (kind == GRAPHQL_MUTATION && !schema->mutation)
		return refuse_kind(operation, document->text, "mutations");
	return true;
}

static bool start(struct api_graphql *api, struct api_graphql_operation *operation,
                  const struct api_graphql_parameters *parameters)
{
	const struct graphql_document *document = api_graphql_documents_document(operation->document);
	const struct graphql_error *errors;
	size_t count;
	const struct graphql_request request = {
	    .schema = api->schema->graphql,
	    .document = document,
	    .operation = operation->operation,
	    .variables = parameters->variables,
	    .context = &operation->context,
	    .arena = operation->context.arena,
	    .max_selected = api->config->graphql.max_fields,
	    .values_left = parameters->values_left,
	    .max_bytes = (size_t)api->config->graphql.max_answer / parameters->of,
	    .show_error = api_graphql_show_error,
	};
	operation->execution = graphql_prepare(&request, &errors, &count);
	operation->context.execution = operation->execution;
	operation->context.document = document;
	operation->context.operation = operation->operation;
	operation->context.variables = parameters->variables;
	if (!operation->execution)
		return refuse_errors(operation, document->text, errors, count, "BAD_USER_INPUT");
	if (api_graphql_operation_is_mutation(operation) &&
	    api_graphql_operation_field_count(operation) > MOST_CHANGES) {
		graphql_end(operation->execution);
		operation->execution = NULL;
		return refuse(operation, 400, "The mutation makes too many changes. Expected at most 100",
		              "GRAPHQL_VALIDATION_FAILED");
	}
	return true;
}

/* ---- who may call which field: found out while the caller's permissions are at hand ---- */

static bool is_admitted(const struct api_graphql_operation *operation, size_t i)
{
	const struct request *request = operation->context.request;
	const struct api_graphql_root *root = api_graphql_operation_root(operation, i);
	if (!root || root->admission == API_GRAPHQL_ANYBODY)
		return true;
	if (root->admission == API_GRAPHQL_CALLERS)
		return is_known_caller(&request->caller);
	for (size_t j = 0; j < root->action_count; j++)
		if (!request_allows(request, root->actions[j], "GraphQL"))
			return false;
	return true;
}

static void admit(struct api_graphql_operation *operation)
{
	struct arena *arena = operation->context.arena;
	size_t count = api_graphql_operation_field_count(operation);
	bool *admitted = arena_array(arena, count + 1, sizeof *admitted);
	for (size_t i = 0; i < count; i++)
		admitted[i] = is_admitted(operation, i);
	operation->context.admitted = admitted;
}

/* False when a field is closed that the operation selects: then nothing of it is run. */
static bool refuse_closed(struct api_graphql_operation *operation, const struct api_graphql_parameters *parameters)
{
	struct error error;
	for (size_t i = 0; i < api_graphql_operation_field_count(operation); i++) {
		const struct api_graphql_root *root = api_graphql_operation_root(operation, i);
		if (!root || !root->closed)
			continue;
		closed_refuse(root->closed, parameters->request->http, &error);
		graphql_end(operation->execution);
		operation->execution = operation->context.execution = NULL;
		return refuse(operation, error.status, error.message, "NOT_IMPLEMENTED");
	}
	return true;
}

void api_graphql_operation_prepare(struct api_graphql *api, const struct api_graphql_parameters *parameters,
                                   struct api_graphql_operation *operation)
{
	struct arena *arena = parameters->request->arena;
	struct document_refusal refusal;
	struct slice text;
	*operation = (struct api_graphql_operation){.status = 200};
	operation->context = (struct api_graphql_context){
	    .schema = api->schema,
	    .content = api->content,
	    .media = api->media,
	    .request = parameters->request,
	    .arena = arena,
	};
	if (!read_text(api, arena, parameters, operation, &text))
		return;
	operation->document = api_graphql_documents_get(api->documents, arena, text, &refusal);
	if (!operation->document) {
		refuse_errors(operation, text, refusal.errors, refusal.count, refusal.code);
		operation->status = refusal.status;
		return;
	}
	persist(api, parameters);
	if (choose(operation, api->schema->graphql, parameters) && start(api, operation, parameters) &&
	    refuse_closed(operation, parameters))
		admit(operation);
}
