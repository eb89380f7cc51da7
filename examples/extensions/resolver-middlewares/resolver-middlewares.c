/* resolversConfig middlewares: by name, by name with options, and as functions; on Query, on Mutation, and on a nested
 * field. The first is the outermost. */
#include <lectern.h>

#include <stdatomic.h>

static atomic_int calls;

static bool count(void *context, lectern_call *call, const lectern_value *options)
{
	(void)context;
	(void)options;
	atomic_fetch_add(&calls, 1);
	return lectern_next(call);
}

/* {"with": …}: puts it around a text that a resolver gave. */
static bool quote(void *context, lectern_call *call, const lectern_value *options)
{
	lectern_value *value;
	const char *with = lectern_as_text(lectern_get(options, "with")).data;
	(void)context;
	if (!lectern_next(call) || !lectern_resolved(call, &value))
		return false;
	if (lectern_kind_of(value) != LECTERN_STRING)
		return true;
	return lectern_resolve(call, lectern_new_format(call, "%s%s%s", *with ? with : "'", lectern_as_text(value).data,
	                                                *with ? with : "'"));
}

/* Changes an argument for what is inside. */
static bool limit(void *context, lectern_call *call, const lectern_value *options)
{
	(void)context;
	if (!lectern_has(lectern_argument(call, "pagination"), "limit") &&
	    !lectern_set_argument(call, "pagination", lectern_get(options, "pagination")))
		return false;
	return lectern_next(call);
}

/* Answers itself for one argument, and goes on for all others. */
static bool stand_in(void *context, lectern_call *call, const lectern_value *options)
{
	(void)context;
	(void)options;
	if (!lectern_is_text(lectern_argument(call, "id"), "0"))
		return lectern_next(call);
	return lectern_resolve(call,
	                       lectern_json(call, "{\"data\": {\"id\": 0, \"attributes\": {\"name\": \"None\"}}}"));
}

/* Turns a refusal into another. */
static bool explain(void *context, lectern_call *call, const lectern_value *options)
{
	(void)context;
	(void)options;
	if (lectern_next(call))
		return true;
	if (lectern_error_status(call) != 400)
		return false;
	return lectern_fail_validation(call, "No category was made: %s", lectern_error_message(call));
}

static bool tell(void *context, lectern_call *call)
{
	(void)context;
	return lectern_respond(call, lectern_new_integer(call, calls));
}

bool lectern_register(lectern_app *app)
{
	static const lectern_step one[] = {{.name = "count"}, {.middleware = stand_in}, {0}};
	static const lectern_step names[] = {
	    {.name = "quote", .config = "{\"with\": \"*\"}"}, {.name = "quote"}, {.middleware = count}, {0}};
	static const lectern_step lists[] = {{.name = "limit", .config = "{\"pagination\": {\"limit\": 2}}"}, {0}};
	static const lectern_step creation[] = {{.middleware = explain}, {0}};
	static const lectern_resolver_config config[] = {
	    {.field = "Query.category", .middlewares = one},
	    {.field = "Query.categories", .middlewares = lists},
	    {.field = "Category.name", .middlewares = names},
	    {.field = "Mutation.createCategory", .middlewares = creation},
	    {0},
	};
	static const lectern_graphql extension = {.resolvers_config = config};
	return lectern_register_middleware(app, "count", count, NULL) &&
	       lectern_register_middleware(app, "quote", quote, NULL) &&
	       lectern_register_middleware(app, "limit", limit, NULL) && lectern_use(app, &extension) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/counted", tell, NULL));
}
