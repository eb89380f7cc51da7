/* Inside the room `api/graphql`: one GraphQL request of an HTTP request, which may carry several of them (a batch). */
#ifndef LECTERN_API_GRAPHQL_OPERATION_H
#define LECTERN_API_GRAPHQL_OPERATION_H

#include "documents.h"
#include "request.h"

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

/* What a client asks. */
struct ask {
	struct slice query; /* ptr NULL: none */
	struct slice operation_name;
	struct json_object *variables, *extensions; /* objects, or NULL; borrowed */
	bool get;                                   /* it came with GET */
	size_t of;                                  /* how many came together */
	struct request *whole;                      /* which it came in */
};

/* A request on its way to its answer. */
struct operation {
	struct api_graphql_request request;
	struct cached_document *document;
	const struct graphql_operation *operation;
	struct graphql_execution *execution; /* NULL: it was refused, and `refusal` is the answer */
	struct buffer refusal;
	int status;                       /* of the refusal */
	bool post_only;                   /* refused because it needs POST */
	int64_t begun, parsed, validated; /* nanoseconds; for tracing */
	int64_t *starts, *durations;      /* by root field */
};

/* Makes everything ready to run, in a session of the serving thread. Never fails: what is refused has its answer in
 * operation->refusal. */
void operation_prepare(struct api_graphql *api, const struct ask *ask, struct operation *operation);

size_t operation_field_count(const struct operation *operation);
bool operation_is_mutation(const struct operation *operation);

/* True when that root field of a mutation does anything: it may be called, and is none of introspection. */
bool operation_is_change(const struct operation *operation, size_t field);

/* True when that root field is about accounts, which have a thread of their own. */
bool operation_is_account(const struct operation *operation, size_t field);

/* True when whoever resolves that root field of a mutation makes its change elsewhere. */
bool operation_is_elsewhere(const struct operation *operation, size_t field);

/* True when it selects a field that waits. */
bool operation_waits(const struct operation *operation);

/* Hashes the passwords that a root field sets: slow. Does nothing when it sets none. */
void operation_hash_passwords(struct operation *operation, size_t field);

/* True when it sets any. */
bool operation_has_passwords(const struct operation *operation, size_t field);

/* Runs one root field, in order. Set the session or request.account before. */
void operation_run_field(struct operation *operation, size_t field);

/* The same in two parts: a change is resolved, and its answer written, unless the request has a partial result: that is
 * to be read before operation_answer_field writes it. `error`: why it could not be read, or NULL. */
void operation_change_field(struct operation *operation, size_t field);
void operation_answer_field(struct operation *operation, size_t field, const struct error *error);

/* A change without its answer, whatever request.partial is. */
void operation_resolve_field(struct operation *operation, size_t field);

/* Writes the answer. */
void operation_write(const struct api_graphql *api, struct operation *operation, struct buffer *buffer);

void operation_free(struct api_graphql *api, struct operation *operation);

/* {"errors":[{"message":…,"extensions":{"code":…}}]} */
void operation_write_error(struct buffer *buffer, const char *message, const char *code);

#endif
