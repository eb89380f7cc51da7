/* Inside the room `extend`: a call of a function of an extension. */
#ifndef LECTERN_EXTEND_CALLS_H
#define LECTERN_EXTEND_CALLS_H

#include "registered.h"

/* arena and error stand apart on purpose: compilers that copy both in one go wait for the engine's stores. */
struct lectern_call {
	struct extensions *extensions;
	struct arena *arena;
	struct error *failure;                   /* why a change failed; NULL: none did */
	struct request *request;                 /* the request that it belongs to; NULL in hooks and scalars */
	struct error *error;                     /* status 0: there is none */
	const struct content_event *event;       /* of a hook, else NULL */
	struct rest_call *rest;                  /* of a REST route, else NULL */
	struct graphql_call *graphql;            /* of a GraphQL field, else NULL */
	struct graphql_result *results;          /* of GraphQL: of batches one for each parent */
	void *state;                             /* lectern_state of what has no request */
	bool (*next)(struct lectern_call *call); /* of a middleware: what lectern_next does; else NULL */
};

/* ---- the public handles are json-c's objects ---- */

static inline struct json_object *value_json(const lectern_value *value)
{
	return (struct json_object *)(uintptr_t)value;
}

static inline lectern_value *json_value(struct json_object *json)
{
	return (lectern_value *)json;
}

static inline lectern_text slice_text(struct slice slice)
{
	return (lectern_text){slice.ptr ? slice.ptr : "", slice.len};
}

/* False where there is none: in scalars, and around the GraphQL fields of accounts. */
bool extension_call_content(const struct lectern_call *call, struct content_call *content);
const struct caller *extension_call_caller(const struct lectern_call *call);        /* NULL: the server */
const struct http_request *extension_call_request(const struct lectern_call *call); /* or NULL */
bool extension_call_writes(const struct lectern_call *call);

/* Tells that a change failed for the reason in the call's error: the whole transaction is rolled back. */
void extension_call_failed(struct lectern_call *call);

/* Begins and ends a call of an extension's function: afterwards a failure always has an error, and a change that failed
 * is never taken for done. Returns what the whole has come to. Inline: it may be done for each field of an answer. */
static inline void extension_call_begin(struct lectern_call *call)
{
	call->error->status = 0;
	call->error->details = NULL;
}

bool extension_call_fail(struct lectern_call *call, bool done, const struct lectern_app *extension);

static inline bool extension_call_end(struct lectern_call *call, bool done, const struct lectern_app *extension)
{
	return (done && !call->failure) || extension_call_fail(call, done, extension);
}

/* Runs a policy or middleware. */
bool extension_call_policy(struct lectern_call *call, const struct extension_step *policy);
bool extension_call_middleware(struct lectern_call *call, const struct extension_step *middleware);

#endif
