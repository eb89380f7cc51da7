/* Inside the room `api/graphql`: one GraphQL request, as its resolvers see it (graphql_call.context). */
#ifndef LECTERN_API_GRAPHQL_CONTEXT_H
#define LECTERN_API_GRAPHQL_CONTEXT_H

#include "api_graphql.h"
#include "media/media.h"

struct api_graphql_context {
	const struct api_graphql_schema *schema;
	struct content *content;
	struct media *media;
	struct request *request; /* what all dialects share of it: its caller, the session of the field at work */
	struct arena *arena;
	struct account_call *account; /* for the fields of accounts, which have no session, else NULL */
	const bool *admitted;         /* by root field of the operation */
	struct graphql_execution *execution;
	const struct content_password *passwords; /* of the change at work: hashed before it */
	struct kept *kept;                        /* what is freed with the request */
	const struct graphql_document *document;
	const struct graphql_operation *operation;
	struct json_object *variables;     /* or NULL */
	struct entry_group *groups;        /* made so far */
	struct code_entries *code_entries; /* entries that code gave */
	bool waits;                        /* its fields may wait: each part that reads has a session of its own */
	bool primary;                      /* what it reads has to show what was changed before */
	void *code;                        /* of resolvers in the project's code, … */
	void (*at_end)(void *slot);        /* … called with it at the end */
	void *slot;                        /* of the room that adds resolvers */
	bool answers_later;                /* what a change shows may be read when it is on disk */
	bool foreign;                 /* the selection planned last has resolvers or middlewares that others added */
	struct uploads *uploads;      /* of the field at work: see uploads.h; or NULL */
	struct media_removal removal; /* of the file whose entry the field at work deleted */
};

/* The request that a resolver belongs to. */
static inline struct api_graphql_context *context_of(const struct graphql_call *call)
{
	return call->context;
}

/* Whether the caller may call what no permission is asked for. */
static inline bool is_known_caller(const struct caller *caller)
{
	return caller->kind == CALLER_USER || (caller->kind == CALLER_TOKEN && caller->token_type == TOKEN_FULL_ACCESS);
}

/* Refuses the field at work for the reason in call->error: what it wrote is to be taken back. Returns false. */
static inline bool refuse_field(const struct graphql_call *call)
{
	request_fail(context_of(call)->request, call->error);
	return false;
}

/* Keeps a result, or a json-c value, until the request is over. */
void api_graphql_keep_result(struct api_graphql_context *context, struct content_result *result);
void api_graphql_keep_json(struct api_graphql_context *context, struct json_object *json);
void api_graphql_context_free(struct api_graphql_context *context);

struct query_rights api_graphql_rights(const struct api_graphql_context *context);

#endif
