/* Inside the room `api/graphql`: one GraphQL request of an HTTP request, which may carry several of them (a batch). */
#ifndef LECTERN_API_GRAPHQL_OPERATION_H
#define LECTERN_API_GRAPHQL_OPERATION_H

#include "context.h"
#include "documents.h"

struct json_object;

struct api_graphql {
	const struct config *config;
	struct requests *requests;
	struct content *content;
	struct accounts *accounts;
	struct media *media;
	struct api_graphql_schema *schema;
	struct documents *documents;
	struct closed *closed; /* why nothing is answered, or NULL */
};

/* The parameters of one GraphQL request, as GraphQL over HTTP names them. */
struct api_graphql_parameters {
	struct slice query; /* ptr NULL: none */
	struct slice operation_name;
	struct json_object *variables, *extensions; /* objects, or NULL; borrowed */
	bool get;                                   /* they came with GET */
	size_t of;                                  /* how many requests came together */
	size_t *values_left;                        /* of all of them: see graphql_request */
	struct request *request;                    /* which it came in */
};

/* A request on its way to its answer. */
struct api_graphql_operation {
	struct api_graphql_context context;
	struct cached_document *document;
	const struct graphql_operation *operation;
	struct graphql_execution *execution; /* NULL: it was refused, and `refusal` is the answer */
	struct buffer refusal;
	int status;     /* of the refusal */
	bool post_only; /* refused because it needs POST */
};

size_t api_graphql_operation_field_count(const struct api_graphql_operation *operation);
bool api_graphql_operation_is_mutation(const struct api_graphql_operation *operation);

/* The permissions of that root field; NULL: __typename, __schema and __type need none. */
const struct api_graphql_root *api_graphql_operation_root(const struct api_graphql_operation *operation, size_t field);

/* True when that root field of a mutation does anything: it may be called, and is none of introspection. */
bool api_graphql_operation_is_change(const struct api_graphql_operation *operation, size_t field);

/* True when that root field is about accounts, which have a thread of their own. */
bool api_graphql_operation_is_account(const struct api_graphql_operation *operation, size_t field);

/* True when the resolver of that root field of a mutation makes its change elsewhere. */
bool api_graphql_operation_is_elsewhere(const struct api_graphql_operation *operation, size_t field);

/* True when it selects a field that waits. */
bool api_graphql_operation_waits(const struct api_graphql_operation *operation);

/* True when it only read entries, without an error, by the models alone: the answer depends on nothing but the request,
 * the caller's rights and the stored content. After it has run. */
bool api_graphql_operation_is_plain(const struct api_graphql_operation *operation);

/* Hashes the passwords that a root field sets: slow. Does nothing when it sets none. */
void api_graphql_operation_hash_passwords(struct api_graphql_operation *operation, size_t field);

/* True when it sets any. */
bool api_graphql_operation_has_passwords(const struct api_graphql_operation *operation, size_t field);

/* Runs one root field, in order. Set the session or request.account before. */
void api_graphql_operation_run_field(struct api_graphql_operation *operation, size_t field);

/* The same in two parts: a change is resolved, and its answer written, unless the request has a partial result: that is
 * to be read before api_graphql_operation_answer_field writes it. `error`: why it could not be read, or NULL. */
void api_graphql_operation_change_field(struct api_graphql_operation *operation, size_t field);
void api_graphql_operation_answer_field(struct api_graphql_operation *operation, const struct error *error);

/* A change without its answer, whatever request.partial is. */
void api_graphql_operation_resolve_field(struct api_graphql_operation *operation, size_t field);

/* Writes the answer. */
void api_graphql_operation_write(struct api_graphql_operation *operation, struct buffer *buffer);

void api_graphql_operation_free(struct api_graphql *api, struct api_graphql_operation *operation);

/* {"errors":[{"message":…,"extensions":{"code":…}}]} */
void api_graphql_operation_write_error(struct buffer *buffer, const char *message, const char *code);

#endif
