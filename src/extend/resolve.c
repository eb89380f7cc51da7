/* Resolvers of extensions, and what stands around resolvers, as the engine calls them. */
#include "resolve.h"

static inline struct lectern_call open_call(struct lectern_app *app, struct graphql_call *graphql,
                                            struct graphql_result *results)
{
	struct lectern_call call;
	call.extensions = app->extensions;
	call.arena = graphql->arena;
	call.error = graphql->error;
	call.failure = NULL;
	call.request = api_graphql_call_request(graphql);
	call.rest = NULL;
	call.event = NULL;
	call.graphql = graphql;
	call.results = results;
	call.state = NULL;
	call.next = NULL;
	/* It is that of the execution, and as a rule there was none. */
	if (graphql->error->status)
		extension_call_begin(&call);
	return call;
}

/* A field of Mutation that fails takes back what was written for it, whoever failed. */
static bool close_call(struct lectern_call *call, bool done, const struct lectern_app *extension)
{
	if (extension_call_end(call, done, extension))
		return true;
	if (!call->graphql->parent)
		request_fail(call->request, call->error);
	return false;
}

bool resolver_run(struct graphql_call *graphql, struct graphql_result *result)
{
	const struct resolver *resolver = graphql->field->context;
	struct lectern_call call = open_call(resolver->app, graphql, result);
	return close_call(&call, resolver->run(resolver->context, &call), resolver->app);
}

bool resolver_run_batch(struct graphql_call *graphql, const struct graphql_result *parents, size_t count,
                        struct graphql_result *results)
{
	(void)parents;
	(void)count;
	return resolver_run(graphql, results);
}

bool resolver_run_policy(void *context, struct graphql_call *graphql, struct graphql_result *results)
{
	const struct extension_step *step = context;
	struct lectern_call call = open_call(step->extension, graphql, results);
	return extension_call_policy(&call, step) && graphql_next(graphql, results);
}

static bool run_next(struct lectern_call *call)
{
	if (graphql_next(call->graphql, call->results))
		return true;
	/* Half a change must not be kept, whatever becomes of its error. */
	if (!call->graphql->parent && call->request->writing)
		extension_call_failed(call);
	return false;
}

bool resolver_run_middleware(void *context, struct graphql_call *graphql, struct graphql_result *results)
{
	const struct extension_step *step = context;
	struct lectern_call call = open_call(step->extension, graphql, results);
	call.next = run_next;
	return close_call(&call, extension_call_middleware(&call, step), step->extension);
}
