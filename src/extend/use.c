/* What extensions make of the schema. */
#include "app.h"
#include "copy.h"
#include "resolve.h"
#include "rules.h"
#include "schema_fields.h"
#include "type_defs.h"

static bool add_use(lectern_app *app, const struct use *input)
{
	if (!app_is_open(app))
		return false;
	struct use *use = arena_alloc(app->extensions->arena, sizeof *use);
	*use = *input;
	use->app = app;
	*app->extensions->last_use = use;
	app->extensions->last_use = &use->next;
	return true;
}

bool lectern_use(lectern_app *app, const lectern_graphql *extension)
{
	if (!app_is_open(app))
		return false;
	if (!extension)
		return app_refuse(app, "lectern_use was given nothing");
	const struct use use = {.parts = copy_graphql(app->extensions->arena, extension)};
	return add_use(app, &use);
}

bool lectern_use_function(lectern_app *app, lectern_schema_function *function, void *context)
{
	const struct use use = {.function = function, .context = context};
	return app && (function ? add_use(app, &use) : app_refuse(app, "lectern_use_function was given no function"));
}

lectern_rule *lectern_resolver_rule(lectern_app *app, const char *field)
{
	if (!app_is_open(app))
		return NULL;
	if (!field || !strchr(field, '.')) {
		app_refuse(app, "\"%s\" names no resolver. Expected Query.name, Mutation.name or Type.name",
		           field ? field : "");
		return NULL;
	}
	struct lectern_rule *rule = rule_add(app, RULE_RESOLVER);
	rule->field = arena_copy(app->extensions->arena, slice_of(field));
	return rule;
}

/* ---- plugins ---- */

bool lectern_add_plugin(lectern_schema *schema, const lectern_plugin *plugin)
{
	if (!builder_is_open(schema))
		return false;
	if (!plugin)
		return app_refuse(schema->app, "no plugin was given");
	struct plugin_use *use = arena_alloc(schema->graphql->arena, sizeof *use), **end = schema->plugins;
	*use = (struct plugin_use){schema->app, copy_plugin(schema->graphql->arena, plugin), NULL};
	while (*end)
		end = &(*end)->next;
	*end = use;
	return true;
}

static bool show_fields(struct lectern_schema *schema, const struct lectern_plugin *plugin, struct graphql_type *type)
{
	struct lectern_type *handle = builder_type(schema, type);
	for (struct graphql_field *field = type->fields; field; field = field->next)
		if (!plugin->on_field(plugin->context, schema, handle, builder_field(schema, type, field, NULL)))
			return false;
	for (struct graphql_input *input = type->inputs; input; input = input->next)
		if (!plugin->on_field(plugin->context, schema, handle, builder_field(schema, type, NULL, input)))
			return false;
	return true;
}

static bool show_schema(struct lectern_schema *schema, const struct lectern_plugin *plugin)
{
	struct graphql_type *next;
	for (struct graphql_type *type = schema->graphql->types; type; type = next) {
		next = type->next;
		if (type->built_in)
			continue;
		if (plugin->on_type && !plugin->on_type(plugin->context, schema, builder_type(schema, type)))
			return false;
		if (plugin->on_field && !show_fields(schema, plugin, type))
			return false;
	}
	return !plugin->on_built || plugin->on_built(plugin->context, schema);
}

static bool wrap_all(struct lectern_schema *schema, const struct lectern_plugin *plugin)
{
	if (!plugin->around_resolver)
		return true;
	struct extension_step *step = arena_alloc(schema->graphql->arena, sizeof *step);
	*step = (struct extension_step){
	    .extension = schema->app, .middleware = plugin->around_resolver, .context = plugin->context};
	graphql_add_step(schema->graphql, &schema->graphql->middlewares, resolver_run_middleware, step);
	return true;
}

/* ---- the structure ---- */

static bool add_steps(lectern_rule *rule, const struct lectern_step *steps, bool policies)
{
	for (; steps && (steps->name || steps->policy || steps->middleware); steps++) {
		bool added;
		if (steps->name)
			added = policies ? lectern_use_policy(rule, steps->name, steps->config)
			                 : lectern_use_middleware(rule, steps->name, steps->config);
		else
			added = policies ? lectern_use_policy_function(rule, steps->policy, steps->context)
			                 : lectern_use_middleware_function(rule, steps->middleware, steps->context);
		if (!added)
			return false;
	}
	return true;
}

static bool add_config(lectern_app *app, const struct lectern_resolver_config *config)
{
	lectern_rule *rule = lectern_resolver_rule(app, config->field);
	if (!rule || (config->no_auth && !lectern_auth_none(rule)))
		return false;
	for (const char *const *scope = config->scope; scope && *scope; scope++)
		if (!lectern_auth_scope(rule, *scope))
			return false;
	return add_steps(rule, config->policies, true) && add_steps(rule, config->middlewares, false);
}

