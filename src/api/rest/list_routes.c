/* All routes of a project, for the command line. */
#include "content_routes.h"
#include "fixed_routes.h"
#include "type_routes.h"

static const char *listed_path(const struct config *config, const struct rest_content_route *route, struct arena *arena)
{
	const char *path = route->described ? "" : config->prefix;
	for (size_t i = 0; i < route->part_count; i++)
		path = arena_format(arena, "%s/%.*s", path, (int)route->parts[i].len, route->parts[i].ptr);
	return route->any_end ? arena_format(arena, "%s/(.*)", path) : path;
}

static const char *listed_action(const struct rest_content_route *route, struct arena *arena)
{
	const char *scopes = "";
	if (route->closed && !route->described)
		return arena_format(arena, "closed by %s", route->closed->file);
	if (route->unasked)
		return "as its code decides";
	if (route->without_caller)
		return "none";
	for (size_t i = 0; i < route->scope_count; i++)
		scopes = arena_format(arena, "%s%s%.*s", scopes, i ? " and " : "", (int)route->scopes[i].len,
		                      route->scopes[i].ptr);
	if (route->plugin_action && !route->scope_count)
		return route->plugin_action;
	return route->scope_count ? scopes : arena_format(arena, "%s.%s", route->type->uid, route->action);
}

void rest_list_own_routes(const struct rest *rest, struct arena *arena,
                          void (*list)(void *context, const char *method, const char *path, const char *action),
                          void *context)
{
	const struct rest_content_route *routes = content_routes_now(rest);
	const size_t type_count = routes ? 0 : rest->registry->type_count;
	for (; routes; routes = routes->next)
		if (!routes->over_panel && !routes->panels_own)
			list(context, routes->method, listed_path(rest->config, routes, arena),
			     listed_action(routes, arena));
	for (size_t i = 0; i < type_count; i++)
		type_routes_list(rest->config, rest->registry->types[i], arena, list, context);
}

void rest_list_routes(const struct config *config, const struct registry *registry,
                      const struct rest_content_route *routes, struct arena *arena,
                      void (*list)(void *context, const char *method, const char *path, const char *action),
                      void *context)
{
	const size_t type_count = routes ? 0 : registry->type_count;
	const bool described = routes && routes->described;
	for (; routes; routes = routes->next)
		if (!routes->over_panel && !routes->panels_own)
			list(context, routes->method, listed_path(config, routes, arena), listed_action(routes, arena));
	for (size_t i = 0; i < type_count; i++)
		type_routes_list(config, registry->types[i], arena, list, context);
	if (!described)
		fixed_routes_list(config, arena, list, context);
}
