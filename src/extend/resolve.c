/* Resolvers of extensions, and what stands around resolvers, as the engine calls them. */
#include "resolve.h"

static inline struct lectern_call open_call(struct lectern_app *app, struct graphql_call *graphql,
                                            struct graphql_result *results)
{
	struct lectern_call call;
	call.all = app->all;
	call.kind = CALL_GRAPHQL;
	call.arena = graphql->arena;
	call.error = graphql->error;
	call.failure = NULL;
	call.rest = NULL;
	call.event = NULL;
	call.graphql = graphql;
	call.results = results;
	call.state = NULL;
	call.goes_on = false;
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
	if (!call->graphql->parent && api_graphql_call_writes(call->graphql))
		api_graphql_call_failed(call->graphql);
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
	const struct step *step = context;
	struct lectern_call call = open_call(step->extension, graphql, results);
	bool allowed = step->policy(step->context, &call, json_value(step->config));
	return extension_call_end_policy(&call, allowed) && graphql_next(graphql, results);
}

bool resolver_run_middleware(void *context, struct graphql_call *graphql, struct graphql_result *results)
{
	const struct step *step = context;
	struct lectern_call call = open_call(step->extension, graphql, results);
	call.goes_on = true;
	return close_call(&call, step->middleware(step->context, &call, json_value(step->config)), step->extension);
}

void resolver_wrap(struct graphql_schema *schema, struct graphql_field *field, graphql_middleware_function *run,
                   void *context)
{
	struct graphql_middleware **end = &field->middlewares;
	struct graphql_middleware *added = arena_alloc(schema->arena, sizeof *added);
	*added = (struct graphql_middleware){.run = run, .context = context};
	while (*end)
		end = &(*end)->next;
	*end = added;
}

bool lectern_next(lectern_call *call)
{
	if (!call->goes_on)
		return error_internal(
		    call->error, "an extension called lectern_next where nothing comes next: it is for middlewares");
	if (call->graphql) {
		if (graphql_next(call->graphql, call->results))
			return true;
		/* Half a change must not be kept, whatever becomes of its error. */
		if (!call->graphql->parent && api_graphql_call_writes(call->graphql))
			extension_call_failed(call);
		return false;
	}
	return rest_next(call->rest);
}