static bool apply_parts(struct lectern_schema *schema, const struct lectern_graphql *parts)
{
	for (lectern_schema_function *const *type = parts->types; type && *type; type++)
		if (!(*type)(parts->context, schema))
			return false;
	if (parts->type_defs && !builder_add_text(schema, parts->type_defs))
		return false;
	for (const lectern_plugin *const *plugin = parts->plugins; plugin && *plugin; plugin++)
		if (!lectern_add_plugin(schema, *plugin))
			return false;
	for (const lectern_named_resolver *resolver = parts->resolvers; resolver && resolver->field; resolver++)
		if (!lectern_add_resolver(schema, resolver))
			return false;
	for (const lectern_resolver_config *config = parts->resolvers_config; config && config->field; config++)
		if (!add_config(schema->app, config))
			return false;
	return true;
}

/* ---- all of them, in order ---- */

static struct lectern_schema *open_schema(struct lectern_app *app, struct api_graphql_schema *api,
                                          struct plugin_use **plugins)
{
	struct lectern_schema *schema = arena_alloc(api->graphql->arena, sizeof *schema);
	*schema = (struct lectern_schema){app, api, api->graphql, plugins};
	app->registering = true;
	return schema;
}

static bool close_schema(struct lectern_schema *schema, bool good, struct error *error)
{
	struct lectern_app *app = schema->app;
	app->registering = false;
	if (good && !app->failed)
		return true;
	app_refuse(app, "a function that extends the schema returned false without a reason");
	return error_set(error, 500, "ExtensionError", "%s", app->error.message);
}

static bool apply_plugins(struct api_graphql_schema *api, struct plugin_use **plugins, struct error *error)
{
	for (struct plugin_use *use = *plugins; use; use = use->next) {
		struct lectern_schema *schema = open_schema(use->app, api, plugins);
		bool good = show_schema(schema, use->plugin) && wrap_all(schema, use->plugin);
		if (!close_schema(schema, good, error))
			return false;
	}
	return true;
}

/* Sets who may call a root field; of others, the scopes are asked for as a policy would be. */
static bool apply_auth(struct api_graphql_schema *api, const struct lectern_rule *rule)
{
	struct slice name = slice_of(rule->field);
	struct api_graphql_root root = {.admission = API_GRAPHQL_ANYBODY, .action_count = rule->scope_count};
	if (!rule->open && !rule->scope_count)
		return true;
	if (!slice_starts_with(name, SLICE("Query.")) && !slice_starts_with(name, SLICE("Mutation.")))
		return app_refuse(rule->app, "%s has auth, but only fields of Query and Mutation have", rule->field);
	const struct api_graphql_root *known = map_get(&api->roots, name);
	if (known)
		root.work = known->work;
	if (rule->scope_count) {
		struct slice *actions = arena_array(api->arena, rule->scope_count, sizeof *actions);
		for (size_t i = 0; i < rule->scope_count; i++)
			actions[i] = slice_of(rule->scopes[i]);
		root.admission = API_GRAPHQL_SCOPED;
		root.actions = actions;
	}
	api_graphql_set_root(api, rule->field, &root);
	return true;
}

static bool apply_rule(struct api_graphql_schema *api, struct lectern_rule *rule)
{
	struct graphql_field *field = builder_find(api->graphql, rule->field);
	if (!field)
		return app_refuse(rule->app, "\"%s\" is no field of the schema", rule->field);
	for (struct extension_step *step = rule->policies.first; step; step = step->next)
		graphql_add_step(api->graphql, &field->middlewares, resolver_run_policy, step);
	for (struct extension_step *step = rule->middlewares.first; step; step = step->next)
		graphql_add_step(api->graphql, &field->middlewares, resolver_run_middleware, step);
	return apply_auth(api, rule);
}

static bool apply_rules(struct extensions *all, struct api_graphql_schema *api, struct error *error)
{
	for (struct lectern_rule *rule = all->rules; rule; rule = rule->next)
		if (rule->kind == RULE_RESOLVER && !apply_rule(api, rule))
			return error_set(error, 500, "ExtensionError", "%s", rule->app->error.message);
	return true;
}

bool extend_schema(void *context, struct api_graphql_schema *api, struct error *error)
{
	struct extensions *all = context;
	struct plugin_use *plugins = NULL;
	for (struct use *use = all->uses; use; use = use->next) {
		struct lectern_schema *schema = open_schema(use->app, api, &plugins);
		bool good = use->parts ? apply_parts(schema, use->parts) : use->function(use->context, schema);
		if (!close_schema(schema, good, error))
			return false;
	}
	api->with_groups = api->with_groups || all->uses || all->rules;
	/* Policies stand outermost, also of those that plugins put around all. */
	return apply_plugins(api, &plugins, error) && apply_rules(all, api, error);
}
