/* Inside the room `api/graphql`: one GraphQL request, as its resolvers see it (graphql_call.context). */
#ifndef LECTERN_API_GRAPHQL_REQUEST_H
#define LECTERN_API_GRAPHQL_REQUEST_H

#include "api_graphql.h"

struct api_graphql_request {
	const struct api_graphql_schema *schema;
	struct content *content;
	struct arena *arena;
	struct caller caller;          /* `permissions` only while `admitted` is found out */
	struct store_session *session; /* that of the field at work; NULL for those of accounts */
	struct account_call *account;  /* for the fields of accounts, else NULL */
	const bool *admitted;          /* by root field of the operation */
	struct graphql_execution *execution;
	const struct content_password *passwords; /* of the change at work: hashed before it */
	struct budget *budget;                    /* of the whole HTTP request */
	struct kept *kept;                        /* what is freed with the request */
	const struct http_request *http;
	const struct graphql_document *document;
	const struct graphql_operation *operation;
	struct json_object *variables;  /* or NULL */
	struct entry_group *groups;     /* made so far */
	struct adopted *adopted;        /* entries that others gave */
	struct request *whole;          /* while its fields may wait: the session is its session; else NULL */
	bool primary;                   /* what it reads has to show what was changed before */
	void *code;                     /* of resolvers in the project's code, … */
	void (*at_end)(void *slot);     /* … called with it at the end */
	void *slot;                     /* of who adds resolvers */
	bool writing;                   /* its session is one that writes */
	bool answers_later;             /* what a change shows may be read when it is on disk */
	bool foreign;                   /* the selection planned last has resolvers or middlewares that others added */
	struct content_result *partial; /* what the field at work shows, when the rest of it is still to be read */
	const struct content_result *removed; /* the file whose entry the field at work deleted: what is on disk goes
	                                       * once that is sure */
	bool *stays;                          /* while a change is made: see content_call */
	bool failed;                          /* the field at work was refused: what it wrote is to be taken back */
};

/* The request that a resolver belongs to. */
static inline struct api_graphql_request *request_of(const struct graphql_call *call)
{
	return call->context;
}

static inline struct content_call request_content(const struct api_graphql_request *request)
{
	return (struct content_call){
	    .content = request->content,
	    .session = request->session,
	    .arena = request->arena,
	    .thread = store_thread(request->session),
	    .caller = &request->caller,
	    .budget = request->budget,
	    .stays = request->stays,
	};
}

/* Of fields that wait: begins a session that they read in. */
bool request_go_on(struct api_graphql_request *request, struct error *error);

/* Keeps a result, or a json-c value, until the request is over. */
void request_keep_result(struct api_graphql_request *request, struct content_result *result);
void request_keep_json(struct api_graphql_request *request, struct json_object *json);
void request_free(struct api_graphql_request *request);

struct query_rights request_rights(const struct api_graphql_request *request);

#endif
