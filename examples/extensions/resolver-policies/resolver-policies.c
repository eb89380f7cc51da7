/* resolversConfig policies: by name, by name with config, and as functions. They know the arguments, the parent and who
 * is calling. */
#include <lectern.h>

/* {"most": …}: no longer lists than that. */
static bool is_short(void *context, lectern_call *call, const lectern_value *config)
{
	int64_t limit = lectern_as_integer(lectern_path(lectern_arguments(call), "pagination.limit"), 10);
	int64_t most = lectern_as_integer(lectern_get(config, "most"), 100);
	(void)context;
	return limit <= most || lectern_fail_policy(call, "At most %lld at once, please", (long long)most);
}

static bool is_user(void *context, lectern_call *call, const lectern_value *config)
{
	(void)context;
	(void)config;
	return lectern_caller_kind(call) == LECTERN_CALLER_USER;
}

static bool has_purpose(void *context, lectern_call *call, const lectern_value *config)
{
	(void)context;
	(void)config;
	return lectern_request_header(call, "X-Purpose").length > 0;
}

/* Around a field of an entry: its parent is known. */
static bool is_even(void *context, lectern_call *call, const lectern_value *config)
{
	(void)context;
	(void)config;
	return lectern_parent_id(call, 0) % 2 == 0;
}

bool lectern_register(lectern_app *app)
{
	static const lectern_step short_lists[] = {
	    {.name = "is-short"}, {.name = "is-short", .config = "{\"most\": 5}"}, {.policy = has_purpose}, {0}};
	static const lectern_step users[] = {{.name = "global::is-user"}, {0}};
	static const lectern_step even[] = {{.policy = is_even}, {0}};
	static const lectern_resolver_config config[] = {
	    {.field = "Query.categories", .policies = short_lists},
	    {.field = "Mutation.createCategory", .policies = users},
	    {.field = "Chain.name", .policies = even},
	    {0},
	};
	static const lectern_graphql extension = {.resolvers_config = config};
	return lectern_register_policy(app, "is-short", is_short, NULL) &&
	       lectern_register_policy(app, "global::is-user", is_user, NULL) && lectern_use(app, &extension);
}
