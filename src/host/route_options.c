/* The options of a route: who may call it, and what runs around it. */
#include "route_options.h"

static bool is_empty_list(const struct code_value *value)
{
	return !value || value->kind == JS_NOTHING || (value->kind == JS_LIST && !value->count && !value->open);
}

/* Reads {scope: ['api::a.b.find', …]}: the permissions that stand in place of the action's own. An empty list stands
 * for that, as in Strapi. */
static bool read_scopes(struct routes_file *file, const struct code_value *auth, struct rest_content_route *route)
{
	const struct code_scope *scope = &file->module.scope;
	const struct code_value *list = code_resolve(&file->module, scope, code_member(auth, "scope"));
	if (auth->kind != JS_OBJECT || auth->open || auth->count > 1)
		return false;
	if (!auth->count || (list && list->kind == JS_LIST && !list->open && !list->count))
		return true;
	if (!list || list->kind != JS_LIST || list->open)
		return false;
	struct slice *scopes = arena_array(file->survey->arena, list->count, sizeof *scopes);
	for (size_t i = 0; i < list->count; i++) {
		const struct code_value *action = code_resolve(&file->module, scope, list->members[i].value);
		if (action->kind != JS_TEXT)
			return false;
		scopes[i] = arena_copy_slice(file->survey->arena, action->text);
	}
	route->scopes = scopes;
	route->scope_count = list->count;
	return true;
}

void route_options_apply(struct routes_file *file, const struct code_value *config, struct rest_content_route *route)
{
	struct survey *survey = file->survey;
	const char *problem = NULL;
	config = code_resolve(&file->module, &file->module.scope, config);
	if (!config || config->kind == JS_NOTHING)
		return;
	const struct code_value *auth = code_resolve(&file->module, &file->module.scope, code_member(config, "auth"));
	bool runs = true; /* code can run it */
	if (config->kind != JS_OBJECT || config->open)
		problem = "options that are not read";
	else if (!is_empty_list(code_resolve(&file->module, &file->module.scope, code_member(config, "policies"))))
		problem = "policies";
	else if (!is_empty_list(code_resolve(&file->module, &file->module.scope, code_member(config, "middlewares"))))
		problem = "middlewares";
	if (config->kind != JS_OBJECT || config->open) {
		runs = false;
	} else if (auth && auth->kind == JS_FALSE) {
		route->without_caller = true;
	} else if (auth && auth->kind != JS_NOTHING && !read_scopes(file, auth, route)) {
		problem = problem ? problem : "an auth setting that is not read";
		runs = false;
	}
	if (!runs)
		route->handler = NULL;
	if (problem)
		file->limited += route->type != NULL;
	if (problem && !route->closed)
		route->closed = survey_closed(survey, file->file, "the route has %s", problem);
}
