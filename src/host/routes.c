/* Routes files, as Strapi reads them: folders of src/api by name, their files by name, the first route that fits a
 * request answers it. A route that runs one of Strapi's own actions, and has no options but those that are understood,
 * is kept; any other is closed. */
#include "routes.h"
#include "actions.h"
#include "core_router.h"
#include "factory.h"
#include "route_list.h"
#include "route_options.h"
#include "units.h"
#include "unread_routes.h"

enum { MOST_ROUTES = 20000 };

static bool has_part(const struct rest_content_route *route, const char *name)
{
	for (size_t i = 0; i < route->part_count; i++)
		if (slice_is(route->parts[i], name))
			return true;
	return false;
}

/* ---- {routes: […]} ---- */

/* Binds a route to one of Strapi's own actions, when it is called as Strapi's own routes call it. */
static void bind_handler(struct routes_file *file, struct slice handler, struct rest_content_route *route)
{
	struct survey *survey = file->survey;
	handler = slice_trim(handler);
	size_t point = handler.len;
	while (point && handler.ptr[point - 1] != '.')
		point--;
	if (!point)
		return;
	const struct slice name = {handler.ptr, point - 1}, action = {handler.ptr + point, handler.len - point};
	const struct slice full =
	    slice_of(arena_format(survey->arena, "api::%s.%.*s", file->api, (int)name.len, name.ptr));
	const bool by_uid = slice_starts_with(name, slice_of(arena_format(survey->arena, "api::%s.", file->api)));
	const struct unit *controller = unit_find(survey->controllers, by_uid ? name : full);
	const struct content_type *type = controller ? survey_own_type(survey, slice_of(controller->uid)) : NULL;
	if (!type || !controller->core || !slice_is(controller->type, controller->uid))
		return;
	const char *wanted = arena_copy(survey->arena, action);
	struct closed *closed = unit_action_closed(survey, controller, type, wanted);
	const bool by_id = !type->single && strcmp(wanted, "find") != 0 && strcmp(wanted, "create") != 0;
	if (closed) {
		route->closed = closed;
	} else if (strcmp(route->method, route_list_method(wanted)) == 0 && (!by_id || has_part(route, ":id")) &&
	           !route->any_end) {
		route->type = type;
		route->action = wanted;
	}
}

/* The permission of a handler: "probe.site" in the API `probe` is api::probe.probe.site. */
static const char *handler_action(const struct routes_file *file, struct slice handler)
{
	handler = slice_trim(handler);
	if (slice_starts_with(handler, SLICE("api::")))
		return arena_copy(file->survey->arena, handler);
	return memmem(handler.ptr, handler.len, "::", 2)
	           ? NULL
	           : arena_format(file->survey->arena, "api::%s.%.*s", file->api, (int)handler.len, handler.ptr);
}

static bool read_route(struct routes_file *file, const struct code_value *listed)
{
	struct survey *survey = file->survey;
	listed = code_resolve(&file->module, &file->module.scope, listed);
	const struct code_value *method =
	    code_resolve(&file->module, &file->module.scope, code_member(listed, "method"));
	const struct code_value *path = code_resolve(&file->module, &file->module.scope, code_member(listed, "path"));
	const struct code_value *handler = code_member(listed, "handler"), *config = code_member(listed, "config");
	if (!method || method->kind != JS_TEXT || !path || path->kind != JS_TEXT || listed->open)
		return false;
	config = code_resolve(&file->module, &file->module.scope, config);
	const bool bare = config && (code_member(config, "prefix") || config->open || config->kind != JS_OBJECT);
	struct rest_content_route *route = route_list_add(survey, arena_copy(survey->arena, slice_trim(method->text)),
	                                                  bare ? NULL : file->prefix, path->text);
	file->count++;
	handler = code_resolve(&file->module, &file->module.scope, handler);
	if (handler && handler->kind == JS_TEXT) {
		survey_note_handler(survey, file->api, handler->text);
		route->handler = handler_action(file, handler->text);
		bind_handler(file, handler->text, route);
	}
	route_options_apply(file, config, route);
	if (!route->action) {
		file->own++;
		if (!route->closed)
			route->closed = survey_closed(survey, file->file, "a route of the project's own");
	}
	return true;
}

