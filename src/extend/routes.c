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
	rule->method = arena_copy(app->extensions->arena, slice_of(method));
	rule->path = arena_copy(app->extensions->arena, slice_of(path));
	rule->handler = handler;
	rule->context = context;
	return rule;
}

lectern_rule *lectern_core_action(lectern_app *app, const char *uid, const char *action)
{
	const struct content_type *type = app_is_open(app) ? app_type(app, uid, false) : NULL;
	if (!type)
		return NULL;
	const char *full = arena_format(app->extensions->arena, "%s.%s", type->uid, action ? action : "");
	if (type->plugin || !actions_find(&app->extensions->actions, slice_of(full))) {
		app_refuse(app, "%s has no action \"%s\"", type->uid, action ? action : "");
		return NULL;
	}
	struct lectern_rule *rule = rule_add(app, RULE_ACTION);
	rule->type = type;
	rule->action = full + strlen(type->uid) + 1;
	return rule;
}

/* ---- running ---- */

static struct lectern_call open_call(struct extensions *all, struct rest_call *rest)
{
	struct request *request = rest_call_request(rest);
	struct lectern_call call = {.extensions = all,
	                            .arena = request->arena,
	                            .request = request,
	                            .error = rest_call_error(rest),
	                            .rest = rest};
	extension_call_begin(&call);
	return call;
}

static bool run_policy(void *context, struct rest_call *rest)
{
	const struct extension_step *step = context;
	struct lectern_call call = open_call(step->extension->extensions, rest);
	return extension_call_policy(&call, step);
}

static bool run_next(struct lectern_call *call)
{
	return rest_next(call->rest);
}

static bool run_middleware(void *context, struct rest_call *rest)
{
	const struct extension_step *step = context;
	struct lectern_call call = open_call(step->extension->extensions, rest);
	call.next = run_next;
	return extension_call_middleware(&call, step);
}

static bool run_handler(void *context, struct rest_call *rest)
{
	const struct lectern_rule *rule = context;
	struct lectern_call call = open_call(rule->app->extensions, rest);
	return extension_call_end(&call, rule->handler(rule->context, &call), rule->app);
}

/* More scopes than the one that is asked for anyway. */
static bool run_scopes(void *context, struct rest_call *rest)
{
	const struct lectern_rule *rule = context;
	for (size_t i = 1; i < rule->scope_count; i++)
		if (!access_allows(&rest_call_request(rest)->caller, slice_of(rule->scopes[i])))
			return error_forbidden(rest_call_error(rest));
	return true;
}

/* ---- putting in place ---- */

static const struct rest_step *steps_of(struct arena *arena, const struct step_list *list,
                                        bool (*run)(void *context, struct rest_call *rest))
{
	const struct rest_step *first = NULL, **end = &first;
	for (struct extension_step *step = list->first; step; step = step->next) {
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
