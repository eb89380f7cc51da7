/* Rules: who may, and what stands around a route, an action or a resolver. */
#include "rules.h"
#include "app.h"
#include "calls.h"

/* ---- policies and middlewares with a name ---- */

static struct named *find_named(struct named *list, const char *name)
{
	while (list && strcmp(list->name, name) != 0)
		list = list->next;
	return list;
}

static bool add_named(lectern_app *app, struct named **list, const struct named *named, const char *kind)
{
	if (!app_is_open(app))
		return false;
	if (!named->name || !*named->name || (!named->policy && !named->middleware))
		return app_refuse(app, "a %s has no name or no function", kind);
	if (find_named(*list, named->name))
		return app_refuse(app, "there is a %s named \"%s\" already", kind, named->name);
	struct named *added = arena_alloc(app->extensions->arena, sizeof *added);
	*added = *named;
	added->name = arena_copy(app->extensions->arena, slice_of(named->name));
	added->next = *list;
	*list = added;
	return true;
}

bool lectern_register_policy(lectern_app *app, const char *name, lectern_policy *policy, void *context)
{
	const struct named named = {.name = name, .policy = policy, .context = context};
	return app && add_named(app, &app->extensions->policies, &named, "policy");
}

bool lectern_register_middleware(lectern_app *app, const char *name, lectern_middleware *middleware, void *context)
{
	const struct named named = {.name = name, .middleware = middleware, .context = context};
	return app && add_named(app, &app->extensions->middlewares, &named, "middleware");
}

/* ---- rules ---- */

struct lectern_rule *rule_add(struct lectern_app *app, enum rule_kind kind)
{
	struct lectern_rule *rule = arena_alloc(app->extensions->arena, sizeof *rule);
	rule->app = app;
	rule->kind = kind;
	*app->extensions->last_rule = rule;
	app->extensions->last_rule = &rule->next;
	return rule;
}

static bool rule_is_open(lectern_rule *rule)
{
	return rule && app_is_open(rule->app);
}

static bool add_step(lectern_rule *rule, struct step_list *list, const struct extension_step *step, const char *config)
{
	struct arena *arena = rule->app->extensions->arena;
	struct extension_step *added = arena_alloc(arena, sizeof *added);
	*added = *step;
	added->extension = rule->app;
	if (config) {
		struct error error;
		if (!json_parse(NULL, slice_of(config), JSON_DEEPEST, &added->config, &error))
			return app_refuse(rule->app, "the config of \"%s\" is not valid JSON: %s: %s",
			                  step->name ? step->name : "a function", error.message, config);
		json_keep(arena, added->config);
	}
	if (list->last)
		list->last->next = added;
	else
		list->first = added;
	list->last = added;
	return true;
}

static bool add_named_step(lectern_rule *rule, struct step_list *list, struct named *known, const char *name,
                           const char *config, const char *kind)
{
	const struct named *named = name ? find_named(known, name) : NULL;
	if (!named)
		return app_refuse(rule->app, "no %s is named \"%s\"", kind, name ? name : "");
	const struct extension_step step = {
	    .name = named->name, .policy = named->policy, .middleware = named->middleware, .context = named->context};
	return add_step(rule, list, &step, config);
}

bool lectern_use_policy(lectern_rule *rule, const char *name, const char *config)
{
	return rule_is_open(rule) &&
	       add_named_step(rule, &rule->policies, rule->app->extensions->policies, name, config, "policy");
}

bool lectern_use_middleware(lectern_rule *rule, const char *name, const char *options)
{
	return rule_is_open(rule) && add_named_step(rule, &rule->middlewares, rule->app->extensions->middlewares, name,
	                                            options, "middleware");
}

bool lectern_use_policy_function(lectern_rule *rule, lectern_policy *policy, void *context)
{
	const struct extension_step step = {.policy = policy, .context = context};
	if (!rule_is_open(rule))
		return false;
	return policy ? add_step(rule, &rule->policies, &step, NULL)
	              : app_refuse(rule->app, "a policy has no function");
}

bool lectern_use_middleware_function(lectern_rule *rule, lectern_middleware *middleware, void *context)
{
	const struct extension_step step = {.middleware = middleware, .context = context};
	if (!rule_is_open(rule))
		return false;
	return middleware ? add_step(rule, &rule->middlewares, &step, NULL)
	                  : app_refuse(rule->app, "a middleware has no function");
}

bool lectern_auth_none(lectern_rule *rule)
{
	if (!rule_is_open(rule))
		return false;
	rule->open = true;
	return true;
}

bool lectern_auth_scope(lectern_rule *rule, const char *action)
{
	if (!rule_is_open(rule))
		return false;
	struct extensions *all = rule->app->extensions;
	struct slice text = arena_copy_slice(all->arena, slice_of(action));
	if (!actions_find(&all->actions, text)) {
		if (rule->kind != RULE_ROUTE)
			return app_refuse(rule->app, "there is no action \"%s\"", text.ptr);
		actions_add(&all->actions, text);
		if (!actions_find(&all->actions, text))
			return app_refuse(rule->app,
			                  "\"%s\" is no action. Expected source.controller.action, as in "
			                  "api::restaurant.restaurant.close",
			                  text.ptr);
	}
	rule->scopes =
	    arena_grow(all->arena, rule->scopes, rule->scope_count, &rule->scope_capacity, sizeof *rule->scopes);
	rule->scopes[rule->scope_count++] = text.ptr;
	return true;
}

bool rules_check(struct lectern_app *app)
{
	for (const struct lectern_rule *rule = app->extensions->rules; rule; rule = rule->next) {
		if (rule->app != app)
			continue;
		if (rule->open && rule->scope_count)
			return app_refuse(app, "a rule has both lectern_auth_none and lectern_auth_scope");
		if (rule->kind == RULE_ROUTE && !rule->open && !rule->scope_count)
			return app_refuse(app,
			                  "the route %s %s does not say who may call it: give it lectern_auth_none or "
			                  "lectern_auth_scope",
			                  rule->method, rule->path);
	}
	return true;
}