static bool read_route_list(struct routes_file *file, const struct code_value *exported)
{
	const struct code_scope *scope = &file->module.scope;
	const struct code_value *routes = code_resolve(&file->module, scope, code_member(exported, "routes"));
	const struct code_value *prefix = code_resolve(&file->module, scope, code_member(exported, "prefix"));
	if (prefix && prefix->kind == JS_TEXT)
		file->prefix = arena_copy(file->survey->arena, prefix->text);
	/* Without a list there are no routes. */
	if (exported->kind == JS_OBJECT && !exported->open && !routes)
		return true;
	bool read = exported->kind == JS_OBJECT && !exported->open && routes && routes->kind == JS_LIST &&
	            !routes->open && (!prefix || prefix->kind == JS_TEXT || prefix->kind == JS_NOTHING);
	for (size_t i = 0; routes && i < routes->count && file->count < MOST_ROUTES; i++)
		if (!read_route(file, routes->members[i].value))
			read = false;
	return read;
}

/* ---- files ---- */

static bool read_routes(struct routes_file *file)
{
	if (!survey_read(file->survey, file->file, &file->module))
		return false;
	const struct code_value *exported = code_resolve(&file->module, &file->module.scope, file->module.scope.result);
	if (!exported && !file->module.tokens.count)
		return true; /* an empty file */
	if (!exported || file->module.scope.other)
		return false;
	if (factory_is(&file->module, exported, "createCoreRouter"))
		return core_router_read(file, exported);
	return read_route_list(file, exported);
}

static void add_localizations(struct routes_file *file, const struct content_type *type)
{
	if (!type || !type->localized)
		return;
	route_list_add_default(file->survey, type, "createLocalization", file->prefix);
	survey_note_action(file->survey, type, "createLocalization");
}

static void report(struct routes_file *file)
{
	if (file->own)
		survey_report(file->survey, FINDING_CLOSES, file->file, file->group, "%zu route%s of the project's own",
		              file->own, file->own == 1 ? "" : "s");
	if (file->limited)
		survey_report(file->survey, FINDING_CLOSES, file->file, file->group,
		              "%zu route%s with policies, middlewares or an auth setting", file->limited,
		              file->limited == 1 ? "" : "s");
}

static void read_file(struct survey *survey, const char *api, const char *name, size_t stem)
{
	struct routes_file file = {.survey = survey, .api = survey_name(survey, slice_of(api))};
	struct rest_content_route **before = survey->last_route;
	file.file = arena_format(survey->arena, "src/api/%s/routes/%s", api, name);
	file.group = arena_format(survey->arena, "api::%s", file.api);
	survey->has_code = survey->has_routes = true;
	if (!read_routes(&file)) {
		*before = NULL;
		survey->last_route = before;
		survey_close_unread(survey, file.file, file.api, &file.module.tokens);
		survey_report(survey, FINDING_CLOSES, file.file, file.group, "routes that are not read");
		return;
	}
	const char *uid =
	    arena_format(survey->arena, "%s.%s", file.group, survey_name(survey, (struct slice){name, stem}));
	add_localizations(&file, survey_own_type(survey, slice_of(uid)));
	report(&file);
}

/* A file that Strapi passes over: it has no routes, but its type has none by itself either. */
static void pass_over(struct survey *survey, const char *file)
{
	const size_t length = strlen(file);
	if (length <= 3 || strcmp(file + length - 3, ".ts") != 0 || survey->sources.typescript)
		return;
	survey->has_code = survey->has_routes = true;
	survey_report(survey, FINDING_NOTE, file, NULL,
	              "TypeScript, which Strapi does not read without a tsconfig.json");
}

void survey_routes(struct survey *survey)
{
	size_t api_count, count;
	const char **apis = survey_apis(survey, &api_count);
	survey->last_route = &survey->routes;
	for (size_t i = 0; i < api_count; i++) {
		const char **names = sources_list(
		    &survey->sources, arena_format(survey->arena, "src/api/%s/routes", apis[i]), false, &count);
		for (size_t j = 0; j < count; j++) {
			const size_t length = strlen(names[j]), stem = sources_stem(&survey->sources, names[j]);
			if (stem)
				read_file(survey, apis[i], names[j], stem);
			else if (length > 5 && strcmp(names[j] + length - 5, ".json") == 0)
				read_file(survey, apis[i], names[j], length - 5);
			else
				pass_over(survey,
				          arena_format(survey->arena, "src/api/%s/routes/%s", apis[i], names[j]));
		}
	}
	if (!survey->has_routes)
		route_list_add_all(survey);
	route_list_close_hooked(survey);
}
