/* Routes files that call createCoreRouter: Strapi's own routes of a type. */
#include "core_router.h"
#include "actions.h"
#include "route_list.h"
#include "route_options.h"
#include "units.h"

static bool names_action(const struct code_value *list, const char *action)
{
	for (size_t i = 0; list && i < list->count; i++)
		if (list->members[i].value->kind == JS_TEXT && slice_is(list->members[i].value->text, action))
			return true;
	return list && list->kind == JS_TEXT && slice_is(list->text, action);
}

/* A list of names, or one of them; or none at all. */
static bool is_names(const struct code_value *list)
{
	if (!list || list->kind == JS_TEXT || list->kind == JS_NOTHING)
		return true;
	for (size_t i = 0; i < list->count; i++)
		if (list->members[i].value->kind != JS_TEXT)
			return false;
	return list->kind == JS_LIST && !list->open;
}

static struct closed *core_closed(struct survey *survey, const char *file, const struct content_type *type,
                                  const char *action)
{
	const struct unit *controller = unit_find(survey->controllers, slice_of(type->uid));
	if (!controller)
		return survey_closed(survey, file, "%s has no controller, so that Strapi does not start", type->uid);
	if (!controller->unread && controller->core && !slice_is(controller->type, type->uid))
		return survey_closed(survey, controller->file, "a controller for another type");
	return unit_action_closed(survey, controller, type, action);
}

/* The object of a core router's options, read as far as there is one; false when it can't be understood. */
struct router_options {
	const struct code_value *only, *except, *config;
};

static bool read_router_options(struct routes_file *file, const struct code_value *router,
                                struct router_options *options)
{
	const struct code_value *settings =
	    router->count > 1 ? code_resolve(&file->module, &file->module.scope, router->members[1].value) : NULL;
	*options = (struct router_options){0};
	if (!settings || settings->kind == JS_NOTHING)
		return router->count <= 2 && !router->open;
	const struct code_scope *scope = &file->module.scope;
	const struct code_value *prefix = code_resolve(&file->module, scope, code_member(settings, "prefix"));
	options->only = code_resolve(&file->module, scope, code_member(settings, "only"));
	options->except = code_resolve(&file->module, scope, code_member(settings, "except"));
	options->config = code_resolve(&file->module, scope, code_member(settings, "config"));
	if (prefix && prefix->kind == JS_TEXT)
		file->prefix = arena_copy(file->survey->arena, prefix->text);
	return settings->kind == JS_OBJECT && !settings->open && router->count == 2 &&
	       (!prefix || prefix->kind == JS_TEXT || prefix->kind == JS_NOTHING) && is_names(options->only) &&
	       is_names(options->except) &&
	       (!options->config || (options->config->kind == JS_OBJECT && !options->config->open));
}

bool core_router_read(struct routes_file *file, const struct code_value *router)
{
	struct survey *survey = file->survey;
	struct router_options options;
	size_t count;
	const struct code_value *uid =
	    router->count ? code_resolve(&file->module, &file->module.scope, router->members[0].value) : NULL;
	const struct content_type *type = uid && uid->kind == JS_TEXT ? survey_own_type(survey, uid->text) : NULL;
	if (!type || strcmp(type->api_name, file->api) != 0 || !read_router_options(file, router, &options))
		return false;
	const char *const *actions = route_list_actions(type, &count);
	for (size_t i = 0; i < count; i++) {
		const bool left =
		    (options.only && options.only->kind != JS_NOTHING && !names_action(options.only, actions[i])) ||
		    names_action(options.except, actions[i]);
		if (left)
			continue;
		struct rest_content_route *route = route_list_add_default(survey, type, actions[i], file->prefix);
		route->closed = core_closed(survey, file->file, type, actions[i]);
		survey_note_action(survey, type, actions[i]);
		route->handler = arena_format(survey->arena, "%s.%s", type->uid, actions[i]);
		route_options_apply(file, code_member(options.config, actions[i]), route);
		file->count++;
	}
	return true;
}
