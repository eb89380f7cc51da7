/* Inside the room `extend`: a call of a function of an extension. */
#ifndef LECTERN_EXTEND_CALLS_H
#define LECTERN_EXTEND_CALLS_H

#include "registered.h"

enum call_kind { CALL_REST, CALL_HOOK, CALL_GRAPHQL, CALL_BARE /* without content or caller */ };

/* arena and error stand apart on purpose: compilers that copy both in one go wait for the engine's stores. */
struct lectern_call {
	struct extensions *all;
	struct arena *arena;
	struct error *failure; /* why a change failed; NULL: none did */
	enum call_kind kind;
	struct error *error;               /* status 0: there is none */
	struct call *rest;                 /* CALL_REST */
	struct graphql_call *graphql;      /* CALL_GRAPHQL */
	const struct content_event *event; /* CALL_HOOK */
	struct graphql_result *results;    /* of batches one for each parent */
	void *state;                       /* lectern_state */
	bool goes_on;                      /* a middleware is at work: there is something for lectern_next */
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

/* What the kinds of calls have in common. */
struct content_call extension_call_content(const struct lectern_call *call);
const struct caller *extension_call_caller(const struct lectern_call *call);        /* NULL: the server */
const struct http_request *extension_call_request(const struct lectern_call *call); /* or NULL */
bool extension_call_writes(const struct lectern_call *call);

/* Notes that a change failed for the reason in the call's error: all of its request is taken back. */
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

/* The same of a policy. */
bool extension_call_end_policy(struct lectern_call *call, bool allowed);

#endif
