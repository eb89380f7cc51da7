/* REST: routes, and rules of core actions. */
#include "routes.h"
#include "app.h"
#include "calls.h"
#include "rules.h"

lectern_rule *lectern_add_route(lectern_app *app, const char *method, const char *path, lectern_handler *handler,
                                void *context)
{
	if (!app_is_open(app))
		return NULL;
	if (!method || !path || !handler) {
		app_refuse(app, "a route has no method, no path or no handler");
		return NULL;
	}
	struct lectern_rule *rule = rule_add(app, RULE_ROUTE);
	rule->method = arena_copy(app->all->arena, slice_of(method));
	rule->path = arena_copy(app->all->arena, slice_of(path));
	rule->handler = handler;
	rule->context = context;
	return rule;
}

lectern_rule *lectern_core_action(lectern_app *app, const char *uid, const char *action)
{
	const struct content_type *type = app_is_open(app) ? app_type(app, uid, false) : NULL;
	if (!type)
		return NULL;
	const char *full = arena_format(app->all->arena, "%s.%s", type->uid, action ? action : "");
	if (type->plugin || !actions_find(&app->all->actions, slice_of(full))) {
		app_refuse(app, "%s has no action \"%s\"", type->uid, action ? action : "");
		return NULL;
	}
	struct lectern_rule *rule = rule_add(app, RULE_ACTION);
	rule->type = type;
	rule->action = full + strlen(type->uid) + 1;
	return rule;
}

/* ---- running ---- */

/* The one call that all functions of extensions share over a request. `outer`: what it was before, for leave. */
static struct lectern_call *enter(struct extensions *all, struct call *rest, bool goes_on, bool *outer)
{
	void **slot = rest_call_slot(rest);
	struct lectern_call *call = *slot;
	if (!call) {
		call = *slot = arena_alloc(rest_call_request(rest)->arena, sizeof *call);
		*call = (struct lectern_call){
		    .all = all, .kind = CALL_REST, .arena = rest_call_request(rest)->arena, .rest = rest};
	}
	call->error = rest_call_error(rest);
	*outer = call->goes_on;
	call->goes_on = goes_on;
	extension_call_begin(call);
	return call;
}

static bool leave(struct lectern_call *call, bool outer, bool done, const struct lectern_app *extension)
{
	call->goes_on = outer;
	return extension_call_end(call, done, extension);
}

static bool run_policy(void *context, struct call *rest)
{
	const struct step *step = context;
	bool outer;
	struct lectern_call *call = enter(step->extension->all, rest, false, &outer);
	bool allowed = step->policy(step->context, call, json_value(step->config));
	call->goes_on = outer;
	return extension_call_end_policy(call, allowed);
}

static bool run_middleware(void *context, struct call *rest)
{
	const struct step *step = context;
	bool outer;
	struct lectern_call *call = enter(step->extension->all, rest, true, &outer);
	bool done = step->middleware(step->context, call, json_value(step->config));
	return leave(call, outer, done, step->extension);
}

static bool run_handler(void *context, struct call *rest)
{
	const struct lectern_rule *rule = context;
	bool outer;
	struct lectern_call *call = enter(rule->app->all, rest, false, &outer);
	return leave(call, outer, rule->handler(rule->context, call), rule->app);
}

/* More scopes than the one that is asked for anyway. */
static bool run_scopes(void *context, struct call *rest)
{
	const struct lectern_rule *rule = context;
	for (size_t i = 1; i < rule->scope_count; i++)
		if (!access_allows(rest_call_caller(rest), slice_of(rule->scopes[i])))
			return error_forbidden(rest_call_error(rest));
	return true;
}

/* ---- putting in place ---- */

static const struct rest_step *steps_of(struct arena *arena, const struct step_list *list,
                                        bool (*run)(void *context, struct call *rest))
{
	const struct rest_step *first = NULL, **end = &first;
	for (struct step *step = list->first; step; step = step->next) {
		struct rest_step *made = arena_alloc(arena, sizeof *made);
		*made = (struct rest_step){.run = run, .context = step};
		*end = made;
		end = &made->next;
	}
	return first;
}

static struct rest_route_options options_of(struct arena *arena, struct lectern_rule *rule)
{
	struct rest_route_options options = {
	    .open = rule->open,
	    .action = rule->scope_count ? rule->scopes[0] : NULL,
	    .policies = steps_of(arena, &rule->policies, run_policy),
	    .middlewares = steps_of(arena, &rule->middlewares, run_middleware),
	};
	if (rule->scope_count > 1) {
		struct rest_step *scopes = arena_alloc(arena, sizeof *scopes);
		*scopes = (struct rest_step){.run = run_scopes, .context = rule, .next = options.policies};
		options.policies = scopes;
	}
	return options;
}

static bool install(struct extensions *extensions, struct rest *rest, struct lectern_rule *rule, struct error *error)
{
	struct rest_route_options options = options_of(extensions->arena, rule);
	if (rule->kind == RULE_ACTION)
		return rest_add_options(rest, rule->type, rule->action, &options, error);
	const struct rest_route route = {
	    .method = rule->method,
	    .path = rule->path,
	    .writes = strcmp(rule->method, "GET") != 0,
	    .options = options,
	    .handler = {.run = run_handler, .context = rule},
	};
	return rest_add_route(rest, &route, error);
}

bool rules_install(struct extensions *extensions, struct rest *rest, struct error *error)
{
	for (struct lectern_rule *rule = extensions->rules; rule; rule = rule->next)
		if (rule->kind != RULE_RESOLVER && !install(extensions, rest, rule, error))
			return false;
	return true;
}
